import {
  liveAttempt,
  type PayoutAttempt,
  payoutBatch,
  type PayoutBatchCommand,
  type PayoutBatchState,
} from '../../domain/ava/payout-batch.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { load } from '../handle.ts'
import type { AnyRejection } from '../rejections.ts'
import { forEachId } from '../scheduled-commands.ts'
import { type AppFailure, refuse, type Result, type UseCase } from '../use-case.ts'
import { executePayoutCommand, nothingToDo, type PayoutServices } from './payout-services.ts'
import { type PayableShare, reserveShares } from './payout-shares.ts'

/** So many wallets go into one transaction: a block has room for them. */
const maxWalletsPerBatch = 200

/** What a payment was waiting for goes on; a new batch is planned when none is open (B-34, C-23). */
export const runPayouts = (payoutServices: PayoutServices): Result<void> =>
  pipe(
    continuePayouts(payoutServices),
    TE.flatMap(() => payoutServices.lookups.openPayoutBatches()),
    TE.flatMap((open): Result<unknown> => (open.length > 0 ? nothingToDo : planNextBatch(payoutServices))),
    TE.asUnit,
  )

/** Every open batch a step further, wherever the last run left it. How many there were. */
export const continuePayouts = (payoutServices: PayoutServices): Result<number> =>
  pipe(
    payoutServices.lookups.openPayoutBatches(),
    TE.flatMap((ids) => forEachId(ids, (batchId) => advanceBatch(payoutServices, batchId))),
  )

/** A batch is named after its day, so that two runs that plan at the same time plan the same one. */
const planNextBatch = (payoutServices: PayoutServices): Result<unknown> =>
  pipe(
    payoutServices.lookups.walletsToPay(maxWalletsPerBatch),
    TE.flatMap((accountIds) => (accountIds.length === 0 ? nothingToDo : planBatch(payoutServices, accountIds, 1))),
  )

const planBatch = (payoutServices: PayoutServices, accountIds: readonly string[], n: number): Result<unknown> => {
  const at = payoutServices.clock()
  const batchId = n === 1 ? romeDay(at) : `${romeDay(at)}-${n}`
  return pipe(
    load(payoutServices)(payoutBatch, batchId),
    TE.flatMap(({ state: { status } }): Result<unknown> => {
      if (status === 'paid' || status === 'emptied') return planBatch(payoutServices, accountIds, n + 1)
      return pipe(
        executeOnBatch(payoutServices, batchId, { type: 'PlanBatch', batchId, accountIds, at }),
        TE.flatMap(() => advanceBatch(payoutServices, batchId)),
      )
    }),
  )
}

const advanceBatch = (payoutServices: PayoutServices, batchId: string): Result<unknown> =>
  pipe(
    load(payoutServices)(payoutBatch, batchId, 'open'),
    TE.flatMap(({ state }): Result<unknown> => {
      if (state.status !== 'open') return nothingToDo
      const live = liveAttempt(state)
      return live === null
        ? payShares(payoutServices, batchId, state)
        : followTransaction(payoutServices, batchId, live)
    }),
  )

/** Reserved, signed, written down, and only then sent. */
const payShares = (payoutServices: PayoutServices, batchId: string, state: PayoutBatchState): Result<unknown> =>
  pipe(
    reserveShares(payoutServices, batchId, state),
    TE.flatMap((shares): Result<unknown> => {
      if (shares.length > 0) return signBatch(payoutServices, batchId, shares)
      return executeOnBatch(payoutServices, batchId, { type: 'CloseEmpty', batchId, at: payoutServices.clock() })
    }),
  )

const signBatch = (payoutServices: PayoutServices, batchId: string, shared: readonly PayableShare[]): Result<unknown> =>
  pipe(
    payoutServices.chain.sign(batchId, shared),
    TE.flatMap((transaction) => {
      const shares = shared.map(({ accountId, amount }) => ({ accountId, amount }))
      const signed = { type: 'RecordSigned', batchId, shares, ...transaction, at: payoutServices.clock() } as const
      // somebody else's run was quicker: theirs is sent, ours never leaves this process
      return pipe(
        executeOnBatch(payoutServices, batchId, signed, ['TransactionStillLive', 'PayoutBatchEnded']),
        TE.flatMap((done) => (done ? sendTransaction(payoutServices, batchId, transaction) : nothingToDo)),
      )
    }),
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

/** Only what the chain reports is confirmed; what it has lost sight of is sent again as it was signed. */
const followTransaction = (payoutServices: PayoutServices, batchId: string, live: PayoutAttempt): Result<unknown> =>
  pipe(
    payoutServices.chain.statusOf(live),
    TE.flatMap((fate): Result<unknown> => {
      const known = { batchId, txHash: live.txHash, at: payoutServices.clock() }
      switch (fate.type) {
        case 'waiting':
          return sendTransaction(payoutServices, batchId, live)
        case 'failed':
          return executeOnBatch(payoutServices, batchId, { type: 'RecordFailed', ...known, reason: fate.reason })
        case 'paid':
          return pipe(
            payoutServices.forget(batchId),
            TE.flatMap(() =>
              executeOnBatch(payoutServices, batchId, { type: 'RecordPaid', ...known, gasUsed: fate.gasUsed }),
            ),
          )
      }
    }),
  )

const executeOnBatch = (
  payoutServices: PayoutServices,
  batchId: string,
  command: PayoutBatchCommand,
  settled: readonly AnyRejection['type'][] = [],
): Result<boolean> => executePayoutCommand(payoutServices)(payoutBatch, batchId, command, settled)

/** the daily job, now; in the log it stands under the name of whoever asked. */
export const forcePayout: UseCase<Readonly<Record<string, never>>, void> =
  ({ requestPayouts, person }) =>
  () =>
    requestPayouts === null
      ? TE.left(refuse({ type: 'ChainNotConfigured' }))
      : TE.tryCatch(
          () => requestPayouts(person.accountId),
          (cause): AppFailure => ({ type: 'Unavailable', cause }),
        )
