import type { SupportState } from '../../../contract/support/support.ts'
import { apiInfiniteQuery } from '../../shared/queries.ts'

export const supportRequestsQuery = apiInfiniteQuery('support', 'supportRequests', { query: {} })

export const supportQueueQuery = (state: SupportState) =>
  apiInfiniteQuery('support', 'supportQueue', { query: { state } })
