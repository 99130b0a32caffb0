import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { automations, grounds, remedies } from '../../domain/kernel/vocabulary.ts'
import { AppealDecided } from '../../domain/moderation/appeal.ts'
import { appealSides, type DecisionKind, decisionKinds } from '../../domain/moderation/vocabulary.ts'
import { DisputeRejected, DisputeOverturned, DisputeUpheld } from '../../domain/reviews/dispute.ts'
import { ContestOverturned, RatingKept, RatingStruck } from '../../domain/ratings/rating-contest.ts'
import { RatingRemoved, RatingRestored } from '../../domain/ratings/rating.ts'
import {
  FlagDismissed,
  FlagOverturned,
  FlagClosed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
} from '../../domain/reviews/review-state.ts'
import { beforeCursor, countColumn, instantColumn, pageOf } from '../columns.ts'
import type { Projection } from '../projection.ts'

export const decisionKind = z.enum(decisionKinds)
/** The addressee's relation to the review or rating. */
const addressee = z.enum(appealSides)

const DecisionRowSchema = z.object({
  decisionId: z.string(),
  /** Correlation id: the decisions of one request, such as upheld flags and the review they hide, share it. */
  actId: z.string(),
  kind: decisionKind,
  /** The review, or the contested rating. */
  reviewId: z.string(),
  addresseeId: z.string(),
  addressee,
  /** The moderator; null if it follows from another decision or was automatic. */
  decidedBy: z.string().nullable(),
  /** In Italian time. */
  year: z.number(),
  at: z.string(),
  /** Whether it restores a review that a decision had hidden or removed, as opposed to a held one. */
  reverses: z.boolean(),
  facts: z.string(),
  ground: z.enum(grounds),
  rulesVersion: z.number(),
  automation: z.enum(automations),
  redress: z.array(z.enum(remedies)),
  appealableUntil: z.string().nullable(),
})
export type DecisionRow = z.infer<typeof DecisionRowSchema>

const decisionEvents = family(
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  DisputeUpheld,
  DisputeRejected,
  FlagOverturned,
  DisputeOverturned,
  RatingKept,
  RatingStruck,
  ContestOverturned,
  RatingRemoved,
  RatingRestored,
)
type DecisionEvent = EventIn<typeof decisionEvents>

/** An outcome changed by an appeal. */
type OverturnedOutcome = Extract<
  DecisionEvent,
  { readonly type: typeof FlagOverturned.type | typeof DisputeOverturned.type | typeof ContestOverturned.type }
>
const kindAfterAppeal = {
  UPHELD: 'FLAG_UPHELD',
  DISMISSED: 'FLAG_DISMISSED',
  upheld: 'DISPUTE_UPHELD',
  rejected: 'DISPUTE_REJECTED',
  KEPT: 'RATING_KEPT',
  STRUCK: 'RATING_STRUCK',
} as const satisfies Readonly<Record<OverturnedOutcome['data']['outcome'], DecisionKind>>

const kindOf = (event: DecisionEvent): DecisionKind =>
  event.type === FlagOverturned.type || event.type === DisputeOverturned.type || event.type === ContestOverturned.type
    ? kindAfterAppeal[event.data.outcome]
    : kindByEvent[event.type]

const kindByEvent = {
  ReviewHeld: 'HELD',
  ReviewHidden: 'HIDDEN',
  ReviewRemoved: 'REMOVED',
  ReviewRestored: 'RESTORED',
  [FlagClosed.type]: 'FLAG_REVIEWED',
  FlagDismissed: 'FLAG_DISMISSED',
  FlagUpheld: 'FLAG_UPHELD',
  DisputeUpheld: 'DISPUTE_UPHELD',
  DisputeRejected: 'DISPUTE_REJECTED',
  RatingKept: 'RATING_KEPT',
  RatingStruck: 'RATING_STRUCK',
  RatingRemoved: 'RATING_REMOVED',
  RatingRestored: 'RATING_RESTORED',
} as const satisfies Readonly<Record<Exclude<DecisionEvent['type'], OverturnedOutcome['type']>, DecisionKind>>

