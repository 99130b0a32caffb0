import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Hex, Id, Instant } from '../kernel/primitives.ts'

/** Keys were made and shown to one administrator; the keys themselves are kept nowhere. */
export const CompanyWalletGenerated = event('CompanyWalletGenerated', {
  /** The company's, not a person's. */
  address: clear(Hex),
  by: clear(Id),
  at: clear(Instant),
})

export const CompanyWalletEvents = family(CompanyWalletGenerated)
export type CompanyWalletEvent = EventIn<typeof CompanyWalletEvents>

export interface GenerateCompanyWallet {
  readonly type: 'GenerateCompanyWallet'
  readonly address: string
  readonly by: string
  readonly at: Instant
  /** There is a wallet already: the settings hold its key. */
  readonly configured: boolean
}

/** The wallet generated last; null before the first. */
export type CompanyWalletState = { readonly address: string; readonly at: Instant } | null

export interface CompanyWalletRejection {
  readonly type: 'CompanyWalletConfigured'
}

/** The company has one treasury. */
export const companyWalletId = 'company'

const decide = (
  { address, by, at, configured }: GenerateCompanyWallet,
  last: CompanyWalletState,
): E.Either<CompanyWalletRejection, readonly CompanyWalletEvent[]> => {
  if (configured) return E.left({ type: 'CompanyWalletConfigured' })
  return E.right(last?.address === address ? [] : [{ type: 'CompanyWalletGenerated', data: { address, by, at } }])
}

/** Which wallets were generated for the company, who saw their keys, and when. */
export const companyWallets: Aggregate<
  GenerateCompanyWallet,
  CompanyWalletEvent,
  CompanyWalletState,
  CompanyWalletRejection
> = {
  category: 'treasury',
  events: CompanyWalletEvents,
  initial: null,
  evolve: (_, { data: { address, at } }) => ({ address, at }),
  decide,
}
