import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type Commission, commissionsCsvUrl } from '../../../contract/promotion/affiliate.ts'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { buttonStyle } from '../../components/styles.ts'
import { longDate, money, upToTwoDecimals } from '../../shared/format.ts'
import { commissionsQuery } from './queries.ts'
import { affiliateTexts } from './texts.ts'

const columnTitles = [
  affiliateTexts.commissions.date,
  affiliateTexts.commissions.code,
  affiliateTexts.commissions.rate,
  affiliateTexts.commissions.amount,
  affiliateTexts.commissions.status,
]

/** @rule R-109 B-43 Q-82 commissions */
export function AffiliateCommissions() {
  const own = useQuery(commissionsQuery)
  const file = (
    <a href={commissionsCsvUrl} download className={buttonStyle('secondary', true)}>
      <Download aria-hidden="true" className="size-4" />
      {affiliateTexts.commissions.download}
    </a>
  )
  return (
    <Card title={affiliateTexts.commissions.title} action={file}>
      <QueryView
        query={own}
        errorTitle={affiliateTexts.commissions.loadFailed}
        empty={<EmptyState text={affiliateTexts.commissions.empty} />}
      >
        {(list) => <CommissionTable list={list} />}
      </QueryView>
      <p className="mt-4 text-sm text-muted">{affiliateTexts.commissions.note}</p>
    </Card>
  )
}

const statusTones: Readonly<Record<Commission['status'], BadgeTone>> = {
  pending: 'gold',
  earned: 'good',
  voided: 'bad',
}

function CommissionTable({ list }: { readonly list: readonly Commission[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the table
    <section aria-label={affiliateTexts.commissions.caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{affiliateTexts.commissions.caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columnTitles.map((head) => (
              <th key={head} scope="col" className="px-2 py-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((commission) => (
            <tr key={commission.id} className="border-b border-line last:border-0">
              <td className="px-2 py-2 whitespace-nowrap">{longDate(commission.date)}</td>
              <td className="px-2 py-2 font-mono">{commission.referralCode}</td>
              <td className="px-2 py-2 whitespace-nowrap tabular-nums">
                {upToTwoDecimals(commission.commissionRate)} %
              </td>
              <td className="px-2 py-2 whitespace-nowrap tabular-nums">{money(commission.amount)}</td>
              <td className="px-2 py-2">
                <Badge tone={statusTones[commission.status]}>
                  {affiliateTexts.commissions.statuses[commission.status]}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
