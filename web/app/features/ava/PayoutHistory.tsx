import { useQuery } from '@tanstack/react-query'
import type { AvaPayout } from '../../../contract/ava.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { avaPayouts } from './ava.queries.ts'

const { ava } = texts
const { payouts: words } = ava

/** one's payouts, the newest first; `most` cuts the list short. */
export function PayoutHistory({ most }: { readonly most?: number }) {
  const payouts = useQuery(avaPayouts)
  return (
    <Card title={words.title}>
      <Loaded query={payouts} empty={<EmptyState text={words.empty} />}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.slice(0, most).map((payout) => (
              <PayoutRow key={payout.id} of={payout} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function PayoutRow({ of: { amount, status, toAddress, createdAt } }: { readonly of: AvaPayout }) {
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{ava.amount(amount)}</span>
        <Badge tone={status === 'confirmed' ? 'good' : 'gold'}>{words.statuses[status]}</Badge>
      </p>
      <p className="text-sm break-all text-muted">
        {longDate(createdAt)} · {words.to(toAddress)}
      </p>
    </li>
  )
}
