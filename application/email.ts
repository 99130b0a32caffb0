import type { AccountEvent } from '../domain/accounts/account-events.ts'
import type { RegisteredAccount } from '../domain/accounts/account-state.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { NotificationServices } from './accounts/notification-ports.ts'
import type { PayoutUndoTokens } from './ava/ports.ts'
import type { NameHasher, OneTimeCodes, Passkeys, TemporaryPasswords } from './accounts/ports.ts'
import type { History } from './history.ts'
import type { Clock } from './ports/clock.ts'
import type { Message } from './ports/mail.ts'
import type { ContactTokens } from './ratings/ports.ts'

export type Email = Omit<Message, 'key'>

/** Services available to e-mail templates. */
export interface EmailServices {
  readonly history: Pick<History, 'read'>
  readonly clock: Clock
  readonly codes: OneTimeCodes
  readonly nameHasher: Pick<NameHasher, 'phone'>
  readonly temporaryPasswords: TemporaryPasswords
  readonly passkeys: Pick<Passkeys, 'listOf'>
  readonly payoutUndoTokens: Pick<PayoutUndoTokens, 'issue'>
  readonly contactTokens: Pick<ContactTokens, 'issue'>
  readonly notifications: Pick<NotificationServices, 'textOf' | 'filesOf' | 'unsubscribeTokens'> & {
    readonly store: Pick<NotificationServices['store'], 'inMessage'>
  }
}

/** Input of an e-mail template. */
export interface EmailContext {
  readonly services: EmailServices
  readonly to: RegisteredAccount
  /** Events of the account, oldest first. */
  readonly past: readonly AccountEvent[]
  /** Job data besides the addressee. */
  readonly data: Readonly<Record<string, unknown>>
  /** Origin of links in the message. */
  readonly origin: string
}

/** Writes one e-mail, or a text message to users who have forgotten their address; null if there is nothing left to send. */
export type EmailTemplate = (context: EmailContext) => Promise<Email | null>

/** Templates by job name. Job names are stored: never rename them. */
export type EmailTemplates = Readonly<Record<string, EmailTemplate>>

export const textEmail = (to: string, subject: string, text: string): Email => ({ channel: 'email', to, subject, text })

/** Without a name until the address is confirmed: the account may not be that of its reader. @rule Q-131 */
export const greeting = ({ profile, emailConfirmed }: Pick<RegisteredAccount, 'profile' | 'emailConfirmed'>) =>
  emailConfirmed
    ? `Ciao ${profile.kind === 'client' ? profile.details.firstName : profile.details.businessName},`
    : greetingWithoutName

/** To an address that is not confirmed. @rule Q-131 */
export const greetingWithoutName = 'Ciao,'

const rome = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', timeStyle: 'short', dateStyle: 'long' })
/** `2 marzo 2026 alle ore 11:15`. Combine with `il`, `al` and `dal`, which elide before eight and eleven. */
export const formatInstant = (at: Instant) => rome.format(new Date(at))
