import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Ava, Id, Instant, nullable, oneOf, Whole } from '../kernel/primitives.ts'

/** What one account gets; where it goes only the account's own wallet says. */
export const PayoutShare = t.strict({ accountId: Id, amount: Ava }, 'Share')
export type PayoutShare = t.TypeOf<typeof PayoutShare>

const batchFields = { batchId: clear(Id), at: clear(Instant) }

export const PayoutBatchPlanned = event('PayoutBatchPlanned', {
  ...batchFields,
  accountIds: clear(t.readonlyArray(Id)),
})
/** Written before the transaction leaves: what was signed is sent, as often as needed, and nothing else. */
export const PayoutTransactionSigned = event('PayoutTransactionSigned', {
  ...batchFields,
  shares: clear(t.readonlyArray(PayoutShare)),
  chainId: clear(Whole),
  /** Of the company's wallet. */
  sender: clear(t.string),
  nonce: clear(Whole),
  txHash: clear(t.string),
  /** Holds the addresses of people: sealed under a key of the batch's own, destroyed when it has been paid. */
  signed: pii('batchId', t.string, ''),
})
export const PayoutTransactionSent = event('PayoutTransactionSent', { ...batchFields, txHash: clear(t.string) })
/** It will never pay: it was undone on the chain, or another transaction took its number. */
export const PayoutTransactionFailed = event('PayoutTransactionFailed', {
  ...batchFields,
  txHash: clear(t.string),
  reason: clear(oneOf(['reverted', 'superseded'])),
})
export const PayoutBatchPaid = event('PayoutBatchPaid', {
  ...batchFields,
  txHash: clear(t.string),
  accountIds: clear(t.readonlyArray(Id)),
  /** Of the whole transaction; null when the chain does not say. */
  gasUsed: clear(nullable(Whole)),
})
/** None of the wallets had anything to pay any more. */
export const PayoutBatchEmptied = event('PayoutBatchEmptied', batchFields)

export const PayoutBatchEvents = family(
  PayoutBatchPlanned,
  PayoutTransactionSigned,
  PayoutTransactionSent,
  PayoutTransactionFailed,
  PayoutBatchPaid,
  PayoutBatchEmptied,
)
export type PayoutBatchEvent = EventIn<typeof PayoutBatchEvents>

export interface PayoutAttempt {
  readonly chainId: number
  readonly sender: string
  readonly nonce: number
  readonly txHash: string
  /** '' when it was read blank, or the batch has been paid. */
  readonly signed: string
  readonly status: 'signed' | 'sent' | 'failed' | 'confirmed'
}

export interface PayoutBatchState {
  readonly status: 'none' | 'open' | 'paid' | 'emptied'
  readonly accountIds: readonly string[]
  /** As the first transaction had them: every other pays the same. Null before there was one. */
  readonly shares: readonly PayoutShare[] | null
  readonly attempts: readonly PayoutAttempt[]
}

export const initial: PayoutBatchState = { status: 'none', accountIds: [], shares: null, attempts: [] }

export const evolve = (state: PayoutBatchState, event: PayoutBatchEvent): PayoutBatchState => {
  switch (event.type) {
    case 'PayoutBatchPlanned':
      return { ...state, status: 'open', accountIds: event.data.accountIds }
    case 'PayoutTransactionSigned': {
      const { chainId, sender, nonce, txHash, signed, shares } = event.data
      const attempt: PayoutAttempt = { chainId, sender, nonce, txHash, signed, status: 'signed' }
      return { ...state, shares: state.shares ?? shares, attempts: [...state.attempts, attempt] }
    }
    case 'PayoutTransactionSent':
      return withAttemptStatus(state, event.data.txHash, 'sent')
    case 'PayoutTransactionFailed':
      return withAttemptStatus(state, event.data.txHash, 'failed')
    case 'PayoutBatchPaid':
      return { ...withAttemptStatus(state, event.data.txHash, 'confirmed'), status: 'paid' }
    case 'PayoutBatchEmptied':
      return { ...state, status: 'emptied' }
  }
}

const withAttemptStatus = (
  state: PayoutBatchState,
  txHash: string,
  status: PayoutAttempt['status'],
): PayoutBatchState => ({
  ...state,
  attempts: state.attempts.map((one) => (one.txHash === txHash ? { ...one, status } : one)),
})

/** The transaction that may still pay; there is one at a time. */
export const liveAttempt = ({ attempts }: PayoutBatchState): PayoutAttempt | null =>
  attempts.find(({ status }) => status === 'signed' || status === 'sent') ?? null

interface BatchCommand {
  readonly batchId: string
  readonly at: Instant
}

export interface PlanBatch extends BatchCommand {
  readonly type: 'PlanBatch'
  readonly accountIds: readonly string[]
}

export interface RecordSigned extends BatchCommand, Omit<PayoutAttempt, 'status'> {
  readonly type: 'RecordSigned'
  readonly shares: readonly PayoutShare[]
}

export type PayoutBatchCommand =
  | PlanBatch
  | RecordSigned
  | (BatchCommand & { readonly type: 'RecordSent'; readonly txHash: string })
  | (BatchCommand & {
      readonly type: 'RecordFailed'
      readonly txHash: string
      readonly reason: 'reverted' | 'superseded'
    })
  | (BatchCommand & { readonly type: 'RecordPaid'; readonly txHash: string; readonly gasUsed: number | null })
  | (BatchCommand & { readonly type: 'CloseEmpty' })

