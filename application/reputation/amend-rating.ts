import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import type { UseCase } from '../use-case.ts'
import type { RateClient } from './rate-client.ts'

interface OwnRating {
  readonly ratingId: string
}

type Opinion = Omit<RateClient, 'client' | 'stayType' | 'stayDate'>

/** The business that gave it changes its mind; standing and rewards follow. */
export const amendRating: UseCase<OwnRating & Opinion, Position | null> =
  ({ run, person, at, limits }) =>
  ({ ratingId, ...opinion }) =>
    pipe(
      run(
        rating,
        ratingId,
        {
          type: 'AmendRating',
          businessId: person.accountId,
          windowDays: limits.ratingAmendDays,
          ...opinion,
          at,
        },
        { privacy: 'open' },
      ),
      TE.map(({ position }) => position),
    )

/** The business that gave it takes it back; standing, rewards and AVA follow as if it had never been. */
export const withdrawRating: UseCase<OwnRating, Position | null> =
  ({ run, person, at, limits }) =>
  ({ ratingId }) =>
    pipe(
      run(rating, ratingId, {
        type: 'WithdrawRating',
        businessId: person.accountId,
        windowDays: limits.ratingAmendDays,
        at,
      }),
      TE.map(({ position }) => position),
    )
