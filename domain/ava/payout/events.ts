import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Ava, Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'

/** What one account gets; where it goes only the account's own wallet says. */
export const Share = t.strict({ accountId: Id, amount: Ava }, 'Share')
export type Share = t.TypeOf<typeof Share>

const batch = { batchId: clear(Id), at: clear(Instant) }

export const PayoutBatchPlanned = event('PayoutBatchPlanned', { ...batch, accountIds: clear(t.readonlyArray(Id)) })
/** Written before the transaction leaves: what was signed is sent, as often as needed, and nothing else. */
export const PayoutTransactionSigned = event('PayoutTransactionSigned', {
  ...batch,
  shares: clear(t.readonlyArray(Share)),
  chainId: clear(Whole),
  /** Of the company's wallet. */
  sender: clear(t.string),
  nonce: clear(Whole),
  txHash: clear(t.string),
  /** Holds the addresses of people: sealed under a key of the batch's own, destroyed when it has been paid. */
  signed: pii('batchId', t.string, ''),
})
export const PayoutTransactionSent = event('PayoutTransactionSent', { ...batch, txHash: clear(t.string) })
/** It will never pay: it was undone on the chain, or another transaction took its number. */
export const PayoutTransactionFailed = event('PayoutTransactionFailed', {
  ...batch,
  txHash: clear(t.string),
  reason: clear(oneOf(['reverted', 'superseded'])),
})
export const PayoutBatchPaid = event('PayoutBatchPaid', {
  ...batch,
  txHash: clear(t.string),
  accountIds: clear(t.readonlyArray(Id)),
  /** Of the whole transaction; null when the chain does not say. */
  gasUsed: clear(orNull(Whole)),
})
/** None of the wallets had anything to pay any more. */
export const PayoutBatchEmptied = event('PayoutBatchEmptied', batch)

export const PayoutEvents = family(
  PayoutBatchPlanned,
  PayoutTransactionSigned,
  PayoutTransactionSent,
  PayoutTransactionFailed,
  PayoutBatchPaid,
  PayoutBatchEmptied,
)
export type PayoutEvent = EventIn<typeof PayoutEvents>
