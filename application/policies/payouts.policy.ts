import { payout, payoutIdOf } from '../../domain/ava/payout/decider.ts'
import { PayoutBatchPaid } from '../../domain/ava/payout/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, seeing, type Hands } from './reaction.ts'

const events = family(PayoutBatchPaid)

/** once the chain has reported a batch, each of its payouts is confirmed. */
export const payoutsPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'payouts',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { batchId, txHash, at } = cause.event.data
    const { run, look } = inTheNameOf('payouts', hands, cause)
    return seeing(look(payout, batchId), ({ shares }) =>
      inTurn(
        (shares ?? []).map(({ accountId }) => {
          const payoutId = payoutIdOf(batchId, accountId)
          return run(wallet, accountId, { type: 'ConfirmPayout', accountId, payoutId, txHash, at })
        }),
      ),
    )
  },
})