/** Decisions with their statement of reasons, one row per addressee. The key is the deciding event's id. */
export const decisions: Projection<DecisionRow, DecisionEvent> = {
  name: 'decisions',
  version: 2,
  row: DecisionRowSchema,
  columns: {
    decisionId: { type: 'text' },
    actId: { type: 'text' },
    kind: { type: 'text' },
    reviewId: { type: 'text' },
    addresseeId: { type: 'text' },
    addressee: { type: 'text' },
    decidedBy: { type: 'text' },
    year: { type: 'int' },
    at: { type: 'instant' },
    reverses: { type: 'bool' },
    facts: { type: 'text', pii: { of: 'addresseeId', erased: '' } },
    ground: { type: 'text' },
    rulesVersion: { type: 'int' },
    automation: { type: 'text' },
    redress: { type: 'json' },
    appealableUntil: { type: 'instant' },
  },
  indexes: ['addressee_id, at desc, key desc', 'review_id, at', 'year, kind'],
  events: decisionEvents,
  // the removal of a rating that nobody contested is no decision between two parties
  keys: ({ id, event }) => (event.type === 'RatingRemoved' && event.data.cause === 'moderator' ? [] : [id]),
  evolve: (_, { id, event, meta }) => {
    const { at, facts, ground, rulesVersion, automation, redress, appealableUntil } = event.data
    return {
      decisionId: id,
      actId: meta.correlationId,
      kind: kindOf(event),
      reviewId: 'ratingId' in event.data ? event.data.ratingId : event.data.reviewId,
      ...addresseeOf(event),
      decidedBy: event.type === 'ReviewHeld' ? null : event.data.by,
      year: Number(romeDay(at).slice(0, 4)),
      at,
      reverses: event.type === 'ReviewRestored' && event.data.cause !== 'flags',
      facts,
      ground,
      rulesVersion,
      automation,
      redress: [...redress],
      appealableUntil,
    }
  },
}

const addresseeOf = ({ data }: DecisionEvent): Pick<DecisionRow, 'addresseeId' | 'addressee'> => {
  if ('clientAccountId' in data) return { addresseeId: data.clientAccountId, addressee: 'guest' }
  if ('ratingId' in data) return { addresseeId: data.businessId, addressee: 'venue' }
  if ('reporterId' in data) return { addresseeId: data.reporterId, addressee: 'reporter' }
  return 'businessId' in data
    ? { addresseeId: data.businessId, addressee: 'business' }
    : { addresseeId: data.authorId, addressee: 'author' }
}

const AddressedDecisionSchema = z.object({
  id: z.string(),
  kind: decisionKind,
  reviewId: z.string(),
  addressee,
  at: instantColumn,
  facts: z.string(),
  ground: z.enum(grounds),
  rulesVersion: z.number(),
  automation: z.enum(automations),
  redress: z.array(z.enum(remedies)),
  appealableUntil: instantColumn.nullable(),
})

const selectAddressed = sql.fragment`select decision_id as id, kind, review_id as "reviewId", addressee,
  addressee_id as "addresseeId", key, at, facts, ground, rules_version as "rulesVersion", automation, redress, appealable_until as "appealableUntil" from read.decisions`

/** A decision with what determines whether its addressee can appeal. */
const DecisionWithAppealsSchema = AddressedDecisionSchema.extend({
  /** Whether its effect on the review still stands. */
  inForce: z.boolean(),
  hasAppealed: z.boolean(),
  /** Whether the appeals of the same side against it are closed. */
  appealsClosed: z.boolean(),
})
export type DecisionWithAppeals = z.infer<typeof DecisionWithAppealsSchema>

/**
 * Adds the appeals to the decisions `d` selected by `rows`. Appeals by reporters of the same case are decided together,
 * so the closed appeal of another reporter counts; flags of a later case have another case number.
 */
const withAppeals = (rows: ReturnType<typeof sql.fragment>) => sql.fragment`
  select d.*,
    case d.addressee
      when 'author' then not exists (
        select from read.decisions later where later.review_id = d."reviewId" and later.at > d.at
          and later.kind in ('HIDDEN', 'REMOVED', 'RESTORED'))
      when 'guest' then exists (select from read.ratings given where given.key = d."reviewId")
      when 'venue' then not exists (
        select from read.decisions later where later.review_id = d."reviewId" and later.at > d.at
          and later.kind in ('RATING_REMOVED', 'RATING_RESTORED'))
      when 'reporter' then coalesce(r.moderation_status in ('ACTIVE', 'PENDING_REVIEW'), false)
      else coalesce(r.moderation_status in ('ACTIVE', 'PENDING_REVIEW') and r.dispute_status = 'RESOLVED_REJECTED', false)
    end as "inForce",
    exists (select from read.appeals a where a.told_id = d.id and a.appellant_id = d."addresseeId") as "hasAppealed",
    exists (
      select from read.appeals a
        join read.flags joined on joined.review_id = a.review_id and joined.reporter_id = a.appellant_id
        join read.flags own on own.review_id = a.review_id and own.reporter_id = d."addresseeId"
      where d.addressee = 'reporter' and a.review_id = d."reviewId" and a.side = 'reporter'
        and a.closed_at >= d.at and joined.case_number = own.case_number
    ) as "appealsClosed"
  from (${rows}) d left join read.reviews r on r.key = d."reviewId"`

