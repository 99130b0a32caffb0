import * as fc from 'fast-check'
import { E } from '../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { Reasons } from '../../domain/kernel/reasons.ts'
import type { Statement, Violation } from '../../domain/kernel/statement.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import type { DisputeCommand } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import type { ReviewCommand } from '../../domain/reputation/review/decider.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'

/** The words the specs of reputation are written in. */

export const on = (day: string, time = '10:00:00.000') => `${day}T${time}Z` as Instant
export const day = (text: string) => text as Day
/** A few instants, days and hours apart. */
export const instants = fc.constantFrom(
  ...['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10', '2026-03-17'].flatMap((date) => [
    on(date),
    on(date, '10:01:00.000'),
    on(date, '10:30:00.000'),
  ]),
)

/** `ReviewFlagged ReviewHeld`, `nothing`, or `✗ SelfFlag`: a decision in one line, for tables. */
export const inShort = (decided: E.Either<{ readonly type: string }, readonly { readonly type: string }[]>) => {
  if (E.isLeft(decided)) return `✗ ${decided.left.type}`
  return decided.right.map(({ type }) => type).join(' ') || 'nothing'
}

/** Why a text goes, why it stays, and what is said of one held. */
export const against: Reasons = { facts: 'Contiene insulti al personale.', ground: 'OFFENSIVE', violation: null }
export const inFavour: Reasons = { facts: 'Non viola alcuna regola.', ground: 'NO_VIOLATION', violation: null }
const inWords = { held: 'Sospesa dopo tre segnalazioni.' }
/** Decided on the fifth of March, as most here: to be appealed until the fifth of September. */
export const statementOf = (
  { facts, ground }: Omit<Reasons, 'violation'>,
  at = on('2026-03-05'),
  automation: Statement['automation'] = 'none',
): Statement => ({
  facts,
  ground,
  rulesVersion: 1,
  automation,
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: plusDays(at, 184),
})

type Review<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data']
type Ask<T extends ReviewCommand['type']> = Extract<ReviewCommand, { readonly type: T }>
export const ofReview = {
  reviewId: 'review-1',
  authorId: 'ada',
  authorType: 'client' as const,
  targetType: 'BUSINESS' as const,
  targetId: 'hotel',
  visibility: 'PUBLIC_ANONYMOUS' as const,
}
export const words = {
  rating: 4,
  comment: 'Bella vista, colazione povera',
  reasonCode: 'SERVICE' as const,
  reasonTags: ['colazione'],
}
export const submitReview = (differently: object = {}): ReviewCommand => ({
  type: 'SubmitReview',
  ...ofReview,
  ...words,
  at: on('2026-03-02'),
  ...differently,
})
export const editReview = (
  changes: Ask<'EditReview'>['changes'],
  { by = 'ada', disputeOpen = false } = {},
): ReviewCommand => ({ type: 'EditReview', by, changes, disputeOpen, at: on('2026-03-03') })
export const flagReview = (reporterId: string, differently: Partial<Ask<'FlagReview'>> = {}): ReviewCommand => ({
  type: 'FlagReview',
  flagId: `flag-of-${reporterId}`,
  reporterId,
  reporterType: 'client',
  reason: 'FAKE',
  note: null,
  established: true,
  record: { upheld: 0, dismissed: 0 },
  holdAtWeight: 300,
  factsIfHeld: inWords.held,
  at: on('2026-03-04'),
  ...differently,
})
export const decideFlag = (
  of: string,
  outcome: Ask<'DecideFlag'>['outcome'],
  differently: Partial<Ask<'DecideFlag'>> = {},
): ReviewCommand => ({
  type: 'DecideFlag',
  flagId: `flag-of-${of}`,
  outcome,
  by: 'moderator',
  targetAccountId: null,
  notes: null,
  reasons: outcome === 'UPHELD' ? against : inFavour,
  at: on('2026-03-05'),
  ...differently,
})
export const moderateReview = (
  to: Ask<'ModerateReview'>['to'],
  differently: Partial<Ask<'ModerateReview'>> = {},
): ReviewCommand => ({
  type: 'ModerateReview',
  to,
  by: 'moderator',
  targetAccountId: null,
  notes: null,
  reasons: to === 'ACTIVE' ? inFavour : against,
  at: on('2026-03-05'),
  ...differently,
})
export const removeByDispute = (
  disputeId = 'review-1',
  differently: Partial<Ask<'RemoveByDispute'>> = {},
): ReviewCommand => ({
  type: 'RemoveByDispute',
  disputeId,
  by: 'moderator',
  statement: statementOf(against),
  violation: null,
  at: on('2026-03-05'),
  ...differently,
})

