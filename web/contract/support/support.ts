import { z } from 'zod'
import { accountKinds } from '../../../domain/accounts/vocabulary.ts'
import {
  supportAuthors,
  type SupportState,
  supportStates,
  supportTextLengths,
} from '../../../domain/support/vocabulary.ts'
import { action } from '../action.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, id, instant, pageLimit, text } from '../fields.ts'

export { supportStates, type SupportState }

const { subject: subjectLength, message: messageLength } = supportTextLengths
const subject = text(subjectLength.min, subjectLength.max, 'Scrivi l’oggetto')
const message = text(messageLength.min, messageLength.max, 'Scrivi il messaggio').min(
  messageLength.min,
  `Deve avere almeno ${messageLength.min} caratteri`,
)

const supportMessage = z
  .object({ id, author: z.enum(supportAuthors), message: z.string(), at: instant })
  .meta({ id: 'SupportMessage' })
export type SupportMessage = z.infer<typeof supportMessage>

const conversationFields = {
  id,
  subject: z.string(),
  state: z.enum(supportStates),
  openedAt: instant,
  /** Last message, or closing. */
  lastAt: instant,
  /** Oldest first. */
  messages: z.array(supportMessage),
}

/** A request as its account sees it, without the members of staff. */
const supportRequest = z
  .object({ ...conversationFields, actions: z.object({ write: action, close: action }) })
  .meta({ id: 'SupportRequest' })
export type SupportRequest = z.infer<typeof supportRequest>

/** A request as staff see it. */
const queuedSupportRequest = z
  .object({
    ...conversationFields,
    /** The first message that waits for an answer; null unless open. */
    waitingSince: instant.nullable(),
    account: z.object({
      name: z.string().nullable(),
      kind: z.enum(accountKinds).nullable(),
      email: z.string().nullable(),
      premium: z.boolean(),
    }),
    actions: z.object({ answer: action }),
  })
  .meta({ id: 'QueuedSupportRequest' })
export type QueuedSupportRequest = z.infer<typeof queuedSupportRequest>

/** A new request has a subject; a further message names its request instead. */
export const supportMessageBody = z
  .strictObject({ requestId: id.optional(), subject: subject.optional(), message })
  .refine(({ requestId, subject }) => (requestId === undefined) !== (subject === undefined), {
    path: ['subject'],
    error: 'Scrivi l’oggetto',
  })

export const supportAnswerBody = z.strictObject({
  message,
  /** Also closes the request. */
  close: z.boolean().default(false),
  /** The last message that was read; 409 if there is a later one. */
  lastReadId: id.optional(),
})

const params = z.object({ id })

export const support = {
  supportRequests: endpoint({
    method: 'GET',
    path: '/api/support/messages',
    summary:
      'Lists the caller’s requests to the help desk with their messages, last changed first; also for suspended accounts',
    access: 'signed-in',
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(supportRequest),
    paginated: true,
    allowedWhileSuspended: true,
  }),
  sendSupportMessage: endpoint({
    method: 'POST',
    path: '/api/support/messages',
    summary: 'Opens a request to the help desk, or adds a message to one of the caller’s; also for suspended accounts',
    access: 'signed-in',
    body: supportMessageBody,
    response: supportRequest,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
    allowedWhileSuspended: true,
  }),
  closeSupportRequest: endpoint({
    method: 'POST',
    path: '/api/support/messages/:id/close',
    summary: 'Closes one of the caller’s requests to the help desk; also for suspended accounts',
    access: 'signed-in',
    params,
    response: supportRequest,
    rateLimit: 'write',
    allowedWhileSuspended: true,
  }),
  supportQueue: endpoint({
    method: 'GET',
    path: '/api/admin/support',
    summary:
      'Lists requests to the help desk: open ones with Premium first, then by waiting time; others last changed first',
    access: 'moderator',
    query: z.object({ state: z.enum(supportStates).default('open'), limit: pageLimit(100), cursor }),
    response: z.array(queuedSupportRequest),
    paginated: true,
    recorded: { what: 'staff-read', why: 'help-desk' },
  }),
  answerSupportRequest: endpoint({
    method: 'POST',
    path: '/api/admin/support/:id/answer',
    summary: 'Answers a request to the help desk; 403 for one’s own, 409 if it is closed or has a message not yet read',
    access: 'moderator',
    params,
    body: supportAnswerBody,
    response: queuedSupportRequest,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
    recorded: { what: 'support-answer', why: 'help-desk' },
  }),
}
