import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Ground, Reasons, StatementOfReasons, Violation } from '../../domain/kernel/statement-of-reasons.ts'
import { al, il } from '../../domain/kernel/text.ts'
import type { ModeratorDecision } from '../../domain/moderation/vocabulary.ts'
import { groundOfFlags } from '../../domain/reviews/review-flags.ts'
import type { DisputeReason } from '../../domain/kernel/vocabulary.ts'
import type { FlagReason } from '../../domain/reviews/vocabulary.ts'
import { formatInstant } from '../email.ts'

/** Reasons given by the moderator. Omitted parts are composed from the recorded facts. */
export interface GivenReasons {
  readonly ground?: Ground | undefined
  readonly facts?: string | undefined
  readonly violation?: Violation | undefined
}

/** Recorded facts about the subject of a decision. */
export interface ReviewFacts {
  readonly stars: number
  readonly writtenAt: Instant
  /** The flags the decision covers. */
  readonly flags: readonly { readonly reason: FlagReason }[]
  readonly dispute: { readonly reason: DisputeReason; readonly openedAt: Instant } | null
}

export const composeReasons = (decision: ModeratorDecision, known: ReviewFacts, given: GivenReasons = {}): Reasons => ({
  facts: given.facts?.trim() || composeFacts(decision, known),
  ground: given.ground ?? groundFor(decision, known),
  violation: given.violation ?? null,
})

const decisionsWithoutViolation: ReadonlySet<ModeratorDecision> = new Set([
  'RESTORED',
  'FLAG_DISMISSED',
  'FLAG_REVIEWED',
  'DISPUTE_REJECTED',
])

export const groundFor = (decision: ModeratorDecision, { flags, dispute }: ReviewFacts): Ground => {
  if (decisionsWithoutViolation.has(decision)) return 'NO_VIOLATION'
  const disputed = dispute !== null && (decision === 'DISPUTE_UPHELD' || flags.length === 0)
  return disputed ? dispute.reason : groundOfFlags(flags)
}

/** Neutral wording from recorded facts: stars, dates, number and reasons of the flags, reason of the dispute. */
export const composeFacts = (decision: ModeratorDecision, known: ReviewFacts): string => {
  const objections = [flagsText(known), disputeText(known)].filter((text) => text !== null)
  const subject = reviewText(known)
  return objections.length === 0
    ? `${subject} è stata esaminata da un moderatore, che ${decisionTexts[decision]}.`
    : `${subject} è stata ${objections.join(' e ')}. Un moderatore l’ha esaminata e ${decisionTexts[decision]}.`
}

/** Facts of a review held automatically because of its flags. */
export const holdFacts = (writtenAt: Instant): string =>
  `La recensione pubblicata ${il(italianDate(writtenAt))} ha ricevuto abbastanza segnalazioni da essere messa ` +
  'in revisione in automatico, in attesa che un moderatore la esamini.'

/** Facts of a review held automatically because new accounts review its target far more often than usual. @rule Q-125 */
export const burstFacts = (writtenAt: Instant): string =>
  `La recensione pubblicata ${il(italianDate(writtenAt))} è arrivata insieme a molte altre di account nuovi, ben più ` +
  'del solito per questa attività. È in verifica: conterà dopo che un moderatore l’avrà esaminata.'

/** Fallback if the reasons for an upheld dispute can no longer be read. */
export const upheldDisputeFacts = 'La contestazione dell’attività recensita è stata accolta da un moderatore.'

/** Facts of a decision on an appeal whose text has been erased. */
const erasedRulingFacts = 'Deciso su ricorso.'

/** The statement of reasons of a decision on an appeal, for the events that apply it. */
export const statementOfRuling = (ruling: StatementOfReasons): StatementOfReasons => {
  const { facts, ground, rulesVersion, automation, redress, appealableUntil } = ruling
  return { facts: facts || erasedRulingFacts, ground, rulesVersion, automation, redress, appealableUntil }
}

/** Fallback if the reasons for a struck rating can no longer be read. */
export const struckRatingFacts = 'La contestazione del cliente valutato è stata accolta da un moderatore.'

const decisionTexts: Readonly<Record<ModeratorDecision, string>> = {
  HIDDEN: 'l’ha nascosta',
  REMOVED: 'l’ha rimossa',
  RESTORED: 'l’ha resa di nuovo visibile',
  FLAG_UPHELD: 'ha accolto la segnalazione',
  FLAG_DISMISSED: 'non ha trovato violazioni',
  FLAG_REVIEWED: 'ha chiuso la segnalazione senza altri provvedimenti',
  DISPUTE_UPHELD: 'ha accolto la contestazione',
  DISPUTE_REJECTED: 'ha respinto la contestazione',
}

const reviewText = ({ stars, writtenAt }: ReviewFacts) =>
  `La recensione di ${stars} ${stars === 1 ? 'stella' : 'stelle'} pubblicata ${il(italianDate(writtenAt))}`

const flagsText = ({ flags }: ReviewFacts): string | null => {
  const counted = new Map<FlagReason, number>()
  for (const { reason } of flags) counted.set(reason, (counted.get(reason) ?? 0) + 1)
  const times = flags.length === 1 ? 'segnalata' : `segnalata ${flags.length} volte`
  const [only, ...more] = counted
  if (only === undefined) return null
  if (more.length === 0) return `${times} per ${flagReasonTexts[only[0]]}`
  return `${times} (${[...counted].map(([reason, count]) => `${count} per ${flagReasonTexts[reason]}`).join(', ')})`
}

