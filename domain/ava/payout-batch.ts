import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Ava, Id, Instant, LargeWhole, nullable, oneOf, Text, textUpTo } from '../kernel/primitives.ts'
import { type ChainTransactionFailure, chainTransactionFailures } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** Amount for one account; the address is stored in the account's wallet only. */
export const PayoutShare = t.strict({ accountId: Id, amount: Ava }, 'Share')
export type PayoutShare = t.TypeOf<typeof PayoutShare>

const batchFields = { batchId: clear(Id), at: clear(Instant) }

export const PayoutBatchPlanned = event('PayoutBatchPlanned', {
  ...batchFields,
  accountIds: clear(t.readonlyArray(Id)),
})
/** Recorded before sending: only this signed transaction is sent, as often as necessary. */
const PayoutTransactionSigned = event('PayoutTransactionSigned', {
  ...batchFields,
  shares: clear(t.readonlyArray(PayoutShare)),
  chainId: clear(LargeWhole),
  /** Address of the company wallet. */
  sender: clear(Text),
  nonce: clear(LargeWhole),
  txHash: clear(Text),
  /** Contains personal addresses: encrypted with a key of the batch, which is destroyed once the batch is paid. */
  signed: pii('batchId', textUpTo(500_000), ''),
})
const PayoutTransactionSent = event('PayoutTransactionSent', { ...batchFields, txHash: clear(Text) })
/** The transaction will never pay: it was reverted, or another one used its nonce. */
const PayoutTransactionFailed = event('PayoutTransactionFailed', {
  ...batchFields,
  txHash: clear(Text),
  reason: clear(oneOf(chainTransactionFailures)),
})
export const PayoutBatchPaid = event('PayoutBatchPaid', {
  ...batchFields,
  txHash: clear(Text),
  accountIds: clear(t.readonlyArray(Id)),
  /** Gas of the whole transaction; null if the chain does not report it. */
  gasUsed: clear(nullable(LargeWhole)),
})
/** No wallet of the batch had anything left to pay. */
export const PayoutBatchClosedEmpty = event('PayoutBatchEmptied' /* stored name */, batchFields)

export const PayoutBatchEvents = family(
  PayoutBatchPlanned,
  PayoutTransactionSigned,
  PayoutTransactionSent,
  PayoutTransactionFailed,
  PayoutBatchPaid,
  PayoutBatchClosedEmpty,
)
export type PayoutBatchEvent = EventIn<typeof PayoutBatchEvents>

// --- State ------------------------------------------------------------------------------------------

export interface PayoutAttempt {
  readonly chainId: number
  readonly sender: string
  readonly nonce: number
  readonly txHash: string
  /** Empty if personal fields were not decrypted, or the batch has been paid. */
  readonly signed: string
  readonly status: 'signed' | 'sent' | 'failed' | 'confirmed'
}

export interface PayoutBatchState {
  readonly status: 'none' | 'open' | 'paid' | 'closed-empty'
  readonly accountIds: readonly string[]
  /** Shares of the first transaction, repeated by every later one; null before the first. */
  readonly shares: readonly PayoutShare[] | null
  readonly attempts: readonly PayoutAttempt[]
}

const initial: PayoutBatchState = { status: 'none', accountIds: [], shares: null, attempts: [] }

const evolve = (state: PayoutBatchState, event: PayoutBatchEvent): PayoutBatchState => {
  switch (event.type) {
    case PayoutBatchPlanned.type:
      return { ...state, status: 'open', accountIds: event.data.accountIds }
    case PayoutTransactionSigned.type: {
      const { chainId, sender, nonce, txHash, signed, shares } = event.data
      const attempt: PayoutAttempt = { chainId, sender, nonce, txHash, signed, status: 'signed' }
      return { ...state, shares: state.shares ?? shares, attempts: [...state.attempts, attempt] }
    }
    case PayoutTransactionSent.type:
      return withAttemptStatus(state, event.data.txHash, 'sent')
    case PayoutTransactionFailed.type:
      return withAttemptStatus(state, event.data.txHash, 'failed')
    case PayoutBatchPaid.type:
      return { ...withAttemptStatus(state, event.data.txHash, 'confirmed'), status: 'paid' }
    case PayoutBatchClosedEmpty.type:
      return { ...state, status: 'closed-empty' }
  }
}

const withAttemptStatus = (
  state: PayoutBatchState,
  txHash: string,
  status: PayoutAttempt['status'],
): PayoutBatchState => ({
  ...state,
  attempts: state.attempts.map((attempt) => (attempt.txHash === txHash ? { ...attempt, status } : attempt)),
})

/** The one transaction that may still pay; null if there is none. */
export const currentAttempt = ({ attempts }: PayoutBatchState): PayoutAttempt | null =>
  attempts.find(({ status }) => status === 'signed' || status === 'sent') ?? null

// --- Commands and rejections ------------------------------------------------------------------------

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

interface RecordSent extends BatchCommand {
  readonly type: 'RecordSent'
  readonly txHash: string
}

interface RecordFailed extends BatchCommand {
  readonly type: 'RecordFailed'
  readonly txHash: string
  readonly reason: ChainTransactionFailure
}

interface RecordPaid extends BatchCommand {
  readonly type: 'RecordPaid'
  readonly txHash: string
  readonly gasUsed: number | null
}

interface CloseEmpty extends BatchCommand {
  readonly type: 'CloseEmpty'
}

export type PayoutBatchCommand = PlanBatch | RecordSigned | RecordSent | RecordFailed | RecordPaid | CloseEmpty

