import { payout, payoutIdOf } from '../../domain/ava/payout/decider.ts'
import { PayoutBatchEmptied, PayoutBatchPaid } from '../../domain/ava/payout/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, seeing, type Hands } from './reaction.ts'

const events = family(PayoutBatchPaid, PayoutBatchEmptied)

/**
 * once the chain has reported a batch, each of its payouts is confirmed. Of two runs at one batch one may have debited
 * a wallet the other had signed without: what the batch has not paid when it ends comes back.
 */
export const payoutsPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'payouts',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { type, data } = cause.event
    const { batchId, at } = data
    const paid = new Set(type === 'PayoutBatchPaid' ? data.accountIds : [])
    const { run, look } = inTheNameOf('payouts', hands, cause)
    return seeing(look(payout, batchId), ({ accountIds }) =>
      inTurn(
        accountIds.map((accountId) => {
          const of = { accountId, payoutId: payoutIdOf(batchId, accountId), at }
          if (type === 'PayoutBatchPaid' && paid.has(accountId))
            return run(wallet, accountId, { type: 'ConfirmPayout', ...of, txHash: data.txHash })
          return run(wallet, accountId, { type: 'ReleasePayout', ...of })
        }),
      ),
    )
  },
})
