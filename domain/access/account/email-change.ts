import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { AccountEvent } from './events.ts'

export type EmailCommand =
  | { readonly type: 'RequestEmailChange'; readonly changeId: string; readonly email: string; readonly at: Instant }
  | {
      readonly type: 'ChangeEmail'
      readonly changeId: string
      /** Keyed names of the new and of the present address. */
      readonly nameId: string
      readonly formerNameId: string
      readonly at: Instant
    }

export type EmailRejection =
  /** None was asked for, or another has been since. */
  | { readonly type: 'EmailChangeUnknown' }
  /** The same request, with another address. */
  | { readonly type: 'EmailChangeDiffers' }

export interface WaitingEmail {
  readonly changeId: string
  readonly email: string
}

/** The latest that came about. */
export interface LatestEmailChange {
  readonly changeId: string
  readonly nameId: string
}

interface EmailState {
  readonly accountId: string
  readonly kind: 'business' | 'client'
  readonly clientId: string | null
  readonly email: string
  readonly emailConfirmed: boolean
  /** The address that waits for its code. */
  readonly waitingEmail: WaitingEmail | null
  readonly emailChange: LatestEmailChange | null
}

type Decided = E.Either<EmailRejection, readonly AccountEvent[]>

/** Asked for, then proven by the code mailed to the new address (Q-91, points settled 4). */
export const changeEmail = (command: EmailCommand, state: EmailState): Decided =>
  command.type === 'RequestEmailChange' ? request(command, state) : confirm(command, state)

const request = (
  { changeId, email, at }: Extract<EmailCommand, { readonly type: 'RequestEmailChange' }>,
  { accountId, email: present, waitingEmail, emailChange }: EmailState,
): Decided => {
  if (email === present || changeId === emailChange?.changeId) return E.right([])
  if (waitingEmail?.changeId !== changeId)
    return E.right([{ type: 'EmailChangeRequested', data: { accountId, changeId, email, at } }])
  return waitingEmail.email === email ? E.right([]) : E.left({ type: 'EmailChangeDiffers' })
}

/** Whoever read the code in the new mailbox has proven the new address too. */
const confirm = (
  { type: _, ...command }: Extract<EmailCommand, { readonly type: 'ChangeEmail' }>,
  { accountId, kind, clientId, email: formerEmail, emailConfirmed, waitingEmail, emailChange }: EmailState,
): Decided => {
  const { changeId, at } = command
  if (changeId === emailChange?.changeId) return E.right([])
  if (waitingEmail?.changeId !== changeId) return E.left({ type: 'EmailChangeUnknown' })
  const { email } = waitingEmail
  const changed: AccountEvent = { type: 'EmailChanged', data: { accountId, email, formerEmail, ...command } }
  const proven: AccountEvent = { type: 'EmailConfirmed', data: { accountId, kind, clientId, at } }
  return E.right(emailConfirmed ? [changed] : [changed, proven])
}