export const submitted = (differently: Partial<Review<'ReviewSubmitted'>> = {}): ReviewEvent => ({
  type: 'ReviewSubmitted',
  data: { ...ofReview, ...words, at: on('2026-03-02'), ...differently },
})
export const edited = (differently: Partial<Review<'ReviewEdited'>> = {}): ReviewEvent => ({
  type: 'ReviewEdited',
  data: { ...ofReview, ...words, at: on('2026-03-03'), ...differently },
})
const ofFlag = (reporterId: string) => ({ flagId: `flag-of-${reporterId}`, reporterId, caseNumber: 1 })
const complaint = {
  reporterType: 'client' as const,
  reason: 'FAKE' as const,
  note: null,
  weight: 100,
  weightVersion: 1,
}
export const flagged = (reporterId: string, differently: Partial<Review<'ReviewFlagged'>> = {}): ReviewEvent => ({
  type: 'ReviewFlagged',
  data: { ...ofReview, ...ofFlag(reporterId), ...complaint, at: on('2026-03-04'), ...differently },
})
export const flagDecided = (
  type: 'FlagReviewed' | 'FlagDismissed' | 'FlagUpheld',
  reporterId: string,
  differently: Partial<Review<'FlagUpheld'>> = {},
): ReviewEvent => ({
  type,
  data: {
    ...ofReview,
    ...ofFlag(reporterId),
    by: 'moderator',
    notes: null,
    ...statementOf(type === 'FlagUpheld' ? against : inFavour),
    at: on('2026-03-05'),
    ...differently,
  },
})
export const held: ReviewEvent = {
  type: 'ReviewHeld',
  data: {
    ...ofReview,
    caseNumber: 1,
    ...statementOf({ facts: inWords.held, ground: 'FAKE' }, on('2026-03-04'), 'decision'),
    at: on('2026-03-04'),
  },
}
export const moderated = (
  type: 'ReviewHidden' | 'ReviewRemoved' | 'ReviewRestored',
  cause: Review<'ReviewHidden'>['cause'],
  notes: string | null = null,
  rating = 4,
  differently: Partial<Review<'ReviewHidden'>> = {},
): ReviewEvent => {
  const by = cause === 'moderator' ? 'moderator' : null
  const { violation = null, ...reasons } = differently
  const data = { ...ofReview, by, cause, notes, rating, at: on('2026-03-05') }
  return type === 'ReviewRestored'
    ? { type, data: { ...data, ...statementOf(inFavour), ...reasons } }
    : { type, data: { ...data, ...statementOf(against), ...reasons, violation } }
}

type Opened = Extract<DisputeEvent, { readonly type: 'DisputeOpened' }>['data']
export const ofDispute = { disputeId: 'review-1', reviewId: 'review-1', businessId: 'hotel' }
export const objection = {
  reason: 'INCORRECT_INFO' as const,
  message: 'La camera descritta non esiste nel nostro albergo.',
  evidenceUrls: ['https://hotel.example/camere'],
}
export const openDispute = (
  differently: Partial<Extract<DisputeCommand, { readonly type: 'OpenDispute' }>> = {},
): DisputeCommand => ({
  type: 'OpenDispute',
  reviewId: 'review-1',
  businessId: 'hotel',
  review: { targetType: 'BUSINESS', targetId: 'hotel', status: 'ACTIVE' },
  ...objection,
  workingDays: 5,
  at: on('2026-03-02'),
  ...differently,
})
const judging = {
  by: 'moderator',
  reviewParties: ['ada', 'rita'],
  moderatorNotes: null,
  resolution: null,
  at: on('2026-03-03'),
}
export const takeUnderReview = (differently: Partial<typeof judging> = {}): DisputeCommand => ({
  type: 'TakeUnderReview',
  ...judging,
  ...differently,
})
export const resolveDispute = (
  outcome: 'upheld' | 'rejected',
  differently: Partial<Omit<Extract<DisputeCommand, { readonly type: 'ResolveDispute' }>, 'type' | 'outcome'>> = {},
): DisputeCommand => ({
  type: 'ResolveDispute',
  outcome,
  ...judging,
  reasons: outcome === 'upheld' ? against : inFavour,
  ...differently,
})
export const closeDispute: DisputeCommand = { type: 'CloseDispute', ...judging }
export const voidDispute: DisputeCommand = { type: 'VoidDispute', cause: 'review-hidden', at: on('2026-03-03') }
export const disputeOpened = (differently: Partial<Opened> = {}): DisputeEvent => ({
  type: 'DisputeOpened',
  data: { ...ofDispute, ...objection, dueAt: on('2026-03-09', '22:59:59.999'), at: on('2026-03-02'), ...differently },
})
export const disputeJudged = (
  type: 'DisputeTakenUnderReview' | 'DisputeUpheld' | 'DisputeRejected' | 'DisputeClosed',
  notes: { readonly moderatorNotes?: string; readonly resolution?: string } = {},
  violation: Violation | null = null,
): DisputeEvent => {
  const at = on('2026-03-03')
  const data = { ...ofDispute, by: 'moderator', moderatorNotes: null, resolution: null, at, ...notes }
  if (type === 'DisputeUpheld') return { type, data: { ...data, ...statementOf(against, at), violation } }
  return type === 'DisputeRejected' ? { type, data: { ...data, ...statementOf(inFavour, at) } } : { type, data }
}
export const disputeVoided: DisputeEvent = {
  type: 'DisputeVoided',
  data: { ...ofDispute, cause: 'review-hidden', at: on('2026-03-03') },
}
