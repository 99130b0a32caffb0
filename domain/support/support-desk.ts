import { PersistentMap, PersistentSet } from '../kernel/collections.ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, Text } from '../kernel/primitives.ts'
import { fitsLength } from '../kernel/text.ts'
import {
  maxUnansweredMessages,
  maxUnclosedRequests,
  type SupportState,
  type SupportText,
  supportTextLengths,
} from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const requestFields = { requestId: clear(Id), accountId: clear(Id) }
const messageFields = { ...requestFields, messageId: clear(Id), message: pii('accountId', Text, '') }

/** Contains the first message. */
export const SupportRequested = event('SupportRequested', {
  ...messageFields,
  subject: pii('accountId', Text, ''),
  at: clear(Instant),
})
/** The account wrote again. */
export const SupportMessageAdded = event('SupportMessageAdded', { ...messageFields, at: clear(Instant) })
export const SupportAnswered = event('SupportAnswered', {
  ...messageFields,
  /** The member of staff. */
  by: clear(Id),
  at: clear(Instant),
})
const SupportRequestClosed = event('SupportRequestClosed', {
  ...requestFields,
  /** The account itself, or a member of staff. */
  by: clear(Id),
  at: clear(Instant),
})

export const SupportEvents = family(SupportRequested, SupportMessageAdded, SupportAnswered, SupportRequestClosed)
export type SupportEvent = EventIn<typeof SupportEvents>

// --- State ------------------------------------------------------------------------------------------

interface SupportRequest {
  readonly state: SupportState
  readonly lastMessageId: string
  /** Messages of the account since the last answer. */
  readonly unanswered: number
}

/** All requests of one account. */
export interface SupportDesk {
  readonly requests: PersistentMap<string, SupportRequest>
  /** Ids of the requests that are not closed. */
  readonly unclosed: PersistentSet<string>
  readonly messageIds: PersistentSet<string>
}

const evolve = (desk: SupportDesk, event: SupportEvent): SupportDesk => {
  const { requestId } = event.data
  if (event.type === 'SupportRequested') {
    const { messageId } = event.data
    return {
      requests: desk.requests.set(requestId, { state: 'open', lastMessageId: messageId, unanswered: 1 }),
      unclosed: desk.unclosed.add(requestId),
      messageIds: desk.messageIds.add(messageId),
    }
  }
  const request = desk.requests.get(requestId)
  if (request === undefined) return desk
  if (event.type === 'SupportRequestClosed') {
    const requests = desk.requests.set(requestId, { ...request, state: 'closed' })
    return { ...desk, requests, unclosed: desk.unclosed.delete(requestId) }
  }
  const lastMessageId = event.data.messageId
  const continued: SupportRequest =
    event.type === 'SupportAnswered'
      ? { state: 'answered', lastMessageId, unanswered: 0 }
      : { state: 'open', lastMessageId, unanswered: request.unanswered + 1 }
  return {
    ...desk,
    requests: desk.requests.set(requestId, continued),
    messageIds: desk.messageIds.add(lastMessageId),
  }
}

// --- Decisions --------------------------------------------------------------------------------------

interface SupportMessageCommand {
  readonly requestId: string
  readonly accountId: string
  /** Chosen by the caller; repeating the command with the same id changes nothing. */
  readonly messageId: string
  readonly message: string
  readonly at: Instant
}

export interface RequestSupport extends SupportMessageCommand {
  readonly type: 'RequestSupport'
  readonly subject: string
}

/** The account writes again in the same request. */
export interface AddSupportMessage extends SupportMessageCommand {
  readonly type: 'AddSupportMessage'
}

export interface AnswerSupportRequest extends SupportMessageCommand {
  readonly type: 'AnswerSupportRequest'
  readonly by: string
  /** The last message the member of staff has read; null if the caller does not say. */
  readonly lastReadId: string | null
  /** Also closes the request. */
  readonly close: boolean
}

/** The account closes its request. */
export interface CloseSupportRequest {
  readonly type: 'CloseSupportRequest'
  readonly requestId: string
  readonly accountId: string
  readonly at: Instant
}

export type SupportCommand = RequestSupport | AddSupportMessage | AnswerSupportRequest | CloseSupportRequest

export type SupportRejection =
  /** Unknown, or of another account. */
  | { readonly type: 'SupportRequestNotFound' }
  | SupportAnswerRejection
  /** The subject or the message is too short or too long. */
  | { readonly type: 'SupportTextLength'; readonly text: SupportText; readonly min: number; readonly max: number }
  /** The account has as many requests that are not closed as allowed. */
  | { readonly type: 'TooManySupportRequests'; readonly max: number }
  /** The account has written as many messages without an answer as allowed. */
  | { readonly type: 'TooManyUnansweredMessages'; readonly max: number }
  /** Somebody has written since the member of staff read the conversation. */
  | { readonly type: 'SupportConversationContinued' }

