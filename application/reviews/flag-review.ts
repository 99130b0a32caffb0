import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import type { FlagReason } from '../../domain/reviews/review-events.ts'
import { review } from '../../domain/reviews/review.ts'
import { holdFacts } from '../moderation/reasons.it.ts'
import { authorTypeOf } from '../person.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'

export interface FlagReview {
  /** One an intent: the same flag sent again keeps it. */
  readonly flagId: string
  readonly reviewId: string
  readonly reason: FlagReason
  readonly note: string | null
}

/** anybody signed in, once a review; how much it weighs is decided from the reporter's record. */
export const flagReview: UseCase<FlagReview, { readonly flagId: string; readonly position: Position | null }> =
  (context) =>
  ({ flagId, reviewId, reason, note }) =>
    pipe(
      requireVisible(context, reviewId),
      TE.flatMap((writtenAt) =>
        pipe(
          reporterStanding(context),
          TE.map((of) => ({ ...of, writtenAt })),
        ),
      ),
      TE.flatMap(({ writtenAt, established, record }) => {
        const { person, limits, at } = context
        const reporter = { reporterId: person.accountId, reporterType: authorTypeOf(person) }
        const heldFacts = holdFacts(writtenAt)
        const weighing = { established, record, holdAtWeight: limits.flagHoldWeight, heldFacts }
        const command = { type: 'FlagReview', flagId, ...reporter, reason, note, ...weighing, at } as const
        return context.execute(review, reviewId, command, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ flagId, position })),
    )

/** When it was written; a private review does not exist for anybody but its target and its author (P-15). */
const requireVisible = (context: CommandContext, reviewId: string): Result<Instant> =>
  pipe(
    context.load(review, reviewId),
    TE.flatMap(({ state }) => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const { visibility, authorId, targetId } = state.identity
      const { accountId, clientId } = context.person
      const party = [authorId, targetId].some((id) => id === accountId || id === clientId)
      return visibility === 'PUBLIC_ANONYMOUS' || party
        ? TE.right(state.submitted.at)
        : TE.left(refuse({ type: 'ReviewNotFound' }))
    }),
  )

/** Points settled 6: confirmed, old enough, and with a history of its own. */
const reporterStanding = ({ person, limits, lookups, at }: CommandContext) =>
  pipe(
    lookups.recordOfReporter(person.accountId),
    TE.flatMap((record) =>
      pipe(
        lookups.hasHistory(person),
        TE.map((hasHistory) => {
          const oldEnough = plusDays(person.registeredAt, limits.flaggerMinAgeDays) <= at
          return { record, established: person.emailConfirmed && oldEnough && hasHistory }
        }),
      ),
    ),
  )
