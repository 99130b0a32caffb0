import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { commissionsFile, type Commission } from '../../../contract/affiliate.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { buttonStyle } from '../../components/button-style.ts'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate, money, percent } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { commissions } from './affiliate.queries.ts'

const words = texts.affiliate.commissions
const heads = [words.date, words.code, words.rate, words.amount, words.status]

/** R-109, B-43, Q-82 */
export function Commissions() {
  const own = useQuery(commissions)
  const file = (
    <a href={commissionsFile} download className={buttonStyle('secondary', true)}>
      <Download aria-hidden="true" className="size-4" />
      {words.download}
    </a>
  )
  return (
    <Card title={words.title} action={file}>
      <Loaded query={own} failed={words.loadFailed} empty={<EmptyState text={words.empty} />}>
        {(list) => <Table list={list} />}
      </Loaded>
      <p className="mt-4 text-sm text-muted">{words.note}</p>
    </Card>
  )
}

const tones: Readonly<Record<Commission['status'], BadgeTone>> = { pending: 'gold', earned: 'good', voided: 'bad' }

function Table({ list }: { readonly list: readonly Commission[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a telephone it is scrolled with the keyboard too
    <section aria-label={words.caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{words.caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 py-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id} className="border-b border-line last:border-0">
              <td className="px-2 py-2 whitespace-nowrap">{longDate(one.date)}</td>
              <td className="px-2 py-2 font-mono">{one.referralCode}</td>
              <td className="px-2 py-2 whitespace-nowrap tabular-nums">{percent(one.commissionRate)} %</td>
              <td className="px-2 py-2 whitespace-nowrap tabular-nums">{money(one.amount)}</td>
              <td className="px-2 py-2">
                <Badge tone={tones[one.status]}>{words.statuses[one.status]}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
