import { wallet } from '../../domain/ava/wallet.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { refuse, type UseCase } from '../use-case.ts'

interface Purchase {
  /** Made for this very request: asked again, it is the same purchase. */
  readonly causeId: string
  readonly durationDays: number
}

/** B-33, Q-73: AVA spent and Premium begun are one decision. */
export const activatePremium: UseCase<Purchase, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  (purchase) =>
    pipe(
      execute(wallet, accountId, { type: 'ActivatePremium', accountId, ...purchase, at }),
      TE.map(({ position }) => position),
    )

/** decided on the address as it is, so its personal fields are opened. */
const withPersonalFields = { privacy: 'open' } as const

export const setWalletAddress: UseCase<{ readonly address: string }, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  ({ address }) =>
    pipe(
      execute(wallet, accountId, { type: 'SetPayoutAddress', accountId, address, at }, withPersonalFields),
      TE.map(({ position }) => position),
    )

interface WalletConfiguration {
  readonly walletId: string
  readonly address: string
  readonly threshold: number
}

/** One's own wallet and no other: every account has one, of its own id. */
export const configureWallet: UseCase<WalletConfiguration, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  ({ walletId, ...configuration }) =>
    walletId !== accountId
      ? TE.left(refuse({ type: 'WalletUnknown' }))
      : pipe(
          execute(wallet, accountId, { type: 'ConfigureWallet', accountId, ...configuration, at }, withPersonalFields),
          TE.map(({ position }) => position),
        )
