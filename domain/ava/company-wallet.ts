import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Hex, Id, Instant } from '../kernel/primitives.ts'

// --- Events -----------------------------------------------------------------------------------------

/** Keys were generated and shown to one administrator. @rule Q-14 the keys are stored nowhere */
const CompanyWalletGenerated = event('CompanyWalletGenerated', {
  /** Address of the company, hence no personal data. */
  address: clear(Hex),
  by: clear(Id),
  at: clear(Instant),
})

export const CompanyWalletEvents = family(CompanyWalletGenerated)
export type CompanyWalletEvent = EventIn<typeof CompanyWalletEvents>

// --- State ------------------------------------------------------------------------------------------

/** The wallet generated last; null before the first. */
export type CompanyWalletState = { readonly address: string; readonly at: Instant } | null

// --- Decisions --------------------------------------------------------------------------------------

export interface GenerateCompanyWallet {
  readonly type: 'GenerateCompanyWallet'
  readonly address: string
  readonly by: string
  readonly at: Instant
  /** The settings already hold the key of a wallet. */
  readonly configured: boolean
}

/** A wallet is generated although the settings hold a key. */
export interface CompanyWalletRejection {
  readonly type: 'CompanyWalletConfigured'
}

/** Stream id: the company has one wallet. */
export const companyWalletId = 'company'

const decide = (
  { address, by, at, configured }: GenerateCompanyWallet,
  last: CompanyWalletState,
): DecisionOf<CompanyWalletEvent, CompanyWalletRejection> => {
  if (configured) return reject({ type: 'CompanyWalletConfigured' })
  return last?.address === address ? nothing : accept({ type: 'CompanyWalletGenerated', data: { address, by, at } })
}

/** Wallets generated for the company: when, and which administrator saw the keys. */
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
