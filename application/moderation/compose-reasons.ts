import { il } from '../../domain/kernel/italian.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Reasons } from '../../domain/kernel/reasons.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import type { Ground, Violation } from '../../domain/kernel/statement.ts'
import type { DisputeReason } from '../../domain/reputation/dispute/events.ts'
import type { FlagReason } from '../../domain/reputation/review/events.ts'
import { groundOf } from '../../domain/reputation/review/verdict.ts'

/** What a moderator said of a decision; what is left out is composed of what the log knows. */
export interface GivenReasons {
  readonly ground?: Ground | undefined
  readonly facts?: string | undefined
  readonly violation?: Violation | undefined
}

export type Decision =
  | 'HIDDEN'
  | 'REMOVED'
  | 'RESTORED'
  | 'FLAG_UPHELD'
  | 'FLAG_DISMISSED'
  | 'FLAG_REVIEWED'
  | 'DISPUTE_UPHELD'
  | 'DISPUTE_REJECTED'

/** What the log knows of what is decided on. */
export interface Known {
  readonly stars: number
  readonly writtenAt: Instant
  /** Those the decision is about. */
  readonly flags: readonly { readonly reason: FlagReason }[]
  readonly dispute: { readonly reason: DisputeReason; readonly openedAt: Instant } | null
}

export const reasonsFor = (decision: Decision, known: Known, given: GivenReasons = {}): Reasons => ({
  facts: given.facts?.trim() || factsOf(decision, known),
  ground: given.ground ?? composedGround(decision, known),
  violation: given.violation ?? null,
})

const withoutGround: ReadonlySet<Decision> = new Set([
  'RESTORED',
  'FLAG_DISMISSED',
  'FLAG_REVIEWED',
  'DISPUTE_REJECTED',
])

export const composedGround = (decision: Decision, { flags, dispute }: Known): Ground => {
  if (withoutGround.has(decision)) return 'NO_VIOLATION'
  const disputed = dispute !== null && (decision === 'DISPUTE_UPHELD' || flags.length === 0)
  return disputed ? dispute.reason : groundOf(flags)
}

/** Nothing but what happened: stars, days, how many reports and for what, what the business objects. */
export const factsOf = (decision: Decision, known: Known): string => {
  const told = [reportsOf(known), disputeOf(known)].filter((one) => one !== null)
  const matter = reviewOf(known)
  return told.length === 0
    ? `${matter} è stata esaminata da un moderatore, che ${outcomes[decision]}.`
    : `${matter} è stata ${told.join(' e ')}. Un moderatore l’ha esaminata e ${outcomes[decision]}.`
}

/** Said of a review that enough reports took out of sight by themselves. */
export const factsOfHold = (writtenAt: Instant): string =>
  `La recensione pubblicata ${il(dayInWords(writtenAt))} ha ricevuto abbastanza segnalazioni da essere sospesa ` +
  'in automatico, in attesa che un moderatore la esamini.'

/** Said where the words of a dispute's decision can no longer be read. */
export const factsOfUpheldDispute = 'La contestazione dell’attività recensita è stata accolta da un moderatore.'

const outcomes: Readonly<Record<Decision, string>> = {
  HIDDEN: 'l’ha nascosta',
  REMOVED: 'l’ha rimossa',
  RESTORED: 'l’ha resa di nuovo visibile',
  FLAG_UPHELD: 'ha accolto la segnalazione',
  FLAG_DISMISSED: 'non ha trovato violazioni',
  FLAG_REVIEWED: 'ha chiuso la segnalazione senza altri provvedimenti',
  DISPUTE_UPHELD: 'ha accolto la contestazione',
  DISPUTE_REJECTED: 'ha respinto la contestazione',
}

const reviewOf = ({ stars, writtenAt }: Known) =>
  `La recensione di ${stars} ${stars === 1 ? 'stella' : 'stelle'} pubblicata ${il(dayInWords(writtenAt))}`

const reportsOf = ({ flags }: Known): string | null => {
  const counted = new Map<FlagReason, number>()
  for (const { reason } of flags) counted.set(reason, (counted.get(reason) ?? 0) + 1)
  const times = flags.length === 1 ? 'segnalata' : `segnalata ${flags.length} volte`
  const [only, ...more] = counted
  if (only === undefined) return null
  if (more.length === 0) return `${times} per ${flagWords[only[0]]}`
  return `${times} (${[...counted].map(([reason, count]) => `${count} per ${flagWords[reason]}`).join(', ')})`
}

const disputeOf = ({ dispute }: Known): string | null =>
  dispute &&
  `contestata dall’attività recensita ${il(dayInWords(dispute.openedAt))} per ${disputeWords[dispute.reason]}`

const flagWords: Readonly<Record<FlagReason, string>> = {
  SPAM: 'spam',
  INAPPROPRIATE: 'contenuto inappropriato',
  FAKE: 'contenuto falso',
  OFFENSIVE: 'linguaggio offensivo',
  OTHER: 'un altro motivo',
}
const disputeWords: Readonly<Record<DisputeReason, string>> = {
  INCORRECT_INFO: 'informazioni errate',
  UNFAIR_RATING: 'valutazione ingiusta',
  POLICY_VIOLATION: 'violazione delle regole',
  OTHER: 'un altro motivo',
}

const months = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
  ' ',
)
const dayInWords = (at: Instant): string => {
  const [year, month, day] = romeDay(at).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}
