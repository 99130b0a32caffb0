import type { BurstEvent } from '../../../domain/reviews/burst.ts'
import { CountedStarsChanged, ReviewStarsChanged, ScoreEntryChanged } from '../../../domain/reviews/counted-review.ts'
import { type DisputeEvent, DisputeOverturned } from '../../../domain/reviews/dispute.ts'
import type { ExclusionEvent } from '../../../domain/reviews/excluded-periods.ts'
import { type ReplyEvent, ReplyOutdated } from '../../../domain/reviews/reply.ts'
import { ReviewSlotReleased, ReviewSlotReserved } from '../../../domain/reviews/review-slots.ts'
import { FlagClosed, FlagOverturned, type ReviewEvent } from '../../../domain/reviews/review-state.ts'
import type { ReviewSeriesEvent } from '../../../domain/reviews/review-series.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

const review = {
  reviewId: 'review-1',
  authorId: 'account-giulia',
  authorType: 'client',
  targetType: 'BUSINESS',
  targetId: 'account-aurora',
  visibility: 'PUBLIC_ANONYMOUS',
} as const
const reviewContent = {
  rating: 2,
  comment: 'Camera rumorosa, colazione ottima.',
  reasonCode: 'LOCATION',
  reasonTags: ['rumore', 'colazione'],
} as const
const flag = { ...review, flagId: 'flag-1', reporterId: 'account-luca', caseNumber: 1 }
const reasons = {
  facts: 'La recensione di 2 stelle pubblicata il 1 marzo 2026 è stata segnalata per linguaggio offensivo.',
  ground: 'OFFENSIVE',
  rulesVersion: 1,
  automation: 'none',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: at('2026-09-06'),
} as const
const favourableReasons = { ...reasons, ground: 'NO_VIOLATION' } as const
const flagDecision = {
  ...flag,
  by: 'account-moderator',
  notes: 'Linguaggio nei limiti.',
  ...favourableReasons,
  at: at('2026-03-06'),
}
const moderation = {
  ...review,
  by: 'account-moderator',
  cause: 'moderator',
  notes: 'Contiene il nome di una persona.',
  rating: 2,
  ...reasons,
  at: at('2026-03-07'),
} as const

export const reviewSamples: SamplesOf<ReviewEvent> = {
  ReviewSubmitted: { ...review, ...reviewContent, at: at('2026-03-01') },
  ReviewEdited: {
    ...review,
    ...reviewContent,
    rating: 3,
    comment: null,
    reasonTags: [],
    formerReasonCode: 'SERVICE',
    submittedAt: at('2026-03-01'),
    at: at('2026-03-02'),
  },
  ReviewFlagged: {
    ...flag,
    reporterType: 'client',
    reason: 'OFFENSIVE',
    note: 'Offende il personale.',
    weight: 100,
    weightVersion: 1,
    at: at('2026-03-05'),
  },
  [FlagClosed.type]: flagDecision,
  FlagDismissed: flagDecision,
  FlagUpheld: { ...flagDecision, ...reasons, notes: null },
  ReviewHeld: {
    ...review,
    caseNumber: 1,
    cause: 'flags',
    ...reasons,
    automation: 'decision',
    at: at('2026-03-05', '10:00'),
  },
  ReviewHidden: { ...moderation, by: null, cause: 'flags', automation: 'detection', violation: 'HARASSMENT' },
  ReviewRemoved: { ...moderation, cause: 'dispute', violation: null },
  ReviewRestored: { ...moderation, ...favourableReasons, notes: null },
  AppealApplied: {
    ...review,
    rulingId: 'event-77',
    to: 'ACTIVE',
    by: 'account-second-moderator',
    at: at('2026-03-12'),
  },
  [FlagOverturned.type]: {
    ...flag,
    rulingId: 'event-77',
    outcome: 'DISMISSED',
    by: 'account-second-moderator',
    ...favourableReasons,
    at: at('2026-03-12'),
  },
}

const reviewReference = {
  authorId: 'account-giulia',
  targetType: 'BUSINESS',
  targetId: 'account-aurora',
  reviewId: 'review-1',
  at: at('2026-03-01'),
} as const

export const reviewSeriesSamples: SamplesOf<ReviewSeriesEvent> = {
  [ReviewSlotReserved.type]: reviewReference,
  [ReviewSlotReleased.type]: reviewReference,
  [ReviewStarsChanged.type]: { ...reviewReference, before: null, after: 2 },
  [CountedStarsChanged.type]: { ...reviewReference, before: null, after: 2 },
  [ScoreEntryChanged.type]: {
    ...reviewReference,
    from: null,
    to: { reviewId: 'review-1', stars: 2, day: day('2026-03-01') },
  },
}

