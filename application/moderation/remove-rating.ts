import type { Ground } from '../../domain/kernel/statement.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import { refuse, type Answer, type UseCase } from '../use-case.ts'

export interface RemoveRating {
  readonly ratingId: string
  readonly ground: Ground
  readonly facts: string
}

/** Strikes a rating out: standing, rewards and AVA follow as if it had never been; the business is told why. */
export const removeRating: UseCase<RemoveRating, Position | null> =
  ({ run, look, lookups, person, at }) =>
  ({ ratingId, ground, facts }) =>
    pipe(
      look(rating, ratingId),
      TE.flatMap(({ state }): Answer<string | null> =>
        state.status === 'none'
          ? TE.left(refuse({ type: 'RatingNotFound' }))
          : lookups.accountOfClient(state.rated.clientId),
      ),
      TE.flatMap((clientAccountId) =>
        run(rating, ratingId, {
          type: 'RemoveRating',
          by: person.accountId,
          clientAccountId: clientAccountId ?? '',
          reasons: { ground, facts, violation: null },
          at,
        }),
      ),
      TE.map(({ position }) => position),
    )
