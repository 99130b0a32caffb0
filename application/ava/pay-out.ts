import { liveAttempt, type Attempt, type PayoutState } from '../../domain/ava/payout/state.ts'
import { payout, type PayoutCommand } from '../../domain/ava/payout/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { each } from '../due.ts'
import { load } from '../handle.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Answer } from '../use-case.ts'
import { reserveShares, type Shared } from './reserve-shares.ts'
import { inTheNameOfPayouts, nothingToDo, type Cashier } from './cashier.ts'

/** So many wallets go into one transaction: a block has room for them. */
const mostInABatch = 200

/** What a payment was waiting for goes on; a new batch is planned when none is open (B-34, C-23). */
export const payOut = (cashier: Cashier): Answer<void> =>
  pipe(
    goOn(cashier),
    TE.flatMap(() => cashier.lookups.openPayoutBatches()),
    TE.flatMap((open): Answer<unknown> => (open.length > 0 ? nothingToDo : planNext(cashier))),
    TE.asUnit,
  )

/** Every open batch a step further, wherever the last run left it. How many there were. */
export const goOn = (cashier: Cashier): Answer<number> =>
  pipe(
    cashier.lookups.openPayoutBatches(),
    TE.flatMap((ids) => each(ids, (batchId) => advance(cashier, batchId))),
  )

/** A batch is named after its day, so that two runs that plan at the same time plan the same one. */
const planNext = (cashier: Cashier): Answer<unknown> =>
  pipe(
    cashier.lookups.walletsToPay(mostInABatch),
    TE.flatMap((accountIds) => (accountIds.length === 0 ? nothingToDo : planAs(cashier, accountIds, 1))),
  )

const planAs = (cashier: Cashier, accountIds: readonly string[], n: number): Answer<unknown> => {
  const at = cashier.clock()
  const batchId = n === 1 ? romeDay(at) : `${romeDay(at)}-${n}`
  return pipe(
    load(cashier)(payout, batchId),
    TE.flatMap(({ state: { status } }): Answer<unknown> => {
      if (status === 'paid' || status === 'emptied') return planAs(cashier, accountIds, n + 1)
      return pipe(
        record(cashier, batchId, { type: 'PlanBatch', batchId, accountIds, at }),
        TE.flatMap(() => advance(cashier, batchId)),
      )
    }),
  )
}

const advance = (cashier: Cashier, batchId: string): Answer<unknown> =>
  pipe(
    load(cashier)(payout, batchId, 'open'),
    TE.flatMap(({ state }): Answer<unknown> => {
      if (state.status !== 'open') return nothingToDo
      const live = liveAttempt(state)
      return live === null ? payShares(cashier, batchId, state) : follow(cashier, batchId, live)
    }),
  )

/** Reserved, signed, written down, and only then sent. */
const payShares = (cashier: Cashier, batchId: string, state: PayoutState): Answer<unknown> =>
  pipe(
    reserveShares(cashier, batchId, state),
    TE.flatMap((shares): Answer<unknown> => {
      if (shares.length > 0) return sign(cashier, batchId, shares)
      return record(cashier, batchId, { type: 'CloseEmpty', batchId, at: cashier.clock() })
    }),
  )

const sign = (cashier: Cashier, batchId: string, shared: readonly Shared[]): Answer<unknown> =>
  pipe(
    cashier.chain.sign(batchId, shared),
    TE.flatMap((transaction) => {
      const shares = shared.map(({ accountId, amount }) => ({ accountId, amount }))
      const signed = { type: 'RecordSigned', batchId, shares, ...transaction, at: cashier.clock() } as const
      // somebody else's run was quicker: theirs is sent, ours never leaves this process
      return pipe(
        record(cashier, batchId, signed, ['TransactionStillLive', 'PayoutBatchEnded']),
        TE.flatMap((done) => (done ? send(cashier, batchId, transaction) : nothingToDo)),
      )
    }),
  )

const send = (cashier: Cashier, batchId: string, transaction: Omit<Attempt, 'status'>): Answer<unknown> =>
  pipe(
    cashier.chain.send(transaction),
    TE.flatMap(() => {
      const { txHash } = transaction
      return record(cashier, batchId, { type: 'RecordSent', batchId, txHash, at: cashier.clock() })
    }),
  )

/** Only what the chain reports is confirmed; what it has lost sight of is sent again as it was signed. */
const follow = (cashier: Cashier, batchId: string, live: Attempt): Answer<unknown> =>
  pipe(
    cashier.chain.fateOf(live),
    TE.flatMap((fate): Answer<unknown> => {
      const known = { batchId, txHash: live.txHash, at: cashier.clock() }
      switch (fate.type) {
        case 'waiting':
          return send(cashier, batchId, live)
        case 'failed':
          return record(cashier, batchId, { type: 'RecordFailed', ...known, reason: fate.reason })
        case 'paid':
          return pipe(
            cashier.forget(batchId),
            TE.flatMap(() => record(cashier, batchId, { type: 'RecordPaid', ...known, gasUsed: fate.gasUsed })),
          )
      }
    }),
  )

const record = (
  cashier: Cashier,
  batchId: string,
  command: PayoutCommand,
  settled: readonly AnyRejection['type'][] = [],
): Answer<boolean> => inTheNameOfPayouts(cashier)(payout, batchId, command, settled)
