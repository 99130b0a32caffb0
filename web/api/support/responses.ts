import type { Person } from '../../../application/person.ts'
import { support } from '../../../application/support/module.ts'
import { answerRejection, continuationRejection } from '../../../domain/support/support-desk.ts'
import type {
  QueuedSupportRequest as QueuedView,
  SupportRequestView,
} from '../../../projections/support/support-requests.ts'
import type { QueuedSupportRequest, SupportRequest } from '../../contract/support/support.ts'
import { actionResponse } from '../actions.ts'

const { sendSupportMessage, closeSupportRequest, answerSupportRequest } = support.useCases

/** The conversation, without what only one side may do. */
export const supportExport = ({ id, subject, state, openedAt, lastAt, messages }: SupportRequestView) => ({
  id,
  subject,
  state,
  openedAt,
  lastAt,
  messages: messages.map(({ requestId: _, ...message }) => message),
})

/** For the account that sent it. */
export const supportRequestResponse =
  (person: Person) =>
  (request: SupportRequestView): SupportRequest => ({
    ...supportExport(request),
    actions: {
      write: actionResponse(sendSupportMessage, person, continuationRejection(request)),
      close: actionResponse(
        closeSupportRequest,
        person,
        request.state === 'closed' ? { type: 'SupportRequestIsClosed' } : null,
      ),
    },
  })

/** For staff: of the account only what an answer needs. */
export const queuedRequestResponse =
  (person: Person) =>
  (request: QueuedView): QueuedSupportRequest => {
    const { waitingSince, name, kind, email, premium } = request
    return {
      ...supportExport(request),
      waitingSince,
      account: { name, kind, email, premium },
      actions: { answer: actionResponse(answerSupportRequest, person, answerRejection(request, person.accountId)) },
    }
  }
