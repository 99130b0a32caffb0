import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Hex, Id, Instant } from '../../kernel/primitives.ts'

/** Keys were made and shown to one administrator; the keys themselves are kept nowhere. */
export const CompanyWalletGenerated = event('CompanyWalletGenerated', {
  /** The company's, not a person's. */
  address: clear(Hex),
  by: clear(Id),
  at: clear(Instant),
})

export const TreasuryEvents = family(CompanyWalletGenerated)
export type TreasuryEvent = EventIn<typeof TreasuryEvents>
