import {
  currentAttempt,
  type PayoutAttempt,
  payoutBatch,
  type PayoutBatchCommand,
  type PayoutBatchState,
  type PayoutShare,
} from '../../domain/ava/payout-batch.ts'
import type { Actor } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { outsideRequests } from '../audit/ports.ts'
import { load } from '../command-handler.ts'
import type { AnyRejection } from '../rejections.ts'
import { forEachId, type JobServices, type ScheduledTask } from '../jobs.ts'
import type { Jobs } from '../ports/jobs.ts'
import { type AppFailure, rejectedWith, type Result, type Services, type UseCase } from '../use-case.ts'
import { ChainError } from './ports.ts'
import { executePayoutCommand, nothingToDo, type PayoutChain, type PayoutServices } from './payout-services.ts'
import { type PayableShare, reserveShares } from './payout-shares.ts'

/** Maximum wallets per transaction; fits the gas limit of a block. */
const maxWalletsPerBatch = 200

/**
 * Advances the open batches and plans a new one if none is left.
 * @rule B-34 a single transaction for all
 * @rule C-23 every 24 hours
 */
export const runPayouts = (payoutServices: PayoutServices): Result<void> =>
  pipe(
    advanceOpenBatches(payoutServices),
    TE.flatMap(() => payoutServices.lookups.ava.openPayoutBatches()),
    TE.flatMap((open): Result<unknown> => (open.length > 0 ? nothingToDo : planNextBatch(payoutServices))),
    TE.asUnit,
  )

/** Advances every open batch by one step; returns their number. */
export const advanceOpenBatches = (payoutServices: PayoutServices): Result<number> =>
  pipe(
    payoutServices.lookups.ava.openPayoutBatches(),
    TE.flatMap((ids) => forEachId(ids, (batchId) => advanceBatch(payoutServices, batchId))),
  )

/** Plans a batch. Its id derives from the day, so concurrent runs plan the same batch. */
const planNextBatch = (payoutServices: PayoutServices): Result<unknown> =>
  pipe(
    payoutServices.lookups.ava.walletsToPay(maxWalletsPerBatch, payoutServices.clock()),
    TE.flatMap((accountIds) => (accountIds.length === 0 ? nothingToDo : planBatch(payoutServices, accountIds, 1))),
  )

const planBatch = (payoutServices: PayoutServices, accountIds: readonly string[], n: number): Result<unknown> => {
  const at = payoutServices.clock()
  const batchId = n === 1 ? romeDay(at) : `${romeDay(at)}-${n}`
  const planAndAdvance = pipe(
    executeOnBatch(payoutServices, batchId, { type: 'PlanBatch', batchId, accountIds, at }),
    TE.flatMap(() => advanceBatch(payoutServices, batchId)),
  )
  return pipe(
    load(payoutServices)(payoutBatch, batchId),
    TE.flatMap(({ state: { status } }): Result<unknown> => {
      const isClosed = status === 'paid' || status === 'closed-empty'
      return isClosed ? planBatch(payoutServices, accountIds, n + 1) : planAndAdvance
    }),
  )
}

/** Advances a batch by one step: pays its shares, or advances its current transaction. */
const advanceBatch = (payoutServices: PayoutServices, batchId: string): Result<unknown> =>
  pipe(
    load(payoutServices)(payoutBatch, batchId, 'decrypted'),
    TE.flatMap(({ state }): Result<unknown> => {
      if (state.status !== 'open') return nothingToDo
      const current = currentAttempt(state)
      return current === null
        ? payShares(payoutServices, batchId, state)
        : advanceTransaction(payoutServices, { batchId, state, current })
    }),
  )

/** Reserves the shares, signs and records the transaction, and only then sends it. */
const payShares = (payoutServices: PayoutServices, batchId: string, state: PayoutBatchState): Result<unknown> =>
  pipe(
    reserveShares(payoutServices, batchId, state),
    TE.flatMap((shares): Result<unknown> => {
      if (shares.length > 0) return signBatch(payoutServices, batchId, shares)
      return executeOnBatch(payoutServices, batchId, { type: 'CloseEmpty', batchId, at: payoutServices.clock() })
    }),
  )

/** Discards the transaction if a concurrent run has recorded another one, which that run sends. */
const signBatch = (
  payoutServices: PayoutServices,
  batchId: string,
  payableShares: readonly PayableShare[],
): Result<unknown> =>
  pipe(
    TE.Do,
    TE.bind('transaction', () => payoutServices.chain.sign(batchId, payableShares)),
    TE.bindW('isRecorded', ({ transaction }) => {
      const shares = payableShares.map(({ accountId, amount }) => ({ accountId, amount }))
      const command = { type: 'RecordSigned', batchId, shares, ...transaction, at: payoutServices.clock() } as const
      return executeOnBatch(payoutServices, batchId, command, ['TransactionStillLive', 'PayoutBatchEnded'])
    }),
    TE.flatMap(({ transaction, isRecorded }) =>
      isRecorded ? sendTransaction(payoutServices, batchId, transaction) : nothingToDo,
    ),
  )

