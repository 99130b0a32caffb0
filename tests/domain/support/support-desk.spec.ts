import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AddSupportMessage,
  answerRejection,
  type AnswerSupportRequest,
  type CloseSupportRequest,
  type RequestSupport,
  type SupportCommand,
  supportDesk,
  type SupportEvent,
} from '../../../domain/support/support-desk.ts'
import {
  maxUnansweredMessages,
  maxUnclosedRequests,
  supportStates,
  supportTextLengths,
} from '../../../domain/support/vocabulary.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(supportDesk)
const giulia = 'giulia'
const sofia = 'sofia'
const ofGiulia = (requestId = 'one') => ({ requestId, accountId: giulia, at: at('2026-03-01') })
const text = 'Il mio codice non viene accettato.'

const request = (requestId = 'one', more: Partial<RequestSupport> = {}): RequestSupport => ({
  type: 'RequestSupport',
  ...ofGiulia(requestId),
  messageId: requestId,
  subject: 'Codice sconto',
  message: text,
  ...more,
})
const add = (messageId: string, more: Partial<AddSupportMessage> = {}): AddSupportMessage => ({
  type: 'AddSupportMessage',
  ...ofGiulia(),
  messageId,
  message: text,
  ...more,
})
const answer = (messageId: string, more: Partial<AnswerSupportRequest> = {}): AnswerSupportRequest => ({
  type: 'AnswerSupportRequest',
  ...ofGiulia(),
  messageId,
  message: text,
  by: sofia,
  lastReadId: null,
  close: false,
  ...more,
})
const close = (requestId = 'one'): CloseSupportRequest => ({ type: 'CloseSupportRequest', ...ofGiulia(requestId) })

const requested = (requestId = 'one'): SupportEvent => ({
  type: 'SupportRequested',
  data: { ...ofGiulia(requestId), messageId: requestId, subject: 'Codice sconto', message: text },
})
const added = (messageId: string): SupportEvent => ({
  type: 'SupportMessageAdded',
  data: { ...ofGiulia(), messageId, message: text },
})
const answered = (messageId: string): SupportEvent => ({
  type: 'SupportAnswered',
  data: { ...ofGiulia(), messageId, message: text, by: sofia },
})
const closed = (by = giulia, requestId = 'one'): SupportEvent => ({
  type: 'SupportRequestClosed',
  data: { ...ofGiulia(requestId), by },
})

describe('D-32: a request to the help desk', () => {
  it('is one conversation of messages and answers', () => {
    given().when(request()).then(requested())
    given(requested()).when(answer('two')).then(answered('two'))
    given(requested(), answered('two')).when(add('three')).then(added('three'))
    given(requested(), answered('two')).when(answer('three')).then(answered('three'))
  })

  it('is sent, continued and answered once, however often the command is repeated', () => {
    given(requested()).when(request()).thenNothing()
    given(requested(), added('two'), closed()).when(add('two')).thenNothing()
    given(requested(), answered('two'), closed(sofia))
      .when(answer('two', { close: true, lastReadId: 'one' }))
      .thenNothing()
    given(requested(), closed()).when(close()).thenNothing()
  })

  it('is closed by the account, or by staff together with the last answer', () => {
    given(requested()).when(close()).then(closed())
    given(requested())
      .when(answer('two', { close: true }))
      .then(answered('two'), closed(sofia))
  })

  it('stays closed', () => {
    given(requested(), closed()).when(add('two')).thenRejected({ type: 'SupportRequestIsClosed' })
    given(requested(), closed()).when(answer('two')).thenRejected({ type: 'SupportRequestIsClosed' })
  })

  it('must exist', () => {
    for (const command of [add('two'), answer('two'), close()])
      given(requested('another')).when(command).thenRejected({ type: 'SupportRequestNotFound' })
  })

  it('is rejected while the account has too many others that are not closed', () => {
    const others = Array.from({ length: maxUnclosedRequests }, (_, n) => requested(`request-${n}`))
    given(...others)
      .when(request())
      .thenRejected({ type: 'TooManySupportRequests', max: maxUnclosedRequests })
    given(...others, closed(giulia, 'request-0'))
      .when(request())
      .then(requested())
  })

  it('takes a limited number of messages until it is answered', () => {
    const messages = Array.from({ length: maxUnansweredMessages - 1 }, (_, n) => added(`message-${n}`))
    given(requested(), ...messages)
      .when(add('more'))
      .thenRejected({ type: 'TooManyUnansweredMessages', max: maxUnansweredMessages })
    given(requested(), ...messages, answered('answer'))
      .when(add('more'))
      .then(added('more'))
  })

  it('needs a subject and messages of the lengths stated, without the blanks around them', () => {
    const subject = supportTextLengths.subject
    const message = supportTextLengths.message
    given()
      .when(request('one', { subject: '  ' }))
      .thenRejected({ type: 'SupportTextLength', text: 'subject', ...subject })
    given()
      .when(request('one', { subject: 'o'.repeat(subject.max + 1) }))
      .thenRejected({ type: 'SupportTextLength', text: 'subject', ...subject })
    for (const tooShort of [`   ${'o'.repeat(message.min - 1)}   `, 'o'.repeat(message.max + 1)])
      for (const command of [request('two', { message: tooShort }), add('two', { message: tooShort })])
        given(requested())
          .when(command)
          .thenRejected({ type: 'SupportTextLength', text: 'message', ...message })
    given()
      .when(request('one', { subject: ' Codice sconto ', message: ` ${text}\n` }))
      .then(requested())
  })
})

describe('an answer', () => {
  it('is rejected if somebody wrote after what its author has read', () => {
    given(requested(), added('two'))
      .when(answer('three', { lastReadId: 'one', close: true }))
      .thenRejected({ type: 'SupportConversationContinued' })
    given(requested(), added('two'))
      .when(answer('three', { lastReadId: 'two' }))
      .then(answered('three'))
  })

  it('D-33: never comes from the account itself, even if it is staff', () => {
    given(requested())
      .when(answer('two', { by: giulia }))
      .thenRejected({ type: 'OwnSupportRequest' })
    for (const state of supportStates)
      expect(answerRejection({ accountId: giulia, state }, giulia)).toEqual({ type: 'OwnSupportRequest' })
  })
})

const requestIds = fc.constantFrom('one', 'two')
const messageIds = fc.constantFrom('m1', 'm2', 'm3', 'm4')
const messages = fc.constantFrom('corto', text)
const anyCommand: fc.Arbitrary<SupportCommand> = fc.oneof(
  fc
    .record({ requestId: requestIds, subject: fc.constantFrom('', 'Codice'), message: messages })
    .map(({ requestId, ...more }) => request(requestId, more)),
  fc
    .record({ messageId: messageIds, requestId: requestIds, message: messages })
    .map(({ messageId, ...more }) => add(messageId, more)),
  fc
    .record({
      messageId: messageIds,
      requestId: requestIds,
      by: fc.constantFrom(giulia, sofia),
      lastReadId: fc.option(messageIds),
      close: fc.boolean(),
    })
    .map(({ messageId, ...more }) => answer(messageId, more)),
  requestIds.map(close),
)
testDeciderProperties('the help desk of an account', supportDesk, anyCommand)
