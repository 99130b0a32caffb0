import { pipe, TE } from '../../../domain/kernel/fp.ts'
import {
  type QueuedSupportRequest,
  queuedSupportRequest,
  supportQueue,
  supportRequestOf,
  supportRequestsOf,
} from '../../../projections/support/support-requests.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { pageWithoutPartial } from '../moderation/own-matters.ts'
import { type AnyRoute, recordingSubjects, route } from '../route.ts'
import { queuedRequestResponse, supportRequestResponse } from './responses.ts'

/** Conversations are long: fewer than in other lists. */
const pageSize = 20

const supportRequestsRoute = (api: ApiContext) =>
  route(endpoints.supportRequests, ({ query: { limit = pageSize, cursor }, person }) =>
    pipe(
      runQuery(() => supportRequestsOf(api.db, person.accountId, { limit, cursor })),
      TE.map(({ items, nextCursor }) => ({ body: items.map(supportRequestResponse(person)), nextCursor })),
    ),
  )

const sendSupportMessageRoute = (api: ApiContext) =>
  route(endpoints.sendSupportMessage, ({ body, newEntityId: messageId, caller, person }) => {
    const { requestId, subject = '', message } = body
    const to = requestId === undefined ? { subject } : { requestId }
    return pipe(
      api.useCases.sendSupportMessage(caller, { messageId, to, message }),
      TE.flatMap(({ requestId, position }) =>
        pipe(
          readWritten(api, position, () => supportRequestOf(api.db, person.accountId, requestId)),
          TE.map((request) => ({ body: supportRequestResponse(person)(request), position })),
        ),
      ),
    )
  })

const closeSupportRequestRoute = (api: ApiContext) =>
  route(endpoints.closeSupportRequest, ({ params, caller, person }) =>
    pipe(
      api.useCases.closeSupportRequest(caller, { requestId: params.id }),
      TE.flatMap(({ requestId, position }) =>
        pipe(
          readWritten(api, position, () => supportRequestOf(api.db, person.accountId, requestId)),
          TE.map((request) => ({ body: supportRequestResponse(person)(request), position })),
        ),
      ),
    ),
  )

const supportQueueRoute = (api: ApiContext) =>
  route(endpoints.supportQueue, ({ query: { state, limit = pageSize, cursor }, person, recordSubjects }) =>
    pipe(
      runQuery(() => supportQueue(api.db, { state, now: api.clock(), limit, cursor })),
      TE.flatMap(
        // one's own request is shown, and cannot be answered
        pageWithoutPartial(api, person, ({ accountId }: QueuedSupportRequest) =>
          accountId === person.accountId ? [] : [accountId],
        ),
      ),
      recordingSubjects(recordSubjects, ({ items }) => items.map(({ accountId }) => accountId)),
      TE.map(({ items, nextCursor }) => ({ body: items.map(queuedRequestResponse(person)), nextCursor })),
    ),
  )

const answerSupportRequestRoute = (api: ApiContext) =>
  route(endpoints.answerSupportRequest, ({ params, body, newEntityId: messageId, caller, person, recordSubjects }) => {
    const { message, close, lastReadId = null } = body
    const answer = { requestId: params.id, messageId, message, close, lastReadId }
    return pipe(
      api.useCases.answerSupportRequest(caller, answer),
      TE.flatMap(({ requestId, position }) =>
        pipe(
          readWritten(api, position, () => queuedSupportRequest(api.db, requestId, api.clock())),
          recordingSubjects(recordSubjects, ({ accountId }) => [accountId]),
          TE.map((request) => ({ body: queuedRequestResponse(person)(request), position })),
        ),
      ),
    )
  })

export const supportRoutes = (api: ApiContext): readonly AnyRoute[] => [
  supportRequestsRoute(api),
  sendSupportMessageRoute(api),
  closeSupportRequestRoute(api),
  supportQueueRoute(api),
  answerSupportRequestRoute(api),
]
