import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { type SupportCommand, supportDesk } from '../../domain/support/support-desk.ts'
import { requireImpartialTo } from '../moderation/own-matter.ts'
import { rejectedWith, type Result, type UseCase, type UseCaseContext } from '../use-case.ts'

export interface SendSupportMessage {
  /** Id chosen by the caller; a retry sends the same one. It is the request's id if the message opens one. */
  readonly messageId: string
  /** What the message is about, in a new or an existing request. */
  readonly to: { readonly subject: string } | { readonly requestId: string }
  readonly message: string
}

interface SupportResult {
  readonly requestId: string
  readonly position: Position | null
}

/** Opens a request with its first message, or adds a message to one. */
export const sendSupportMessage: UseCase<SendSupportMessage, SupportResult> =
  (context) =>
  ({ messageId, to, message }) => {
    const { person, at } = context
    const fields = { accountId: person.accountId, messageId, message, at }
    return 'subject' in to
      ? execute(context, { type: 'RequestSupport', requestId: messageId, subject: to.subject, ...fields })
      : execute(context, { type: 'AddSupportMessage', requestId: to.requestId, ...fields })
  }

interface RequestRef {
  readonly requestId: string
}

/** Closes a request of the account. */
export const closeSupportRequest: UseCase<RequestRef, SupportResult> =
  (context) =>
  ({ requestId }) => {
    const { person, at } = context
    return execute(context, { type: 'CloseSupportRequest', requestId, accountId: person.accountId, at })
  }

export interface AnswerSupportRequest extends RequestRef {
  /** Id chosen by the caller; a retry sends the same one. */
  readonly messageId: string
  readonly message: string
  /** The last message the member of staff has read; null if not known. */
  readonly lastReadId: string | null
  readonly close: boolean
}

/** @rule D-33 Q-128 not those of accounts that the member of staff is partial to */
export const answerSupportRequest: UseCase<AnswerSupportRequest, SupportResult> = (context) => (answer) =>
  pipe(
    context.lookups.support.accountOfSupportRequest(answer.requestId),
    TE.flatMap((accountId) => {
      if (accountId === null) return TE.left(rejectedWith({ type: 'SupportRequestNotFound' }))
      const { person, at } = context
      return pipe(
        // one's own request is rejected with another text
        accountId === person.accountId ? TE.right(undefined) : requireImpartialTo(context, [accountId]),
        TE.flatMap(() =>
          execute(context, { type: 'AnswerSupportRequest', accountId, by: person.accountId, ...answer, at }),
        ),
      )
    }),
  )

const execute = (context: UseCaseContext, command: SupportCommand): Result<SupportResult> =>
  pipe(
    context.execute(supportDesk, command.accountId, command),
    TE.map(({ position }) => ({ requestId: command.requestId, position })),
  )
