import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { TreasuryEvents, type TreasuryEvent } from './events.ts'

export interface GenerateWallet {
  readonly type: 'GenerateWallet'
  readonly address: string
  readonly by: string
  readonly at: Instant
  /** There is a wallet already: the settings hold its key. */
  readonly configured: boolean
}

/** The wallet generated last; null before the first. */
export type TreasuryState = { readonly address: string; readonly at: Instant } | null

export interface TreasuryRejection {
  readonly type: 'CompanyWalletConfigured'
}

/** The company has one treasury. */
export const treasuryId = 'company'

const decide = (
  { address, by, at, configured }: GenerateWallet,
  last: TreasuryState,
): E.Either<TreasuryRejection, readonly TreasuryEvent[]> => {
  if (configured) return E.left({ type: 'CompanyWalletConfigured' })
  return E.right(last?.address === address ? [] : [{ type: 'CompanyWalletGenerated', data: { address, by, at } }])
}

/** Which wallets were generated for the company, who saw their keys, and when. */
export const treasury: Aggregate<GenerateWallet, TreasuryEvent, TreasuryState, TreasuryRejection> = {
  category: 'treasury',
  events: TreasuryEvents,
  initial: null,
  evolve: (_, { data: { address, at } }) => ({ address, at }),
  decide,
}
