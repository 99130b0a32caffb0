import * as fc from 'fast-check'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import {
  communityRulesVersion,
  type Reasons,
  type StatementOfReasons,
  type Violation,
} from '../../../domain/kernel/statement-of-reasons.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { DisputeCommand, DisputeEvent } from '../../../domain/reviews/dispute.ts'
import type { FlagClosed, ReviewEvent } from '../../../domain/reviews/review-state.ts'
import type { ReviewCommand } from '../../../domain/reviews/review.ts'

/** Commands and events for the specs of reviews, flags and disputes. */

export const instantOn = (day: string, time = '10:00:00.000') => `${day}T${time}Z` as Instant
export const day = (text: string) => text as Day
/** A few instants, days and hours apart. */
export const anyInstant = fc.constantFrom(
  ...['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10', '2026-03-17'].flatMap((date) => [
    instantOn(date),
    instantOn(date, '10:01:00.000'),
    instantOn(date, '10:30:00.000'),
  ]),
)

/** `ReviewFlagged ReviewHeld`, `nothing`, or `✗ SelfFlag`: a decision in one line, for tables. */
export const summarize = (decided: E.Either<{ readonly type: string }, readonly { readonly type: string }[]>) => {
  if (E.isLeft(decided)) return `✗ ${decided.left.type}`
  return decided.right.map(({ type }) => type).join(' ') || 'nothing'
}

/** Reasons against and in favour of a review, and the facts of a held one. */
export const adverseReasons: Reasons = { facts: 'Contiene insulti al personale.', ground: 'OFFENSIVE', violation: null }
export const favourableReasons: Reasons = { facts: 'Non viola alcuna regola.', ground: 'NO_VIOLATION', violation: null }
const heldFacts = 'Sospesa dopo tre segnalazioni.'
/** By default decided on the fifth of March, so that it can be appealed until the fifth of September. */
export const statementOf = (
  { facts, ground }: Omit<Reasons, 'violation'>,
  at = instantOn('2026-03-05'),
  automation: StatementOfReasons['automation'] = 'none',
): StatementOfReasons => ({
  facts,
  ground,
  rulesVersion: communityRulesVersion,
  automation,
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: plusDays(at, 184),
})

type ReviewEventData<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data']
type ReviewCommandOf<T extends ReviewCommand['type']> = Extract<ReviewCommand, { readonly type: T }>
export const reviewFields = {
  reviewId: 'review-1',
  authorId: 'ada',
  authorType: 'client' as const,
  targetType: 'BUSINESS' as const,
  targetId: 'hotel',
  visibility: 'PUBLIC_ANONYMOUS' as const,
}
const reviewContent = {
  rating: 4,
  comment: 'Bella vista, colazione povera',
  reasonCode: 'SERVICE' as const,
  reasonTags: ['colazione'],
}
export const submitReview = (overrides: object = {}): ReviewCommand => ({
  type: 'SubmitReview',
  ...reviewFields,
  ...reviewContent,
  at: instantOn('2026-03-02'),
  ...overrides,
})
export const editReview = (
  changes: ReviewCommandOf<'EditReview'>['changes'],
  { by = 'ada', disputeUndecided = false } = {},
): ReviewCommand => ({ type: 'EditReview', by, changes, disputeUndecided, at: instantOn('2026-03-03') })
export const flagReview = (
  reporterId: string,
  overrides: Partial<ReviewCommandOf<'FlagReview'>> = {},
): ReviewCommand => ({
  type: 'FlagReview',
  flagId: `flag-of-${reporterId}`,
  reporterId,
  reporterType: 'client',
  reason: 'FAKE',
  note: null,
  established: true,
  reporterRecord: { upheld: 0, dismissed: 0 },
  holdAtWeight: 300,
  heldFacts,
  at: instantOn('2026-03-04'),
  ...overrides,
})
export const decideFlag = (
  reporterId: string,
  outcome: ReviewCommandOf<'DecideFlag'>['outcome'],
  overrides: Partial<ReviewCommandOf<'DecideFlag'>> = {},
): ReviewCommand => ({
  type: 'DecideFlag',
  flagId: `flag-of-${reporterId}`,
  outcome,
  by: 'moderator',
  targetAccountId: null,
  notes: null,
  reasons: outcome === 'UPHELD' ? adverseReasons : favourableReasons,
  at: instantOn('2026-03-05'),
  ...overrides,
})
export const moderateReview = (
  to: ReviewCommandOf<'ModerateReview'>['to'],
  overrides: Partial<ReviewCommandOf<'ModerateReview'>> = {},
): ReviewCommand => ({
  type: 'ModerateReview',
  to,
  by: 'moderator',
  targetAccountId: null,
  notes: null,
  reasons: to === 'ACTIVE' ? favourableReasons : adverseReasons,
  at: instantOn('2026-03-05'),
  ...overrides,
})
export const removeByDispute = (
  disputeId = 'review-1',
  overrides: Partial<ReviewCommandOf<'RemoveByDispute'>> = {},
): ReviewCommand => ({
  type: 'RemoveByDispute',
  disputeId,
  by: 'moderator',
  statementOfReasons: statementOf(adverseReasons),
  violation: null,
  at: instantOn('2026-03-05'),
  ...overrides,
})

