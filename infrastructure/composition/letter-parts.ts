import type { Doors } from '../../application/access/doors.ts'
import type { Message } from '../../application/ports/mail.ts'
import type { RegisteredAccount } from '../../domain/access/account/decider.ts'
import type { AccountEvent } from '../../domain/access/account/events.ts'
import { E, type TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

export type Letter = Omit<Message, 'key'>

/** What a letter is made of. */
export interface Matter {
  readonly doors: Doors
  readonly to: RegisteredAccount
  /** All that happened to the account, oldest first. */
  readonly past: readonly AccountEvent[]
  /** What the job says beside whose letter it is. */
  readonly data: Readonly<Record<string, unknown>>
  /** Where links lead. */
  readonly origin: string
}

/** Null when there is nothing to send any more. */
export type Writer = (matter: Matter) => Promise<Letter | null>

export const mail = (to: string, subject: string, text: string): Letter => ({ channel: 'email', to, subject, text })

export const greeting = ({ profile }: Pick<RegisteredAccount, 'profile'>) =>
  `Ciao ${profile.kind === 'client' ? profile.details.firstName : profile.details.businessName},`

const rome = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', timeStyle: 'short', dateStyle: 'long' })
/** `2 marzo 2026 alle ore 11:15`; `il`, `al` and `entro` before it bend for the eighth and the eleventh. */
export const dated = (at: Instant) => rome.format(new Date(at))

/** What a letter cannot do without; whoever waits for it tries again later. */
export const done = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('The letter cannot be written now', { cause: outcome.left })
  return outcome.right
}
