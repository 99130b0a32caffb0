import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { analyticsEndpoints, type AnalyticsRow, rowKinds } from '../../../contract/analytics/analytics.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { type DataColumn, type DataRow, DataTable } from '../../components/data-table.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { starTexts } from '../../components/star-rating.texts.ts'
import { longDate, money, wholePercent } from '../../shared/format.ts'
import { avaTexts } from '../ava/wallet.texts.ts'
import { rewardTexts } from '../rewards/texts.ts'
import { reviewTexts } from '../reviews/texts.ts'
import { DownloadLink } from './DownloadLink.tsx'
import { searchOf, usePeriod } from './period.tsx'
import { analyticsQuery, analyticsRowsQuery } from './queries.ts'
import { analyticsTexts, criteria } from './texts.ts'

const texts = analyticsTexts.rowsPage
const { columns: titles } = texts
const filterNames = ['stars', 'reason', 'answered', 'counted', 'returning'] as const

/** Rows and filters in the query of the URL; without filters if one is invalid. */
const useRowsQuery = () => {
  const [search] = useSearchParams()
  const { from, to } = usePeriod()
  const of = rowKinds.find((kind) => kind === search.get('of')) ?? 'reviews'
  const given = Object.fromEntries(filterNames.flatMap((name) => (search.has(name) ? [[name, search.get(name)]] : [])))
  const parsed = analyticsEndpoints.analyticsRows.query.safeParse({ of, ...given })
  return { query: { of, from, to, ...(parsed.success && given) }, labels: filterLabels(parsed.data ?? {}) }
}

/** The rows behind a figure, as the URL filters them. */
export function AnalyticsRowsPage() {
  const period = usePeriod()
  const { query, labels } = useRowsQuery()
  const { of, from, to } = query
  const rows = useInfiniteQuery(analyticsRowsQuery(query))
  const isPremium = useQuery(analyticsQuery(from, to, period.compare)).data?.premium === true
  return (
    <PageLayout
      title={texts.titles[of]}
      intro={`${analyticsTexts.shown(longDate(from), longDate(to))}.`}
      action={
        <LinkButton to={`/analytics?${searchOf(period)}`} variant="secondary">
          {texts.back}
        </LinkButton>
      }
    >
      {of === 'issued' && <p className="text-sm text-muted">{analyticsTexts.rewards.issuedNote}</p>}
      {labels.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <ul aria-label={texts.filters} className="flex flex-wrap gap-2">
            {labels.map((label) => (
              <li key={label}>
                <Badge>{label}</Badge>
              </li>
            ))}
          </ul>
          <TextLink to={`/analytics/rows?${searchOf(period, { of })}`}>{texts.clear}</TextLink>
        </div>
      )}
      {isPremium && (
        <div className="screen-only">
          <DownloadLink query={{ ...query, format: 'xlsx' }} text={analyticsTexts.downloadWorkbook} />
        </div>
      )}
      <QueryView query={rows} empty={<EmptyState text={texts.empty} />}>
        {(list) => (
          <div>
            <DataTable label={texts.titles[of]} columns={columnsOf[of]} rows={list.map(tableRowOf)} />
            <LoadMoreButton query={rows} />
          </div>
        )}
      </QueryView>
    </PageLayout>
  )
}

type Filters = Partial<Omit<z.output<typeof analyticsEndpoints.analyticsRows.query>, 'of'>>

const filterLabels = ({ stars, reason, answered, counted, returning }: Filters): readonly string[] => [
  ...(stars === undefined ? [] : [starTexts.stars(stars)]),
  ...(reason === undefined ? [] : [texts.reason(reviewTexts.reasons[reason])]),
  ...(answered === undefined ? [] : [answered ? texts.answered : texts.unanswered]),
  ...(counted === undefined ? [] : [counted ? texts.counted : texts.notCounted]),
  ...(returning === undefined ? [] : [returning ? texts.returning : texts.notReturning]),
]

const text = (title: string): DataColumn => ({ title })
const number = (title: string): DataColumn => ({ title, numeric: true })

const columnsOf: Readonly<Record<AnalyticsRow['of'], readonly DataColumn[]>> = {
  reviews: [
    text(titles.day),
    number(titles.stars),
    text(titles.reason),
    text(titles.comment),
    text(titles.counted),
    text(titles.reply),
  ],
  ratings: [
    text(titles.day),
    text(titles.client),
    text(titles.stay),
    number(titles.stars),
    ...criteria.map((criterion) => number(analyticsTexts.criteria.names[criterion])),
    text(titles.returning),
  ],
  rewards: [text(titles.day), text(titles.reward), number(titles.discount), number(titles.euro)],
  issued: [text(titles.week), text(titles.until), number(titles.issued)],
  ava: [text(titles.day), text(titles.description), number(titles.amount)],
}

/** Rewards, weeks and transactions have no id; their place in the list tells them apart. */
const tableRowOf = (row: AnalyticsRow, index: number): DataRow => ({
  key: 'id' in row ? row.id : String(index),
  cells: [<Day key="day" day={row.day} />, ...cellsOf(row)],
})

const cellsOf = (row: AnalyticsRow): readonly ReactNode[] => {
  switch (row.of) {
    case 'reviews':
      return [
        row.stars,
        reviewTexts.reasons[row.reasonCode],
        <p key="comment" className="max-w-prose break-words">
          {row.comment ?? analyticsTexts.missing}
        </p>,
        row.counted ? texts.yes : texts.no,
        row.repliedOn === null ? texts.noReply : <Day key="reply" day={row.repliedOn} />,
      ]
    case 'ratings':
      return [
        <span key="client" className="flex flex-wrap items-center gap-x-2">
          {row.clientName}
          <PremiumBadge shown={row.clientIsPremium} />
        </span>,
        <Day key="stay" day={row.stayDate} />,
        row.stars,
        ...criteria.map((criterion) => row[criterion]),
        row.returning ? texts.yes : texts.no,
      ]
    case 'rewards':
      return [
        rewardTexts.ruleNames[row.rule],
        wholePercent(row.discountPercent / 100),
        row.discountEuro === null ? analyticsTexts.missing : money(row.discountEuro),
      ]
    case 'issued':
      return [<Day key="until" day={row.until} />, row.count]
    case 'ava':
      return [row.description, avaTexts.signedAmount(row.amount)]
  }
}

function Day({ day }: { readonly day: string }) {
  return <span className="whitespace-nowrap">{longDate(day)}</span>
}