const sendTransaction = (
  payoutServices: PayoutServices,
  batchId: string,
  transaction: Omit<PayoutAttempt, 'status'>,
): Result<unknown> =>
  pipe(
    payoutServices.chain.send(transaction),
    TE.flatMap(() => {
      const { txHash } = transaction
      return executeOnBatch(payoutServices, batchId, {
        type: 'RecordSent',
        batchId,
        txHash,
        at: payoutServices.clock(),
      })
    }),
  )

/** Records the outcome reported by the chain; resends the signed transaction while there is none. */
const advanceTransaction = (
  payoutServices: PayoutServices,
  { batchId, state, current }: BatchWithTransaction,
): Result<unknown> =>
  pipe(
    payoutServices.chain.statusOf(current),
    TE.flatMap((status): Result<unknown> => {
      const transaction = { batchId, txHash: current.txHash, at: payoutServices.clock() }
      switch (status.type) {
        case 'waiting':
          return sendTransaction(payoutServices, batchId, current)
        case 'failed':
          return executeOnBatch(payoutServices, batchId, {
            type: 'RecordFailed',
            ...transaction,
            reason: status.reason,
          })
        case 'paid':
          return pipe(
            payoutServices.eraseKey(batchId),
            TE.flatMap(() =>
              executeOnBatch(payoutServices, batchId, { type: 'RecordPaid', ...transaction, gasUsed: status.gasUsed }),
            ),
            TE.tapIO((isRecorded) => () => {
              if (isRecorded) recordPayouts(payoutServices, state.shares ?? [])
            }),
          )
      }
    }),
  )

interface BatchWithTransaction {
  readonly batchId: string
  readonly state: PayoutBatchState
  readonly current: PayoutAttempt
}

/** @rule Q-97 the access log names every payout */
const recordPayouts = ({ accessLog, actor, newId }: PayoutServices, shares: readonly PayoutShare[]): void => {
  const correlationId = newId()
  const by = actor.role === 'admin' ? ({ actor: actor.id, role: 'ADMIN' } as const) : ({ role: 'SISTEMA' } as const)
  for (const { accountId } of shares)
    accessLog.record({
      ...outsideRequests,
      ...by,
      what: 'payout',
      subject: accountId,
      why: 'payout-run',
      correlationId,
    })
}

const executeOnBatch = (
  payoutServices: PayoutServices,
  batchId: string,
  command: PayoutBatchCommand,
  ignoredRejections: readonly AnyRejection['type'][] = [],
): Result<boolean> => executePayoutCommand(payoutServices)(payoutBatch, batchId, command, ignoredRejections)

/** Starts the daily job now, with the administrator as actor. @rule Q-71 */
export const forcePayout: UseCase<Readonly<Record<string, never>>, void> =
  ({ requestPayouts, person }) =>
  () =>
    requestPayouts === null
      ? TE.left(rejectedWith({ type: 'ChainNotConfigured' }))
      : TE.tryCatch(
          () => requestPayouts(person.accountId),
          (cause): AppFailure => ({ type: 'Unavailable', cause }),
        )

/** Adds the daily job to its queue now, naming the administrator; null without a company wallet. */
export const payoutRequester = (
  payoutChain: PayoutChain | null,
  jobs: Pick<Jobs, 'add'>,
  newId: () => string,
): Services['requestPayouts'] =>
  payoutChain &&
  ((by) => jobs.add([{ queue: 'timers', name: 'payouts-due', data: { by }, key: `forced-payout-${newId()}` }]))

const timerActor: Actor = { id: 'timer', role: 'policy' }

/**
 * The daily payout. `by` is the administrator who requested it early.
 * @rule B-34 daily payout
 */
export const payDuePayouts: ScheduledTask['run'] = (services, { by }) =>
  pipe(
    withPayoutChain(services, typeof by === 'string' ? { id: by, role: 'admin' } : timerActor, runPayouts),
    TE.mapLeft((failure) =>
      failure.type === 'Unavailable' && failure.cause instanceof ChainError ? failure.cause : failure,
    ),
  )

/** Advances open payouts. Failures are left to the next run; only the daily payout reports them. */
export const advancePayouts: ScheduledTask['run'] = (services) =>
  pipe(
    withPayoutChain(services, timerActor, advanceOpenBatches),
    TE.orElseW(() => TE.right(undefined)),
  )

const withPayoutChain = <A>(
  { services, payoutChain, accessLog }: Pick<JobServices, 'services' | 'payoutChain' | 'accessLog'>,
  actor: Actor,
  work: (payoutServices: PayoutServices) => Result<A>,
): Result<A | undefined> =>
  payoutChain === null ? TE.right(undefined) : work({ ...services, ...payoutChain, accessLog, actor })
