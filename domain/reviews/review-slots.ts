import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant, oneOf } from '../kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes } from '../kernel/time.ts'
import { type TargetType, targetTypes } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A review with its author and target: the fields common to every event of a review series. */
export const reviewReferenceFields = {
  authorId: clear(Id),
  targetType: clear(oneOf(targetTypes)),
  targetId: clear(Id),
  reviewId: clear(Id),
}

export const ReviewSlotReserved = event('TurnTaken' /* stored name */, { ...reviewReferenceFields, at: clear(Instant) })
/** The review of the slot was rejected or never written. */
export const ReviewSlotReleased = event('TurnReleased' /* stored name */, {
  ...reviewReferenceFields,
  at: clear(Instant),
})

const ReviewSlotEvents = family(ReviewSlotReserved, ReviewSlotReleased)
type ReviewSlotEvent = EventIn<typeof ReviewSlotEvents>

export interface ReviewReference {
  readonly authorId: string
  readonly targetType: TargetType
  readonly targetId: string
  readonly reviewId: string
  readonly at: Instant
}

// --- State ------------------------------------------------------------------------------------------

interface ReviewSlot {
  readonly reviewId: string
  readonly at: Instant
  /** The review has been written. */
  readonly reviewWritten: boolean
}

/** In the order of their reservation. */
export type ReviewSlots = readonly ReviewSlot[]

export const addSlot = (slots: ReviewSlots, reviewId: string, at: Instant): ReviewSlots => [
  ...removeSlot(slots, reviewId),
  { reviewId, at, reviewWritten: false },
]

export const removeSlot = (slots: ReviewSlots, reviewId: string): ReviewSlots =>
  slots.filter((slot) => slot.reviewId !== reviewId)

/** Records that the review of the slot has been written; adds the slot again if it was released before. */
export const markReviewWritten = (slots: ReviewSlots, reviewId: string, at: Instant): ReviewSlots =>
  slots.some((slot) => slot.reviewId === reviewId)
    ? slots.map((slot) => (slot.reviewId === reviewId ? { ...slot, reviewWritten: true } : slot))
    : [...slots, { reviewId, at, reviewWritten: true }]

// --- Decisions --------------------------------------------------------------------------------------

export interface ReserveReviewSlot extends ReviewReference {
  readonly type: 'ReserveReviewSlot'
  readonly intervalDays: number
  /** The review of the latest slot, if the caller found that it was never written. */
  readonly unwrittenReviewId?: string | undefined
}

export interface ReleaseReviewSlot extends ReviewReference {
  readonly type: 'ReleaseReviewSlot'
}

/** The author reviewed the same target within the minimum interval. */
export interface ReviewSlotRejection {
  readonly type: 'TooSoon'
  readonly nextAt: Instant
}

/** Longer than any request takes: an unused slot of this age has no review under way. */
const slotGraceMinutes = 2

/**
 * Reserves a slot for a review. A slot whose review was never written is released and does not count.
 * @rule Q-50 one review per author and target in the interval
 */
export const reserveSlot = (
  command: ReserveReviewSlot,
  slots: ReviewSlots,
): DecisionOf<ReviewSlotEvent, ReviewSlotRejection> => {
  const { reviewId, at, intervalDays, unwrittenReviewId } = command
  if (slots.some((slot) => slot.reviewId === reviewId)) return nothing

  const [previous, latest] = [slots.at(-2), slots.at(-1)]
  const abandoned = latest !== undefined && isAbandoned(latest, unwrittenReviewId) ? latest : null
  const nextAt = abandoned
    ? laterInstant(plusMinutes(abandoned.at, slotGraceMinutes), nextSlotAt(previous, intervalDays))
    : nextSlotAt(latest, intervalDays)
  if (nextAt !== null && isBefore(at, nextAt)) return reject({ type: 'TooSoon', nextAt })

  const reserved: ReviewSlotEvent = { type: ReviewSlotReserved.type, data: referenceOf(command) }
  return abandoned
    ? accept(slotReleasedEvent({ ...command, reviewId: abandoned.reviewId }), reserved)
    : accept(reserved)
}

const isAbandoned = ({ reviewId, reviewWritten }: ReviewSlot, unwrittenReviewId: string | undefined): boolean =>
  reviewId === unwrittenReviewId && !reviewWritten

/** Releases the slot of a rejected review; the slot of a written review stays. */
export const releaseSlot = (command: ReleaseReviewSlot, slots: ReviewSlots): readonly ReviewSlotEvent[] =>
  slots.some(({ reviewId, reviewWritten }) => reviewId === command.reviewId && !reviewWritten)
    ? [slotReleasedEvent(command)]
    : []

const slotReleasedEvent = (review: ReviewReference): ReviewSlotEvent => ({
  type: ReviewSlotReleased.type,
  data: referenceOf(review),
})

const nextSlotAt = (slot: ReviewSlot | undefined, intervalDays: number): Instant | null =>
  slot === undefined ? null : plusDays(slot.at, intervalDays)

const laterInstant = (first: Instant, second: Instant | null): Instant =>
  second === null || isBefore(second, first) ? first : second

export const referenceOf = ({ authorId, targetType, targetId, reviewId, at }: ReviewReference): ReviewReference => ({
  authorId,
  targetType,
  targetId,
  reviewId,
  at,
})
