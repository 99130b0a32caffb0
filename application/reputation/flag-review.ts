import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import type { FlagReason } from '../../domain/reputation/review/events.ts'
import { factsOfHold } from '../moderation/compose-reasons.ts'
import { authorTypeOf } from '../person.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'

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
      visibleTo(context, reviewId),
      TE.flatMap((writtenAt) =>
        pipe(
          standing(context),
          TE.map((of) => ({ ...of, writtenAt })),
        ),
      ),
      TE.flatMap(({ writtenAt, established, record }) => {
        const { person, limits, at } = context
        const reporter = { reporterId: person.accountId, reporterType: authorTypeOf(person) }
        const factsIfHeld = factsOfHold(writtenAt)
        const weighing = { established, record, holdAtWeight: limits.flagHoldWeight, factsIfHeld }
        const command = { type: 'FlagReview', flagId, ...reporter, reason, note, ...weighing, at } as const
        return context.run(review, reviewId, command, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ flagId, position })),
    )

/** When it was written; a private review does not exist for anybody but its target and its author (P-15). */
const visibleTo = (context: Context, reviewId: string): Answer<Instant> =>
  pipe(
    context.look(review, reviewId),
    TE.flatMap(({ state }) => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const { visibility, authorId, targetId } = state.whose
      const { accountId, clientId } = context.person
      const party = [authorId, targetId].some((id) => id === accountId || id === clientId)
      return visibility === 'PUBLIC_ANONYMOUS' || party
        ? TE.right(state.submitted.at)
        : TE.left(refuse({ type: 'ReviewNotFound' }))
    }),
  )

/** Points settled 6: confirmed, old enough, and with a history of its own. */
const standing = ({ person, limits, lookups, at }: Context) =>
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
