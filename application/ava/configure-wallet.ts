import { wallet } from '../../domain/ava/wallet/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { refuse, type UseCase } from '../use-case.ts'

/** decided on the address as it is, so its personal fields are opened. */
const options = { privacy: 'open' } as const

export const setWalletAddress: UseCase<{ readonly address: string }, Position | null> =
  ({ run, person: { accountId }, at }) =>
  ({ address }) =>
    pipe(
      run(wallet, accountId, { type: 'SetPayoutAddress', accountId, address, at }, options),
      TE.map(({ position }) => position),
    )

interface Configuration {
  readonly walletId: string
  readonly address: string
  readonly threshold: number
}

/** One's own wallet and no other: every account has one, of its own id. */
export const configureWallet: UseCase<Configuration, Position | null> =
  ({ run, person: { accountId }, at }) =>
  ({ walletId, ...configuration }) =>
    walletId !== accountId
      ? TE.left(refuse({ type: 'WalletUnknown' }))
      : pipe(
          run(wallet, accountId, { type: 'ConfigureWallet', accountId, ...configuration, at }, options),
          TE.map(({ position }) => position),
        )
