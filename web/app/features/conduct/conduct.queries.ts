import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { read, readPages } from '../../shared/read.ts'

const page = 30

/** Asked by POST, and read all the same: an address stands in no URL. */
export const accountsLike = (query: string) =>
  queryOptions({
    queryKey: ['businesses', 'findAccounts', query],
    queryFn: ({ signal }) => call('findAccounts', { body: { query } }, { signal }),
  })

export const ownSanctions = read('conduct', 'ownSanctions', {})

export const sanctionsShown = (activeOnly: boolean) =>
  readPages('moderation', 'sanctions', { query: { limit: page, ...(activeOnly ? { active: 'true' } : {}) } })
