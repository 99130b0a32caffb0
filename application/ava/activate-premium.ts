import { wallet } from '../../domain/ava/wallet/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { UseCase } from '../use-case.ts'

interface Purchase {
  /** Made for this very request: asked again, it is the same purchase. */
  readonly causeId: string
  readonly durationDays: number
}

/** B-33, Q-73: AVA spent and Premium begun are one decision. */
export const activatePremium: UseCase<Purchase, Position | null> =
  ({ run, person: { accountId }, at }) =>
  (purchase) =>
    pipe(
      run(wallet, accountId, { type: 'ActivatePremium', accountId, ...purchase, at }),
      TE.map(({ position }) => position),
    )
