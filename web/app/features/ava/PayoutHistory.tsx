import { useQuery } from '@tanstack/react-query'
import type { AvaPayout } from '../../../contract/ava/wallet.ts'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { longDate } from '../../shared/format.ts'
import { avaPayoutsQuery } from './queries.ts'
import { avaTexts } from './wallet.texts.ts'

/** Payouts of the account, newest first. `limit` is the maximum shown. @rule R-49 */
export function PayoutHistory({ limit }: { readonly limit?: number }) {
  const payouts = useQuery(avaPayoutsQuery)
  return (
    <Card title={avaTexts.payouts.title}>
      <QueryView query={payouts} empty={<EmptyState text={avaTexts.payouts.empty} />}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.slice(0, limit).map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function PayoutRow({ payout: { amount, status, toAddress, createdAt } }: { readonly payout: AvaPayout }) {
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{avaTexts.amount(amount)}</span>
        <Badge tone={status === 'confirmed' ? 'good' : 'gold'}>{avaTexts.payouts.statuses[status]}</Badge>
      </p>
      <p className="text-sm break-all text-muted">
        {longDate(createdAt)} · {avaTexts.payouts.to(toAddress)}
      </p>
    </li>
  )
}
