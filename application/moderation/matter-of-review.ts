import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { appeal } from '../../domain/moderation/appeal/decider.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { groundOf } from '../../domain/reputation/review/verdict.ts'
import { streamOf } from '../handle.ts'
import type { Answer, Context } from '../use-case.ts'
import { lastMeasure, noAppeal, sided, versionAt, type Matter, type Reviewed } from './matter.ts'

type Decided<T extends ReviewEvent['type']> = Recorded<Extract<ReviewEvent, { readonly type: T }>>
type NoAction = Decided<'FlagDismissed' | 'FlagReviewed'>
type OutOfSight = Decided<'ReviewHidden' | 'ReviewRemoved'>

/** What follows from a decision on appeal is that decision. */
export const matterOfReview = (
  context: Context,
  of: Reviewed,
  decided: Recorded<ReviewEvent>,
  onAppeal: (rulingId: string) => Answer<Matter>,
): Answer<Matter> => {
  const { event, meta } = decided
  switch (event.type) {
    case 'FlagDismissed':
    case 'FlagReviewed':
      return noAction(context, of, { ...decided, event })
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return event.data.cause === 'appeal' && meta.causationId !== null
        ? onAppeal(meta.causationId)
        : outOfSight(context, of, { ...decided, event })
    case 'FlagTurned':
      return meta.causationId === null ? noAppeal(context, event.data.reporterId) : onAppeal(meta.causationId)
    case 'FlagUpheld':
      return noAppeal(context, event.data.reporterId)
    case 'ReviewHeld':
    case 'ReviewRestored':
      return noAppeal(context, event.data.authorId)
    case 'ReviewSubmitted':
    case 'ReviewEdited':
    case 'ReviewFlagged':
    case 'AppealApplied':
      return noAppeal(context)
  }
}

const isNoAction = (one: Recorded<ReviewEvent>): one is NoAction =>
  one.event.type === 'FlagDismissed' || one.event.type === 'FlagReviewed'

/** Those who reported the same are heard together; the first of them who was told gives the appeal its name. */
const noAction = (context: Context, of: Reviewed, decided: NoAction): Answer<Matter> => {
  const { reviewId, authorId } = of.review.whose
  const alike = of.past
    .filter(isNoAction)
    .filter(({ event }) => event.data.caseNumber === decided.event.data.caseNumber)
  return pipe(
    heardTogether(context, alike, decided),
    TE.map((together): Matter => {
      const first = together[0] ?? decided
      const reporters = together.map(({ event }) => event.data.reporterId)
      const flags = together.map(({ event }) => event.data.flagId)
      return {
        decision: {
          decisionId: first.id,
          reviewId,
          reviewVersion: versionAt(of, first),
          side: 'reporter',
          addressees: reporters,
          level: 1,
          measure: 'VISIBLE',
          deciders: [...new Set(together.map(({ event }) => event.data.by))],
          appealableUntil: decided.event.data.appealableUntil,
          inForce: stands(of.review),
        },
        concerned: [...sided('reporter', ...reporters), ...sided('author', authorId)],
        flags,
        disputeId: null,
        authorId,
        ground: groundOf(of.review.flags.filter(({ flagId }) => flags.includes(flagId))),
      }
    }),
  )
}

/** Whoever is told after an appeal was decided begins another. */
const heardTogether = (
  context: Context,
  alike: readonly NoAction[],
  decided: NoAction,
): Answer<readonly NoAction[]> => {
  const [first] = alike
  if (first === undefined) return TE.right([])
  return pipe(
    context.look(appeal, first.id),
    TE.flatMap(({ state }) => {
      const closedAt = state.status === 'NONE' ? null : state.closedAt
      if (closedAt === null) return TE.right(alike)
      const before = (one: NoAction) => one.event.data.at <= closedAt
      return before(decided)
        ? TE.right(alike.filter(before))
        : heardTogether(
            context,
            alike.filter((one) => !before(one)),
            decided,
          )
    }),
  )
}

const outOfSight = (context: Context, of: Reviewed, decided: OutOfSight): Answer<Matter> => {
  const { reviewId, authorId } = of.review.whose
  const { data, type } = decided.event
  const upheld = of.past.flatMap(({ event, meta }) =>
    event.type === 'FlagUpheld' && meta.correlationId === decided.meta.correlationId ? [event.data] : [],
  )
  return pipe(
    data.cause === 'dispute' ? upheldDispute(context, reviewId) : TE.right(null),
    TE.map((disputed): Matter => {
      const deciders = [data.by, disputed?.by, ...upheld.map(({ by }) => by)]
      const reporters = upheld.map(({ reporterId }) => reporterId)
      const opponents = disputed ? sided('business', disputed.businessId) : sided('reporter', ...reporters)
      return {
        decision: {
          decisionId: decided.id,
          reviewId,
          reviewVersion: versionAt(of, decided),
          side: 'author',
          addressees: [authorId],
          level: 1,
          measure: type === 'ReviewHidden' ? 'HIDDEN' : 'REMOVED',
          deciders: [...new Set(deciders.filter((by) => typeof by === 'string'))],
          appealableUntil: data.appealableUntil,
          inForce: lastMeasure(of)?.id === decided.id,
        },
        concerned: [...sided('author', authorId), ...opponents],
        flags: upheld.map(({ flagId }) => flagId),
        disputeId: disputed && reviewId,
        authorId,
        ground: data.ground,
      }
    }),
  )
}

const upheldDispute = (context: Context, reviewId: string) =>
  pipe(
    context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank'),
    TE.map((past) => past.flatMap(({ event }) => (event.type === 'DisputeUpheld' ? [event.data] : [])).at(-1) ?? null),
  )
