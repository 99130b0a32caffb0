import { payoutBatch, PayoutBatchClosedEmpty, PayoutBatchPaid, payoutIdOf } from '../../domain/ava/payout-batch.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { asPolicy, type PolicyContext, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(PayoutBatchPaid, PayoutBatchClosedEmpty)

/**
 * Confirms the payouts of a paid batch and cancels the rest. Concurrent runs may have reserved a payout that the signed
 * transaction does not contain.
 * @rule Q-71 a payout is confirmed once the chain reports its batch
 */
export const payoutsPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'payouts',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { type, data } = cause.event
    const { batchId, at } = data
    const paid = new Set(type === 'PayoutBatchPaid' ? data.accountIds : [])
    const { execute, load } = asPolicy('payouts', context, cause)
    return withState(load(payoutBatch, batchId), ({ accountIds }) =>
      inSequence(
        accountIds.map((accountId) => {
          const payout = { accountId, payoutId: payoutIdOf(batchId, accountId), at }
          if (type === 'PayoutBatchPaid' && paid.has(accountId))
            return execute(wallet, accountId, { type: 'ConfirmPayout', ...payout, txHash: data.txHash })
          return execute(wallet, accountId, { type: 'CancelPayoutReservation', ...payout })
        }),
      ),
    )
  },
})