/** Decisions addressed to an account, newest first, without moderators, reporters and authors. */
export const decisionsAddressedTo = async (
  db: CommonQueryMethods,
  accountId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) => {
  const before = beforeCursor(cursor, sql.fragment`at`, sql.fragment`key`)
  const page = sql.fragment`
    ${selectAddressed} where addressee_id = ${accountId} and ${before} order by at desc, key desc limit ${limit + 1}`
  const rows = await db.any(sql.type(DecisionWithAppealsSchema)`${withAppeals(page)} order by d.at desc, d.key desc`)
  return pageOf(rows, limit, ({ at, id }) => [at, id])
}

/** The latest decision addressed to the business on each of the reviews it disputed. */
export const latestDecisionsOnDisputes = (db: CommonQueryMethods, businessId: string, reviewIds: readonly string[]) =>
  db.any(sql.type(DecisionWithAppealsSchema)`
    ${withAppeals(sql.fragment`select distinct on (s."reviewId") s.* from (${selectAddressed}
      where addressee_id = ${businessId} and addressee = 'business' and review_id = any(${sql.array(reviewIds, 'text')})) s
      order by s."reviewId", s.at desc`)}`)

const AnonymousDecisionSchema = AddressedDecisionSchema.omit({
  facts: true,
  addressee: true,
  redress: true,
  appealableUntil: true,
}).extend({
  writtenAt: instantColumn,
  /** Flags and disputes received before the decision. */
  notices: countColumn,
})
export type AnonymousDecision = z.infer<typeof AnonymousDecisionSchema>

/** A decision without free text and personal data. */
export const anonymousDecision = (db: CommonQueryMethods, decisionId: string) =>
  db.maybeOne(sql.type(AnonymousDecisionSchema)`
    select d.decision_id as id, d.kind, d.review_id as "reviewId", d.at, d.ground, d.rules_version as "rulesVersion",
      d.automation, r.created_at as "writtenAt",
      (select count(*) from read.flags f where f.review_id = d.review_id and f.flagged_at <= d.at)
        + (select count(*) from read.disputes p where p.key = d.review_id and p.created_at <= d.at) as notices
    from read.decisions d join read.reviews r on r.key = d.review_id where d.key = ${decisionId}`)

const DecisionStreamRowSchema = z.object({
  kind: z.enum(['review', 'dispute', 'rating', 'contest', 'appeal']),
  id: z.string(),
})
export type DecisionStreamRow = z.infer<typeof DecisionStreamRowSchema>

const decisionStreamEvents = family(
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  FlagOverturned,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  DisputeUpheld,
  DisputeRejected,
  DisputeOverturned,
  RatingKept,
  RatingStruck,
  ContestOverturned,
  RatingRemoved,
  RatingRestored,
  AppealDecided,
)

/** The stream of each decision about a review or a contested rating, by the deciding event's id. */
export const decisionStreams: Projection<DecisionStreamRow, EventIn<typeof decisionStreamEvents>> = {
  name: 'decision_places',
  version: 2,
  row: DecisionStreamRowSchema,
  columns: { kind: { type: 'text' }, id: { type: 'text' } },
  indexes: [],
  events: decisionStreamEvents,
  keys: ({ id }) => [id],
  evolve: (_, { event }) => {
    switch (event.type) {
      case AppealDecided.type:
        return { kind: 'appeal', id: event.data.decisionId }
      case DisputeUpheld.type:
      case DisputeRejected.type:
      case DisputeOverturned.type:
        return { kind: 'dispute', id: event.data.disputeId }
      case RatingKept.type:
      case RatingStruck.type:
      case ContestOverturned.type:
        return { kind: 'contest', id: event.data.ratingId }
      case RatingRemoved.type:
      case RatingRestored.type:
        return { kind: 'rating', id: event.data.ratingId }
      case FlagClosed.type:
      case FlagDismissed.type:
      case FlagUpheld.type:
      case FlagOverturned.type:
      case ReviewHeld.type:
      case ReviewHidden.type:
      case ReviewRemoved.type:
      case ReviewRestored.type:
        return { kind: 'review', id: event.data.reviewId }
    }
  },
}

export const streamOfDecision = (db: CommonQueryMethods, decisionId: string) =>
  db.maybeOne(sql.type(DecisionStreamRowSchema)`select kind, id from read.decision_places where key = ${decisionId}`)