export const reviewSubmitted = (overrides: Partial<ReviewEventData<'ReviewSubmitted'>> = {}): ReviewEvent => ({
  type: 'ReviewSubmitted',
  data: { ...reviewFields, ...reviewContent, at: instantOn('2026-03-02'), ...overrides },
})
export const reviewEdited = (overrides: Partial<ReviewEventData<'ReviewEdited'>> = {}): ReviewEvent => ({
  type: 'ReviewEdited',
  data: {
    ...reviewFields,
    ...reviewContent,
    formerReasonCode: reviewContent.reasonCode,
    submittedAt: instantOn('2026-03-02'),
    at: instantOn('2026-03-03'),
    ...overrides,
  },
})
const flagFields = (reporterId: string) => ({ flagId: `flag-of-${reporterId}`, reporterId, caseNumber: 1 })
const flagContent = {
  reporterType: 'client' as const,
  reason: 'FAKE' as const,
  note: null,
  weight: 100,
  weightVersion: 1,
}
export const reviewFlagged = (
  reporterId: string,
  overrides: Partial<ReviewEventData<'ReviewFlagged'>> = {},
): ReviewEvent => ({
  type: 'ReviewFlagged',
  data: { ...reviewFields, ...flagFields(reporterId), ...flagContent, at: instantOn('2026-03-04'), ...overrides },
})
export const flagDecided = (
  type: typeof FlagClosed.type | 'FlagDismissed' | 'FlagUpheld',
  reporterId: string,
  overrides: Partial<ReviewEventData<'FlagUpheld'>> = {},
): ReviewEvent => ({
  type,
  data: {
    ...reviewFields,
    ...flagFields(reporterId),
    by: 'moderator',
    notes: null,
    ...statementOf(type === 'FlagUpheld' ? adverseReasons : favourableReasons),
    at: instantOn('2026-03-05'),
    ...overrides,
  },
})
export const reviewHeld: ReviewEvent = {
  type: 'ReviewHeld',
  data: {
    ...reviewFields,
    caseNumber: 1,
    cause: 'flags',
    ...statementOf({ facts: heldFacts, ground: 'FAKE' }, instantOn('2026-03-04'), 'decision'),
    at: instantOn('2026-03-04'),
  },
}
export const reviewModerated = (
  type: 'ReviewHidden' | 'ReviewRemoved' | 'ReviewRestored',
  cause: ReviewEventData<'ReviewHidden'>['cause'],
  notes: string | null = null,
  rating = 4,
  overrides: Partial<ReviewEventData<'ReviewHidden'>> = {},
): ReviewEvent => {
  const by = cause === 'moderator' ? 'moderator' : null
  const { violation = null, ...reasons } = overrides
  const data = { ...reviewFields, by, cause, notes, rating, at: instantOn('2026-03-05') }
  return type === 'ReviewRestored'
    ? { type, data: { ...data, ...statementOf(favourableReasons), ...reasons } }
    : { type, data: { ...data, ...statementOf(adverseReasons), ...reasons, violation } }
}

type DisputeOpenedData = Extract<DisputeEvent, { readonly type: 'DisputeOpened' }>['data']
export const disputeFields = { disputeId: 'review-1', reviewId: 'review-1', businessId: 'hotel' }
const disputeContent = {
  reason: 'INCORRECT_INFO' as const,
  message: 'La camera descritta non esiste nel nostro albergo.',
  evidenceUrls: ['https://hotel.example/camere'],
}
export const openDispute = (
  overrides: Partial<Extract<DisputeCommand, { readonly type: 'OpenDispute' }>> = {},
): DisputeCommand => ({
  type: 'OpenDispute',
  reviewId: 'review-1',
  authorId: 'ada',
  businessId: 'hotel',
  review: { targetType: 'BUSINESS', targetId: 'hotel', status: 'ACTIVE' },
  ...disputeContent,
  workingDays: 5,
  at: instantOn('2026-03-02'),
  ...overrides,
})
const rulingFields = {
  by: 'moderator',
  authorAndReporters: ['ada', 'rita'],
  moderatorNotes: null,
  resolution: null,
  at: instantOn('2026-03-03'),
}
export const takeUnderReview = (overrides: Partial<typeof rulingFields> = {}): DisputeCommand => ({
  type: 'TakeUnderReview',
  ...rulingFields,
  ...overrides,
})
export const decideDispute = (
  outcome: 'upheld' | 'rejected',
  overrides: Partial<Omit<Extract<DisputeCommand, { readonly type: 'DecideDispute' }>, 'type' | 'outcome'>> = {},
): DisputeCommand => ({
  type: 'DecideDispute',
  outcome,
  ...rulingFields,
  reasons: outcome === 'upheld' ? adverseReasons : favourableReasons,
  ...overrides,
})
export const closeDispute: DisputeCommand = { type: 'CloseDispute', ...rulingFields }
export const voidDispute: DisputeCommand = { type: 'VoidDispute', cause: 'review-hidden', at: instantOn('2026-03-03') }
export const disputeOpened = (overrides: Partial<DisputeOpenedData> = {}): DisputeEvent => ({
  type: 'DisputeOpened',
  data: {
    ...disputeFields,
    authorId: 'ada',
    ...disputeContent,
    dueAt: instantOn('2026-03-09', '22:59:59.999'),
    at: instantOn('2026-03-02'),
    ...overrides,
  },
})
export const disputeModerated = (
  type: 'DisputeTakenUnderReview' | 'DisputeUpheld' | 'DisputeRejected' | 'DisputeClosed',
  notes: { readonly moderatorNotes?: string; readonly resolution?: string } = {},
  violation: Violation | null = null,
): DisputeEvent => {
  const at = instantOn('2026-03-03')
  const data = { ...disputeFields, by: 'moderator', moderatorNotes: null, resolution: null, at, ...notes }
  if (type === 'DisputeUpheld') return { type, data: { ...data, ...statementOf(adverseReasons, at), violation } }
  return type === 'DisputeRejected'
    ? { type, data: { ...data, ...statementOf(favourableReasons, at) } }
    : { type, data }
}
export const disputeVoided: DisputeEvent = {
  type: 'DisputeVoided',
  data: { ...disputeFields, cause: 'review-hidden', at: instantOn('2026-03-03') },
}
