import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { apiInfiniteQuery, apiQuery } from '../../shared/queries.ts'

const pageSize = 30

/** A read sent by POST, because URLs must not contain e-mail addresses. */
export const findAccountsQuery = (query: string) =>
  queryOptions({
    queryKey: ['businesses', 'findAccounts', query],
    queryFn: ({ signal }) => call('findAccounts', { body: { query } }, { signal }),
  })

export const ownSanctionsQuery = apiQuery('sanctions', 'ownSanctions', {})

/** `userId`: of one account only. */
export const sanctionsQuery = (activeOnly: boolean, userId: string | null) =>
  apiInfiniteQuery('moderation', 'sanctions', {
    query: {
      limit: pageSize,
      ...(activeOnly ? { active: 'true' } : {}),
      ...(userId === null ? {} : { userId }),
    },
  })