const dispute = { disputeId: 'review-1', reviewId: 'review-1', businessId: 'account-aurora' }
const ruling = {
  ...dispute,
  by: 'account-moderator',
  moderatorNotes: 'Ricevuta verificata.',
  resolution: 'La recensione riguarda un altro albergo.',
  at: at('2026-03-09'),
}

export const disputeSamples: SamplesOf<DisputeEvent> = {
  DisputeOpened: {
    ...dispute,
    authorId: 'account-giulia',
    reason: 'INCORRECT_INFO',
    message: 'Il cliente non ha mai soggiornato da noi in quella data.',
    evidenceUrls: ['https://hotelaurora.example/registro.pdf'],
    dueAt: at('2026-03-13', '22:59'),
    at: at('2026-03-06'),
  },
  StatementFiled: {
    ...dispute,
    statementId: 'statement-1',
    party: 'author',
    partyId: 'account-giulia',
    message: 'Ho soggiornato dal 3 al 5 marzo e ho la ricevuta.',
    at: at('2026-03-07'),
  },
  DisputeTakenUnderReview: { ...ruling, moderatorNotes: null, resolution: null },
  DisputeUpheld: { ...ruling, ...reasons, ground: 'INCORRECT_INFO', violation: 'FAKE_REVIEWS' },
  DisputeRejected: { ...ruling, ...favourableReasons },
  DisputeClosed: ruling,
  DisputeVoided: { ...dispute, cause: 'review-removed', at: at('2026-03-10') },
  [DisputeOverturned.type]: {
    ...dispute,
    rulingId: 'event-78',
    outcome: 'rejected',
    by: 'account-second-moderator',
    ...favourableReasons,
    at: at('2026-03-12'),
  },
}

const reply = { reviewId: 'review-1', businessId: 'account-aurora' }

export const replySamples: SamplesOf<ReplyEvent> = {
  ReplyPublished: {
    ...reply,
    authorId: 'account-giulia',
    reviewedAt: at('2026-03-05'),
    text: 'Ci dispiace per il rumore: abbiamo cambiato gli infissi.',
    at: at('2026-03-08'),
  },
  ReplyEdited: { ...reply, text: 'Ci dispiace per il rumore: gli infissi sono nuovi.', at: at('2026-03-09') },
  ReplyWithdrawn: { ...reply, publishedAt: at('2026-03-08'), reviewedAt: at('2026-03-05'), at: at('2026-03-11') },
  [ReplyOutdated.type]: { ...reply, at: at('2026-03-10') },
}

const evidence = {
  day: day('2026-03-05'),
  opinions: 48,
  stars: 52,
  newAccounts: 40,
  usualTenths: 20,
  scoreTenths: 310,
  detectorVersion: 1,
}
const period = {
  businessId: 'account-aurora',
  exclusionId: 'exclusion-1',
  from: day('2026-03-04'),
  to: day('2026-03-06'),
}
const statementOfReasonsFields = {
  facts: 'In tre giorni sono arrivate recensioni sul video di un ospite, nessuna su un soggiorno.',
  rulesVersion: 1,
  redress: ['out-of-court', 'court'],
  appealableUntil: null,
  by: 'account-moderator',
} as const

export const exclusionSamples: SamplesOf<ExclusionEvent> = {
  AnomalyDetected: { businessId: 'account-aurora', evidence, at: at('2026-03-06', '00:30') },
  AnomalyDismissed: {
    businessId: 'account-aurora',
    day: day('2026-03-05'),
    by: 'account-moderator',
    notes: 'Era il giorno della sagra.',
    at: at('2026-03-06'),
  },
  PeriodExcluded: {
    ...period,
    reason: 'OFF_TOPIC',
    evidence: [evidence],
    ...statementOfReasonsFields,
    ground: 'POLICY_VIOLATION',
    automation: 'detection',
    at: at('2026-03-07'),
  },
  ExclusionLifted: {
    ...period,
    ...statementOfReasonsFields,
    ground: 'NO_VIOLATION',
    automation: 'none',
    at: at('2026-03-09'),
  },
}

export const burstSamples: SamplesOf<BurstEvent> = {
  NewAccountReviewed: {
    businessId: 'account-aurora',
    day: day('2026-03-01'),
    reviewId: 'review-1',
    surplus: true,
    at: at('2026-03-01'),
  },
}