/** Why a member of staff may not answer a request. */
type SupportAnswerRejection =
  /** The request is closed. */
  | { readonly type: 'SupportRequestIsClosed' }
  /** A member of staff answers their own request. */
  | { readonly type: 'OwnSupportRequest' }

type Decision = DecisionOf<SupportEvent, SupportRejection>

const decide = (command: SupportCommand, desk: SupportDesk): Decision => {
  if (command.type === 'RequestSupport') return requestSupport(command, desk)
  const request = desk.requests.get(command.requestId)
  if (request === undefined) return reject({ type: 'SupportRequestNotFound' })
  if (command.type === 'CloseSupportRequest') return closeRequest(command, request)
  if (desk.messageIds.has(command.messageId)) return nothing
  return command.type === 'AddSupportMessage' ? addMessage(command, request) : answerRequest(command, request)
}

/**
 * Opens a request with its first message.
 * @rule D-32 a limited number of requests that are not closed
 */
const requestSupport = ({ type: _, ...command }: RequestSupport, desk: SupportDesk): Decision => {
  if (desk.requests.has(command.requestId)) return nothing
  const subject = command.subject.trim()
  const message = command.message.trim()
  const rejection = textRejection('subject', subject) ?? textRejection('message', message)
  if (rejection !== null) return reject(rejection)
  if (desk.unclosed.size >= maxUnclosedRequests)
    return reject({ type: 'TooManySupportRequests', max: maxUnclosedRequests })
  return accept({ type: 'SupportRequested', data: { ...command, subject, message } })
}

/** Opens the request again if it was answered. @rule D-32 */
const addMessage = ({ type: _, ...command }: AddSupportMessage, request: SupportRequest): Decision => {
  const message = command.message.trim()
  const rejection = continuationRejection(request) ?? textRejection('message', message)
  return rejection === null ? accept({ type: 'SupportMessageAdded', data: { ...command, message } }) : reject(rejection)
}

/** Why the account may not write in its request; null if it may. @rule D-32 */
export const continuationRejection = ({
  state,
  unanswered,
}: Pick<SupportRequest, 'state' | 'unanswered'>): SupportRejection | null => {
  if (state === 'closed') return { type: 'SupportRequestIsClosed' }
  return unanswered < maxUnansweredMessages ? null : { type: 'TooManyUnansweredMessages', max: maxUnansweredMessages }
}

/**
 * Answers a request, again if more is to be said, and closes it if wanted. A message that arrived in between is read
 * first.
 */
const answerRequest = (command: AnswerSupportRequest, request: SupportRequest): Decision => {
  const { type: _, lastReadId, close, ...answer } = command
  const message = answer.message.trim()
  const rejection =
    answerRejection({ accountId: answer.accountId, state: request.state }, answer.by) ??
    textRejection('message', message)
  if (rejection !== null) return reject(rejection)
  if (lastReadId !== null && lastReadId !== request.lastMessageId)
    return reject({ type: 'SupportConversationContinued' })
  const answered: SupportEvent = { type: 'SupportAnswered', data: { ...answer, message } }
  const { requestId, accountId, by, at } = answer
  return close
    ? accept(answered, { type: 'SupportRequestClosed', data: { requestId, accountId, by, at } })
    : accept(answered)
}

/** Why this member of staff may not answer the request; null if they may. @rule D-33 never their own */
export const answerRejection = (
  { accountId, state }: { readonly accountId: string; readonly state: SupportState },
  by: string,
): SupportAnswerRejection | null => {
  if (accountId === by) return { type: 'OwnSupportRequest' }
  return state === 'closed' ? { type: 'SupportRequestIsClosed' } : null
}

const closeRequest = ({ requestId, accountId, at }: CloseSupportRequest, { state }: SupportRequest): Decision =>
  state === 'closed'
    ? nothing
    : accept({ type: 'SupportRequestClosed', data: { requestId, accountId, by: accountId, at } })

const textRejection = (text: SupportText, value: string): SupportRejection | null => {
  const limits = supportTextLengths[text]
  return fitsLength(value, limits) ? null : { type: 'SupportTextLength', text, ...limits }
}

/**
 * The help desk of one account; its stream id is the account id, so that the number of its requests is decided in one
 * stream.
 * @rule D-32 each request is one conversation
 */
export const supportDesk: Aggregate<SupportCommand, SupportEvent, SupportDesk, SupportRejection> = {
  category: 'support',
  events: SupportEvents,
  initial: { requests: PersistentMap(), unclosed: PersistentSet(), messageIds: PersistentSet() },
  evolve,
  decide,
}