const disputeText = ({ dispute }: ReviewFacts): string | null =>
  dispute &&
  `contestata dall’attività recensita ${il(italianDate(dispute.openedAt))} per ${disputeReasonTexts[dispute.reason]}`

const flagReasonTexts: Readonly<Record<FlagReason, string>> = {
  SPAM: 'spam',
  INAPPROPRIATE: 'contenuto inappropriato',
  FAKE: 'contenuto falso',
  OFFENSIVE: 'linguaggio offensivo',
  OTHER: 'un altro motivo',
}
const disputeReasonTexts: Readonly<Record<DisputeReason, string>> = {
  INCORRECT_INFO: 'informazioni errate',
  UNFAIR_RATING: 'punteggio ingiusto',
  POLICY_VIOLATION: 'violazione delle regole',
  OTHER: 'un altro motivo',
}

const months = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
  ' ',
)
const italianDate = (at: Instant): string => {
  const [year, month, day] = romeDay(at).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

export interface CommunityRule {
  readonly title: string
  readonly text: string
}

type CommunityRules = Readonly<Record<Ground, CommunityRule>>

/** Community rules as cited by decisions. Never edit a version: add a new one, so that earlier decisions keep their text. */
const firstVersion: CommunityRules = {
  SPAM: { title: 'Spam', text: 'Non sono ammessi messaggi pubblicitari, ripetuti o estranei a una visita.' },
  INAPPROPRIATE: {
    title: 'Contenuto inappropriato',
    text: 'Una recensione parla del servizio ricevuto, senza contenuti volgari, violenti o privati.',
  },
  FAKE: { title: 'Contenuto falso', text: 'Si recensisce solo ciò che si è vissuto davvero.' },
  FAKE_REVIEWS: { title: 'Recensioni false', text: 'Non si scrivono, comprano o vendono recensioni non autentiche.' },
  OFFENSIVE: { title: 'Linguaggio offensivo', text: 'Si può criticare, mai insultare o discriminare.' },
  HARASSMENT: { title: 'Molestie', text: 'Non sono ammesse minacce, persecuzioni o pressioni su una persona.' },
  INCORRECT_INFO: { title: 'Informazioni errate', text: 'I fatti raccontati in una recensione devono essere veri.' },
  UNFAIR_RATING: {
    title: 'Punteggio ingiusto',
    text: 'Un voto nasce dall’esperienza vissuta, non da ritorsione o da ragioni estranee alla visita.',
  },
  POLICY_VIOLATION: { title: 'Violazione delle regole', text: 'Si rispettano i termini d’uso e le linee guida.' },
  MULTIPLE_DISPUTES_LOST: {
    title: 'Contestazioni perse più volte',
    text: 'Chi pubblica più recensioni giudicate contrarie alle regole ne risponde.',
  },
  AUTO_FLAGGED: {
    title: 'Rilevazione automatica',
    text: 'Ciò che i sistemi segnalano come irregolare può essere sospeso fino all’esame di una persona.',
  },
  OTHER: { title: 'Altra regola', text: 'Si applicano i termini d’uso e le linee guida della community.' },
  NO_VIOLATION: { title: 'Nessuna violazione', text: 'Non è stata riscontrata alcuna violazione delle regole.' },
}

/** The rule about lost disputes spoke of authors of reviews, whom it does not concern. */
const secondVersion: CommunityRules = {
  ...firstVersion,
  MULTIPLE_DISPUTES_LOST: {
    title: 'Contestazioni infondate ripetute',
    text: 'Chi contesta più volte una recensione senza fondamento ne risponde.',
  },
}

const versions: readonly CommunityRules[] = [firstVersion, secondVersion]

/** The rule a decision rests on, in the version in force at the time. */
export const communityRule = (ground: Ground, version: number): CommunityRule =>
  (versions[version - 1] ?? firstVersion)[ground]

const automationTexts: Readonly<Record<StatementOfReasons['automation'], string>> = {
  none: 'La decisione è stata presa da una persona; nessun sistema automatico è intervenuto.',
  detection: 'Il caso è emerso in automatico per le segnalazioni ricevute; la decisione è stata presa da una persona.',
  decision: 'La decisione è stata presa in automatico.',
}

/** The findings, the rule and whether anything was automatic. */
export const reasonsOf = ({ facts, ground, rulesVersion, automation }: StatementOfReasons): string => {
  const { title, text } = communityRule(ground, rulesVersion)
  const rule = ground === 'NO_VIOLATION' ? text : `La regola è «${title}»: ${text}`
  return [facts, rule, automationTexts[automation]].filter((part) => part !== '').join('\n\n')
}

/** What the person concerned can do about the decision. */
export const redressOf = ({ appealableUntil }: StatementOfReasons): string =>
  appealableUntil === null
    ? 'Se non sei d’accordo puoi rivolgerti a un organismo di risoluzione extragiudiziale certificato o all’autorità giudiziaria.'
    : `Se non sei d’accordo puoi fare ricorso gratuitamente su Garbo fino ${al(formatInstant(appealableUntil))}, ` +
      'rivolgerti a un organismo di risoluzione extragiudiziale certificato, o all’autorità giudiziaria.'
