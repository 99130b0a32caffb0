import { fold } from '../../domain/kernel/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { appeal } from '../../domain/moderation/appeal/decider.ts'
import type { AppealEvent } from '../../domain/moderation/appeal/events.ts'
import { losersOf } from '../../domain/moderation/appeal/judging.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { groundOf } from '../../domain/reputation/review/verdict.ts'
import { streamOf } from '../handle.ts'
import type { Answer, Context } from '../use-case.ts'
import { matterOfReview } from './matter-of-review.ts'
import {
  lastMeasure,
  noAppeal,
  reviewed,
  sided,
  unknownDecision,
  versionAt,
  type Matter,
  type Reviewed,
} from './matter.ts'

/** A decision by the id of the event that took it, as the log has it now. */
export const matterOf = (context: Context, decisionId: string): Answer<Matter> =>
  pipe(
    context.lookups.decidedIn(decisionId),
    TE.flatMap((place): Answer<Matter> => {
      if (place === null) return TE.left(unknownDecision())
      switch (place.kind) {
        case 'review':
          return pipe(
            reviewed(context, place.id),
            TE.flatMap((of) =>
              pipe(
                among(of.past, decisionId),
                TE.flatMap((decided) => matterOfReview(context, of, decided, (id) => matterOf(context, id))),
              ),
            ),
          )
        case 'dispute':
          return ofDispute(context, place.id, decisionId)
        case 'appeal':
          return ofAppeal(context, place.id, decisionId)
      }
    }),
  )

const among = <Ev extends Recorded>(past: readonly Ev[], id: string): Answer<Ev> =>
  TE.fromNullable(unknownDecision())(past.find((one) => one.id === id))

const ofDispute = (context: Context, reviewId: string, decisionId: string): Answer<Matter> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank')),
    TE.bind('decided', ({ past }) => among(past, decisionId)),
    TE.bind('of', () => reviewed(context, reviewId)),
    TE.flatMap(({ past, decided, of }) => {
      const { event, meta } = decided
      if (event.type === 'DisputeTurned' && meta.causationId !== null) return matterOf(context, meta.causationId)
      return event.type === 'DisputeRejected'
        ? TE.right(rejected(of, past, { ...decided, event }))
        : noAppeal(context, event.data.businessId)
    }),
  )

type Rejected = Recorded<Extract<DisputeEvent, { readonly type: 'DisputeRejected' }>>

const rejected = (of: Reviewed, past: readonly Recorded<DisputeEvent>[], decided: Rejected): Matter => {
  const { reviewId, authorId } = of.review.whose
  const { businessId, by, appealableUntil } = decided.event.data
  const state = fold(
    dispute,
    past.map(({ event }) => event),
  )
  const stillRejected = state.status !== 'NONE' && state.outcome === 'rejected'
  return {
    decision: {
      decisionId: decided.id,
      reviewId,
      reviewVersion: versionAt(of, decided),
      side: 'business',
      addressees: [businessId],
      level: 1,
      measure: 'VISIBLE',
      deciders: [by],
      appealableUntil,
      inForce: stillRejected && stands(of.review),
    },
    concerned: [...sided('business', businessId), ...sided('author', authorId)],
    flags: [],
    disputeId: reviewId,
    authorId,
    ground: state.status === 'NONE' ? 'OTHER' : state.opened.reason,
  }
}

const ofAppeal = (context: Context, appealedId: string, decisionId: string): Answer<Matter> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(appeal.events, streamOf(appeal, appealedId), 'blank')),
    TE.bind('decided', ({ past }) => among(past, decisionId)),
    TE.flatMap(({ past, decided }): Answer<Matter> => {
      const { event } = decided
      if (event.type !== 'AppealDecided') return TE.left(unknownDecision())
      const { appellants, others, reviewId } = event.data
      if (event.data.appealableUntil === null)
        return noAppeal(context, ...appellants, ...others.map(({ accountId }) => accountId))
      return pipe(
        reviewed(context, reviewId),
        TE.map((of) => reversal(of, past, { ...decided, event })),
      )
    }),
  )

type Ruling = Recorded<Extract<AppealEvent, { readonly type: 'AppealDecided' }>>

/** An appeal turned the review’s fate: whoever has lost by that may appeal once more. */
const reversal = (of: Reviewed, past: readonly Recorded<AppealEvent>[], decided: Ruling): Matter => {
  const { data } = decided.event
  const { side, level, measure, reviewId, authorId, appellants, others, flags, disputeId, by, appealableUntil } = data
  const losers = losersOf(data)
  const before = past.flatMap(({ event }) => (event.type === 'AppealLodged' ? event.data.deciders : []))
  const visible = measure === 'VISIBLE'
  const so = lastMeasure(of)?.meta.causationId === decided.id
  return {
    decision: {
      decisionId: decided.id,
      reviewId,
      reviewVersion: versionAt(of, decided),
      side: losers[0]?.side ?? 'author',
      addressees: losers.map(({ accountId }) => accountId),
      level: level + 1,
      measure,
      deciders: [...new Set([...before, by])],
      appealableUntil,
      inForce: visible === stands(of.review) && (visible || so),
    },
    concerned: [...sided(side, ...appellants), ...others],
    flags,
    disputeId,
    authorId,
    ground: visible ? groundOf(of.review.flags.filter(({ flagId }) => flags.includes(flagId))) : data.ground,
  }
}
