import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import { ratingContest } from '../../domain/ratings/rating-contest.ts'
import type { ContestOutcome } from '../../domain/ratings/vocabulary.ts'
import { rejectedWith, type UseCase } from '../use-case.ts'
import { contestCaseId } from './cases.ts'
import { requireUnclaimedByOthers } from './claims.ts'
import { retryOnConflict } from './decidable-review.ts'
import { matterOfContest, requireMayDecide } from './own-matter.ts'

export interface DecideContestInput {
  readonly ratingId: string
  readonly outcome: ContestOutcome
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly reasons: { readonly facts: string; readonly ground?: Ground | undefined }
}

/** Keeps or strikes a contested rating. @rule Q-136 with reasons */
export const decideRatingContest: UseCase<DecideContestInput, { readonly position: Position | null }> =
  (context) =>
  ({ ratingId, outcome, moderatorNotes, resolution, reasons: { facts, ground } }) =>
    retryOnConflict(() =>
      pipe(
        TE.Do,
        TE.bind('contest', () => context.load(ratingContest, ratingId)),
        TE.tap(({ contest }) => requireMayDecide(context, matterOfContest(contest.state))),
        TE.tap(() => requireUnclaimedByOthers(context, contestCaseId(ratingId))),
        TE.flatMap(({ contest: { state, version } }) => {
          if (state.status === 'NONE') return TE.left(rejectedWith({ type: 'ContestNotFound' }))
          const ruleBroken = outcome === 'STRUCK' ? state.opened.reason : 'NO_VIOLATION'
          const reasons = { facts, ground: ground ?? ruleBroken, violation: null }
          const decision = {
            by: context.person.accountId,
            outcome,
            moderatorNotes,
            resolution,
            reasons,
            at: context.at,
          }
          return context.execute(
            ratingContest,
            ratingId,
            { type: 'DecideContest', ...decision },
            { expectedVersion: version },
          )
        }),
        TE.map(({ position }) => ({ position })),
      ),
    )
