import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { PayoutEvents, type PayoutEvent, type Share } from './events.ts'
import { evolve, initial, liveAttempt, type Attempt, type PayoutState } from './state.ts'

export type { PayoutState } from './state.ts'

interface Of {
  readonly batchId: string
  readonly at: Instant
}

export interface PlanBatch extends Of {
  readonly type: 'PlanBatch'
  readonly accountIds: readonly string[]
}

export interface RecordSigned extends Of, Omit<Attempt, 'status'> {
  readonly type: 'RecordSigned'
  readonly shares: readonly Share[]
}

export type PayoutCommand =
  | PlanBatch
  | RecordSigned
  | (Of & { readonly type: 'RecordSent'; readonly txHash: string })
  | (Of & { readonly type: 'RecordFailed'; readonly txHash: string; readonly reason: 'reverted' | 'superseded' })
  | (Of & { readonly type: 'RecordPaid'; readonly txHash: string; readonly gasUsed: number | null })
  | (Of & { readonly type: 'CloseEmpty' })

export type BatchRejection =
  | { readonly type: 'NobodyToPay' }
  | { readonly type: 'PayoutBatchUnknown'; readonly batchId: string }
  | { readonly type: 'PayoutBatchEnded'; readonly batchId: string }
  /** Its shares are not of this batch, or not what the first transaction paid. */
  | { readonly type: 'SharesDiffer'; readonly batchId: string }
  /** Two transactions that may both pay are never signed. */
  | { readonly type: 'TransactionStillLive'; readonly txHash: string }
  | { readonly type: 'TransactionUnknown'; readonly txHash: string }
  | { readonly type: 'TransactionFailed'; readonly txHash: string }

type Decision = E.Either<BatchRejection, readonly PayoutEvent[]>
const accept = (...events: readonly PayoutEvent[]): Decision => E.right(events)
const reject = (rejection: BatchRejection): Decision => E.left(rejection)

const decide = (command: PayoutCommand, state: PayoutState): Decision => {
  const { batchId, at } = command
  if (command.type === 'PlanBatch') return plan(command, state)
  if (state.status === 'none') return reject({ type: 'PayoutBatchUnknown', batchId })
  if (command.type === 'CloseEmpty') {
    if (state.status === 'emptied') return accept()
    const { attempts } = state
    if (attempts[0] !== undefined) return reject({ type: 'TransactionStillLive', txHash: attempts[0].txHash })
    return accept({ type: 'PayoutBatchEmptied', data: { batchId, at } })
  }
  const known = state.attempts.find(({ txHash }) => txHash === command.txHash)
  if (command.type === 'RecordSigned') return known === undefined ? sign(command, state) : accept()
  return known === undefined
    ? reject({ type: 'TransactionUnknown', txHash: command.txHash })
    : note(command, state, known)
}

const plan = ({ batchId, accountIds, at }: PlanBatch, { status }: PayoutState): Decision => {
  if (status !== 'none') return accept()
  if (accountIds.length === 0) return reject({ type: 'NobodyToPay' })
  return accept({ type: 'PayoutBatchPlanned', data: { batchId, accountIds, at } })
}

const sign = ({ type: _, ...signed }: RecordSigned, state: PayoutState): Decision => {
  const { batchId, shares } = signed
  if (state.status !== 'open') return reject({ type: 'PayoutBatchEnded', batchId })
  const live = liveAttempt(state)
  if (live !== null) return reject({ type: 'TransactionStillLive', txHash: live.txHash })
  if (!fits(shares, state)) return reject({ type: 'SharesDiffer', batchId })
  return accept({ type: 'PayoutTransactionSigned', data: signed })
}

/** Each account of the batch once at most, each with something to get; and the same again each time. */
const fits = (shares: readonly Share[], { accountIds, shares: before }: PayoutState): boolean => {
  const known = new Set(accountIds)
  const once = new Set(shares.map(({ accountId }) => accountId)).size === shares.length
  const ours = shares.every(({ accountId, amount }) => known.has(accountId) && amount > 0)
  const same = before === null || spelled(before) === spelled(shares)
  return shares.length > 0 && once && ours && same
}
const spelled = (shares: readonly Share[]) => shares.map(({ accountId, amount }) => `${accountId} ${amount}`).join()

type Note = Extract<PayoutCommand, { readonly type: 'RecordSent' | 'RecordFailed' | 'RecordPaid' }>

const note = (command: Note, { status, shares }: PayoutState, known: Attempt): Decision => {
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
export const payout: Aggregate<PayoutCommand, PayoutEvent, PayoutState, BatchRejection> = {
  category: 'payout',
  events: PayoutEvents,
  initial,
  evolve,
  decide,
}

/** A wallet knows its part of a batch by this name. */
export const payoutIdOf = (batchId: string, accountId: string): string => `${batchId}_${accountId}`
