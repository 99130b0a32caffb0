import type { AccountEvent } from '../domain/accounts/account-events.ts'
import type { RegisteredAccount } from '../domain/accounts/account.ts'
import { E, type TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { OneTimeCodes, TemporaryPasswords } from './accounts/ports.ts'
import type { History } from './history.ts'
import type { Clock } from './ports/clock.ts'
import type { Message } from './ports/mail.ts'

export type Email = Omit<Message, 'key'>

/** What templates read. */
export interface EmailServices {
  readonly history: Pick<History, 'read'>
  readonly clock: Clock
  readonly codes: OneTimeCodes
  readonly temporaryPasswords: TemporaryPasswords
}

/** What a letter is made of. */
export interface EmailContext {
  readonly auth: EmailServices
  readonly to: RegisteredAccount
  /** All that happened to the account, oldest first. */
  readonly past: readonly AccountEvent[]
  /** What the job says beside whose letter it is. */
  readonly data: Readonly<Record<string, unknown>>
  /** Where links lead. */
  readonly origin: string
}

/** Writes one message; null when there is nothing left to send. One of them goes out as an SMS. */
export type EmailTemplate = (context: EmailContext) => Promise<Email | null>

/** By the name of the job that asks for it: stored, never renamed. */
export type EmailTemplates = Readonly<Record<string, EmailTemplate>>

export const textEmail = (to: string, subject: string, text: string): Email => ({ channel: 'email', to, subject, text })

export const greeting = ({ profile }: Pick<RegisteredAccount, 'profile'>) =>
  `Ciao ${profile.kind === 'client' ? profile.details.firstName : profile.details.businessName},`

const rome = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', timeStyle: 'short', dateStyle: 'long' })
/** `2 marzo 2026 alle ore 11:15`; `il`, `al` and `entro` before it bend for the eighth and the eleventh. */
export const formatInstant = (at: Instant) => rome.format(new Date(at))

/** What a letter cannot do without; whoever waits for it tries again later. */
export const orThrow = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('The letter cannot be written now', { cause: outcome.left })
  return outcome.right
}