export type PayoutBatchRejection =
  | { readonly type: 'NobodyToPay' }
  | { readonly type: 'PayoutBatchUnknown'; readonly batchId: string }
  | { readonly type: 'PayoutBatchEnded'; readonly batchId: string }
  /** Its shares are not of this batch, or not what the first transaction paid. */
  | { readonly type: 'SharesDiffer'; readonly batchId: string }
  /** Two transactions that may both pay are never signed. */
  | { readonly type: 'TransactionStillLive'; readonly txHash: string }
  | { readonly type: 'TransactionUnknown'; readonly txHash: string }
  | { readonly type: 'TransactionFailed'; readonly txHash: string }

type Decision = E.Either<PayoutBatchRejection, readonly PayoutBatchEvent[]>
const accept = (...events: readonly PayoutBatchEvent[]): Decision => E.right(events)
const reject = (rejection: PayoutBatchRejection): Decision => E.left(rejection)

const decide = (command: PayoutBatchCommand, state: PayoutBatchState): Decision => {
  const { batchId, at } = command
  if (command.type === 'PlanBatch') return planBatch(command, state)
  if (state.status === 'none') return reject({ type: 'PayoutBatchUnknown', batchId })
  if (command.type === 'CloseEmpty') {
    if (state.status === 'emptied') return accept()
    const { attempts } = state
    if (attempts[0] !== undefined) return reject({ type: 'TransactionStillLive', txHash: attempts[0].txHash })
    return accept({ type: 'PayoutBatchEmptied', data: { batchId, at } })
  }
  const known = state.attempts.find(({ txHash }) => txHash === command.txHash)
  if (command.type === 'RecordSigned') return known === undefined ? recordSigned(command, state) : accept()
  return known === undefined
    ? reject({ type: 'TransactionUnknown', txHash: command.txHash })
    : recordTransactionUpdate(command, state, known)
}

const planBatch = ({ batchId, accountIds, at }: PlanBatch, { status }: PayoutBatchState): Decision => {
  if (status !== 'none') return accept()
  if (accountIds.length === 0) return reject({ type: 'NobodyToPay' })
  return accept({ type: 'PayoutBatchPlanned', data: { batchId, accountIds, at } })
}

const recordSigned = ({ type: _, ...signed }: RecordSigned, state: PayoutBatchState): Decision => {
  const { batchId, shares } = signed
  if (state.status !== 'open') return reject({ type: 'PayoutBatchEnded', batchId })
  const live = liveAttempt(state)
  if (live !== null) return reject({ type: 'TransactionStillLive', txHash: live.txHash })
  if (!sharesMatchBatch(shares, state)) return reject({ type: 'SharesDiffer', batchId })
  return accept({ type: 'PayoutTransactionSigned', data: signed })
}

/** Each account of the batch once at most, each with something to get; and the same again each time. */
const sharesMatchBatch = (
  shares: readonly PayoutShare[],
  { accountIds, shares: before }: PayoutBatchState,
): boolean => {
  const known = new Set(accountIds)
  const once = new Set(shares.map(({ accountId }) => accountId)).size === shares.length
  const ours = shares.every(({ accountId, amount }) => known.has(accountId) && amount > 0)
  const same = before === null || serialiseShares(before) === serialiseShares(shares)
  return shares.length > 0 && once && ours && same
}
const serialiseShares = (shares: readonly PayoutShare[]) =>
  shares.map(({ accountId, amount }) => `${accountId} ${amount}`).join()

type TransactionUpdate = Extract<PayoutBatchCommand, { readonly type: 'RecordSent' | 'RecordFailed' | 'RecordPaid' }>

const recordTransactionUpdate = (
  command: TransactionUpdate,
  { status, shares }: PayoutBatchState,
  known: PayoutAttempt,
): Decision => {
  const { batchId, txHash, at } = command
  if (command.type === 'RecordSent')
    return known.status === 'signed'
      ? accept({ type: 'PayoutTransactionSent', data: { batchId, txHash, at } })
      : accept()
  if (command.type === 'RecordFailed') {
    if (known.status === 'failed') return accept()
    if (status !== 'open') return reject({ type: 'PayoutBatchEnded', batchId })
    return accept({ type: 'PayoutTransactionFailed', data: { batchId, txHash, reason: command.reason, at } })
  }
  if (known.status === 'confirmed') return accept()
  if (known.status === 'failed') return reject({ type: 'TransactionFailed', txHash })
  const accountIds = (shares ?? []).map(({ accountId }) => accountId)
  return accept({ type: 'PayoutBatchPaid', data: { batchId, txHash, accountIds, gasUsed: command.gasUsed, at } })
}

/** One batch of payouts: many wallets, one transaction. Whatever dies when, it is paid once. */
export const payoutBatch: Aggregate<PayoutBatchCommand, PayoutBatchEvent, PayoutBatchState, PayoutBatchRejection> = {
  category: 'payout',
  events: PayoutBatchEvents,
  initial,
  evolve,
  decide,
}

/** A wallet knows its part of a batch by this name. */
export const payoutIdOf = (batchId: string, accountId: string): string => `${batchId}_${accountId}`