export type PayoutBatchRejection =
  /** The planned batch contains no account. */
  | { readonly type: 'NobodyToPay' }
  /** No batch has been planned with this id. */
  | { readonly type: 'PayoutBatchUnknown'; readonly batchId: string }
  /** A transaction is recorded for a batch that was paid or closed empty. */
  | { readonly type: 'PayoutBatchEnded'; readonly batchId: string }
  /** The shares do not belong to this batch, or differ from those of the first transaction. */
  | { readonly type: 'SharesDiffer'; readonly batchId: string }
  /** A signed transaction may still pay, and a second one would pay twice; or, when closing, one was signed before. */
  | { readonly type: 'TransactionStillLive'; readonly txHash: string }
  /** The transaction does not belong to the batch. */
  | { readonly type: 'TransactionUnknown'; readonly txHash: string }
  /** A transaction recorded as failed is reported as paid. */
  | { readonly type: 'TransactionFailed'; readonly txHash: string }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<PayoutBatchEvent, PayoutBatchRejection>

const decide = (command: PayoutBatchCommand, batch: PayoutBatchState): Decision => {
  const { batchId } = command
  if (command.type === 'PlanBatch') return planBatch(command, batch)
  if (batch.status === 'none') return reject({ type: 'PayoutBatchUnknown', batchId })
  if (command.type === 'CloseEmpty') return closeEmpty(command, batch)
  const attempt = batch.attempts.find(({ txHash }) => txHash === command.txHash)
  if (command.type === 'RecordSigned') return attempt === undefined ? recordSigned(command, batch) : nothing
  if (attempt === undefined) return reject({ type: 'TransactionUnknown', txHash: command.txHash })
  switch (command.type) {
    case 'RecordSent':
      return recordSent(command, attempt)
    case 'RecordFailed':
      return recordFailed(command, batch, attempt)
    case 'RecordPaid':
      return recordPaid(command, batch, attempt)
  }
}

const planBatch = ({ batchId, accountIds, at }: PlanBatch, { status }: PayoutBatchState): Decision => {
  if (status !== 'none') return nothing
  if (accountIds.length === 0) return reject({ type: 'NobodyToPay' })
  return accept({ type: 'PayoutBatchPlanned', data: { batchId, accountIds, at } })
}

/** Only one transaction may pay at a time, and every one pays the same shares. */
const recordSigned = ({ type: _, ...signed }: RecordSigned, state: PayoutBatchState): Decision => {
  const { batchId, shares } = signed
  if (state.status !== 'open') return reject({ type: 'PayoutBatchEnded', batchId })
  const current = currentAttempt(state)
  if (current !== null) return reject({ type: 'TransactionStillLive', txHash: current.txHash })
  if (!sharesMatchBatch(shares, state)) return reject({ type: 'SharesDiffer', batchId })
  return accept({ type: 'PayoutTransactionSigned', data: signed })
}

/** Accounts of the batch only, each at most once and with a positive amount; the same shares in every transaction. */
const sharesMatchBatch = (
  shares: readonly PayoutShare[],
  { accountIds, shares: before }: PayoutBatchState,
): boolean => {
  const accountsOfBatch = new Set(accountIds)
  const areDistinct = new Set(shares.map(({ accountId }) => accountId)).size === shares.length
  const areOfBatch = shares.every(({ accountId, amount }) => accountsOfBatch.has(accountId) && amount > 0)
  const areUnchanged = before === null || serialiseShares(before) === serialiseShares(shares)
  return shares.length > 0 && areDistinct && areOfBatch && areUnchanged
}
const serialiseShares = (shares: readonly PayoutShare[]) =>
  shares.map(({ accountId, amount }) => `${accountId} ${amount}`).join()

const recordSent = ({ batchId, txHash, at }: RecordSent, { status }: PayoutAttempt): Decision =>
  status === 'signed' ? accept({ type: 'PayoutTransactionSent', data: { batchId, txHash, at } }) : nothing

const recordFailed = (command: RecordFailed, batch: PayoutBatchState, attempt: PayoutAttempt): Decision => {
  const { batchId, txHash, reason, at } = command
  if (attempt.status === 'failed') return nothing
  if (batch.status !== 'open') return reject({ type: 'PayoutBatchEnded', batchId })
  return accept({ type: 'PayoutTransactionFailed', data: { batchId, txHash, reason, at } })
}

const recordPaid = (command: RecordPaid, { shares }: PayoutBatchState, { status }: PayoutAttempt): Decision => {
  const { batchId, txHash, gasUsed, at } = command
  if (status === 'confirmed') return nothing
  if (status === 'failed') return reject({ type: 'TransactionFailed', txHash })
  const accountIds = (shares ?? []).map(({ accountId }) => accountId)
  return accept({ type: 'PayoutBatchPaid', data: { batchId, txHash, accountIds, gasUsed, at } })
}

/** Closes a batch without anything to pay; impossible once a transaction was signed, even if it failed. */
const closeEmpty = ({ batchId, at }: CloseEmpty, { status, attempts }: PayoutBatchState): Decision => {
  if (status === 'closed-empty') return nothing
  const [first] = attempts
  if (first !== undefined) return reject({ type: 'TransactionStillLive', txHash: first.txHash })
  return accept({ type: PayoutBatchClosedEmpty.type, data: { batchId, at } })
}

/** A batch of payouts: many wallets, one transaction. @rule Q-71 paid exactly once, even if a process stops at any point */
export const payoutBatch: Aggregate<PayoutBatchCommand, PayoutBatchEvent, PayoutBatchState, PayoutBatchRejection> = {
  category: 'payout',
  events: PayoutBatchEvents,
  initial,
  evolve,
  decide,
}

/** Id under which a wallet records its share of a batch. */
export const payoutIdOf = (batchId: string, accountId: string): string => `${batchId}_${accountId}`
