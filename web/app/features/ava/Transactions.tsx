import { useQuery } from '@tanstack/react-query'
import type { AvaTransaction } from '../../../contract/ava.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { avaTransactions } from './ava.queries.ts'

const { ava: words } = texts

export function Transactions() {
  const transactions = useQuery(avaTransactions)
  return (
    <Card title={words.transactions}>
      <Loaded query={transactions} empty={<EmptyState text={words.transactionsEmpty} />}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((transaction) => (
              <Movement key={transaction.id} of={transaction} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Movement({ of: { type, amount, description, maturing, createdAt } }: { readonly of: AvaTransaction }) {
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium break-words">{description}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {longDate(createdAt)} · {words.kinds[type]}
          {maturing && <Badge tone="gold">{words.maturingBadge}</Badge>}
        </p>
      </div>
      <p className="shrink-0 font-semibold tabular-nums">{words.signed(amount)}</p>
    </li>
  )
}
