import { payoutBatch, PayoutBatchEmptied, PayoutBatchPaid, payoutIdOf } from '../../domain/ava/payout-batch.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { asPolicy, type PolicyContext, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(PayoutBatchPaid, PayoutBatchEmptied)

/**
 * once the chain has reported a batch, each of its payouts is confirmed. Of two runs at one batch one may have debited
 * a wallet the other had signed without: what the batch has not paid when it ends comes back.
 */
export const payoutsPolicy = (hands: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'payouts',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { type, data } = cause.event
    const { batchId, at } = data
    const paid = new Set(type === 'PayoutBatchPaid' ? data.accountIds : [])
    const { execute, load } = asPolicy('payouts', hands, cause)
    return withState(load(payoutBatch, batchId), ({ accountIds }) =>
      inSequence(
        accountIds.map((accountId) => {
          const of = { accountId, payoutId: payoutIdOf(batchId, accountId), at }
          if (type === 'PayoutBatchPaid' && paid.has(accountId))
            return execute(wallet, accountId, { type: 'ConfirmPayout', ...of, txHash: data.txHash })
          return execute(wallet, accountId, { type: 'ReleasePayout', ...of })
        }),
      ),
    )
  },
})
