import { wallet } from '../../domain/ava/wallet.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { rejectedWith, type UseCase } from '../use-case.ts'

interface Purchase {
  /** Id of the request; a repeated request is the same purchase. */
  readonly causeId: string
  readonly durationDays: number
}

/**
 * Spends AVA and activates Premium in one decision.
 * @rule B-33 thirty days for ten AVA
 * @rule Q-73 atomic
 */
export const activatePremium: UseCase<Purchase, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  (purchase) =>
    pipe(
      execute(wallet, accountId, { type: 'ActivatePremium', accountId, ...purchase, at }),
      TE.map(({ position }) => position),
    )

/** The decision compares addresses, so personal fields must be decrypted. @rule Q-70 */
const decrypted = { personalData: 'decrypted' } as const

/** Sets the payout address of the caller's wallet. */
export const setWalletAddress: UseCase<{ readonly address: string }, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  ({ address }) =>
    pipe(
      execute(wallet, accountId, { type: 'SetPayoutAddress', accountId, address, at }, decrypted),
      TE.map(({ position }) => position),
    )

interface WalletConfiguration {
  readonly walletId: string
  readonly address: string
  readonly threshold: number
}

/** Configures the caller's own wallet, whose id is the account id. @rule Q-70 */
export const configureWallet: UseCase<WalletConfiguration, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  ({ walletId, ...configuration }) =>
    walletId !== accountId
      ? TE.left(rejectedWith({ type: 'WalletUnknown' }))
      : pipe(
          execute(wallet, accountId, { type: 'ConfigureWallet', accountId, ...configuration, at }, decrypted),
          TE.map(({ position }) => position),
        )
