import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import type { Analytics } from '../../../contract/analytics/analytics.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { BarChart, LineChart } from '../../components/charts/charts.tsx'
import { Card } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { classNames } from '../../components/styles.ts'
import { dayLabels } from '../../shared/chart-formats.ts'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { DownloadLink } from './DownloadLink.tsx'
import { Figures } from './figures.tsx'
import { type ChosenPeriod, PeriodPicker, searchOf, usePeriod } from './period.tsx'
import { analyticsQuery } from './queries.ts'
import { CriteriaChart, PremiumSections, starBars } from './sections.tsx'
import { analyticsTexts, markText } from './texts.ts'

/** @rule Q-112 figures of a business over time; all but the score need Premium */
export function AnalyticsPage() {
  const period = usePeriod()
  const query = useQuery(analyticsQuery(period.from, period.to, period.compare))
  return (
    <PageLayout title={analyticsTexts.title} intro={analyticsTexts.intro}>
      <PeriodPicker period={period} comparable={query.data?.premium !== false} />
      <QueryView query={query} skeletonRows={4}>
        {(analytics) => (
          <div
            aria-busy={query.isPlaceholderData || undefined}
            className={classNames('grid gap-6', query.isPlaceholderData && 'outdated')}
          >
            <Figured analytics={analytics} />
            <ScoreSection analytics={analytics} period={period} />
            {analytics.premium ? (
              <PremiumSections analytics={analytics} period={period} />
            ) : (
              <LockedSections analytics={analytics} />
            )}
          </div>
        )}
      </QueryView>
    </PageLayout>
  )
}

/** Which days are shown, and the files with them. */
function Figured({ analytics: { from, to, previous, premium } }: { readonly analytics: Analytics }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-muted">
        {analyticsTexts.shown(longDate(from), longDate(to))}
        {previous !== null && analyticsTexts.compared(longDate(previous.from), longDate(previous.to))}
        {'.'}
      </p>
      {premium && (
        <div className="flex flex-wrap gap-3 screen-only">
          <DownloadLink query={{ from, to, format: 'xlsx' }} text={analyticsTexts.downloadWorkbook} />
          <DownloadLink query={{ from, to, format: 'pdf' }} text={analyticsTexts.downloadReport} />
        </div>
      )}
    </div>
  )
}

interface ScoreSectionProps {
  readonly analytics: Analytics
  readonly period: ChosenPeriod
}

function ScoreSection({ analytics: { score, marks, previous }, period }: ScoreSectionProps) {
  return (
    <Card>
      <div className="grid gap-5">
        <LineChart
          title={analyticsTexts.score.title}
          heading="h2"
          empty={analyticsTexts.score.empty}
          series={[analyticsTexts.score.series]}
          points={score.map(({ day, average }) => ({ day, values: [average] }))}
          marks={marks.map((mark) => ({
            from: mark.day,
            text: markText(mark),
            ...(mark.kind === 'excluded' && { to: mark.until }),
          }))}
          days={dayLabels}
          format={oneDecimal}
          stepped
          links={
            <TextLink to={`/analytics/rows?${searchOf(period, { of: 'reviews' })}`}>
              {analyticsTexts.rows.reviews}
            </TextLink>
          }
        />
        {score.length > 0 && <p className="text-sm text-muted">{analyticsTexts.score.note}</p>}
        {previous !== null && (
          <Figures
            figures={[
              {
                label: analyticsTexts.score.end,
                value: score.at(-1)?.average ?? null,
                before: previous.score,
                format: oneDecimal,
              },
            ]}
          />
        )}
      </div>
    </Card>
  )
}

/** The preview has shapes, not figures. */
const withoutFigure = () => ''

const previewPoints = (from: string, to: string, curves: NonNullable<Analytics['preview']>['criteria']) => {
  const { punctuality, kindness, payment, roomCondition } = curves
  const pointOf = (start: string, end: 'start' | 'end') => ({
    start,
    punctuality: punctuality[end],
    kindness: kindness[end],
    payment: payment[end],
    roomCondition: roomCondition[end],
  })
  return [pointOf(from, 'start'), pointOf(to, 'end')]
}

/** What Premium shows, above a blurred preview that only those who see it perceive. */
function LockedSections({ analytics: { from, to, preview } }: { readonly analytics: Analytics }) {
  return (
    <>
      <Card title={analyticsTexts.locked.title}>
        <ul className="mb-4 grid list-disc gap-1 pl-5">
          {analyticsTexts.locked.list.map((shown) => (
            <li key={shown}>{shown}</li>
          ))}
        </ul>
        {preview !== null && <p className="mb-4 text-sm text-muted screen-only">{analyticsTexts.locked.preview}</p>}
        <LinkButton to="/ava-wallet?tab=premium">
          <LockKeyhole aria-hidden="true" className="size-4.5" />
          {analyticsTexts.locked.link}
        </LinkButton>
      </Card>
      {preview !== null && (
        <div inert aria-hidden="true" data-preview className="grid gap-6 blurred lg:grid-cols-2 screen-only">
          <Card>
            <BarChart
              title={analyticsTexts.stars.title}
              empty={analyticsTexts.stars.empty}
              series={[analyticsTexts.stars.series]}
              bars={starBars(preview.stars)}
              format={withoutFigure}
            />
          </Card>
          <Card>
            <CriteriaChart points={previewPoints(from, to, preview.criteria)} days={dayLabels} format={withoutFigure} />
          </Card>
        </div>
      )}
    </>
  )
}
