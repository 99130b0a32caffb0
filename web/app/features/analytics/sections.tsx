import type { Analytics } from '../../../contract/analytics/analytics.ts'
import { businessTypes } from '../../../contract/accounts/venues.ts'
import type { BarGroup, DayLabels } from '../../components/charts/chart-data.ts'
import { BarChart, LineChart } from '../../components/charts/charts.tsx'
import { Card } from '../../components/data-display.tsx'
import { TextLink } from '../../components/links.tsx'
import { starTexts } from '../../components/star-rating.texts.ts'
import { dayLabels, monthLabels, wholeNumber } from '../../shared/chart-formats.ts'
import { money, oneDecimal, wholePercent } from '../../shared/format.ts'
import { reviewTexts } from '../reviews/texts.ts'
import { Figures } from './figures.tsx'
import { type ChosenPeriod, searchOf } from './period.tsx'
import { analyticsTexts, criteria } from './texts.ts'

type Part<K extends keyof Analytics> = NonNullable<Analytics[K]>
type Previous = Analytics['previous']

interface PremiumSectionsProps {
  readonly analytics: Analytics
  readonly period: ChosenPeriod
}

/** What a business with Premium sees besides its score. */
export function PremiumSections({ analytics, period }: PremiumSectionsProps) {
  const { stars, reasons, responses, criteria, comparison, rewards, ava, previous } = analytics
  const rows = (filters: Readonly<Record<string, string>>) => `/analytics/rows?${searchOf(period, filters)}`
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {stars !== null && <StarsSection stars={stars} previous={previous} rows={rows} />}
      {reasons !== null && <ReasonsSection reasons={reasons} previous={previous} rows={rows} />}
      {responses !== null && <ResponsesSection responses={responses} previous={previous} rows={rows} />}
      <GuestsSection analytics={analytics} rows={rows} />
      {criteria !== null && <CriteriaSection averages={criteria} previous={previous} rows={rows} />}
      {comparison !== null && <ComparisonSection comparison={comparison} />}
      {rewards !== null && <RewardsSection rewards={rewards} previous={previous} rows={rows} />}
      {ava !== null && <AvaSection ava={ava} previous={previous} rows={rows} />}
    </div>
  )
}

/** Page with the rows of the period that some filters select. */
type RowsLink = (filters: Readonly<Record<string, string>>) => string

interface LinkedProps {
  readonly rows: RowsLink
}

interface ComparedProps extends LinkedProps {
  readonly previous: Previous
}

const starScale = ['5', '4', '3', '2', '1'] as const

/** Bars for five to one stars. */
export const starBars = (stars: Part<'stars'>, before?: Part<'stars'>, rows?: RowsLink): readonly BarGroup[] =>
  starScale.map((value) => ({
    label: starTexts.stars(Number(value)),
    values: valuesOf(stars[value], before?.[value]),
    ...(rows && { to: rows({ of: 'reviews', stars: value, counted: 'true' }) }),
  }))

const isAllZero = (bars: readonly BarGroup[]) => bars.every(({ values }) => values.every((value) => !value))
/** No bars if all are zero, so that the chart says that there is nothing. */
const unlessZero = (bars: readonly BarGroup[]) => (isAllZero(bars) ? [] : bars)

function StarsSection({ stars, previous, rows }: ComparedProps & { readonly stars: Part<'stars'> }) {
  const { title, series, group, empty } = analyticsTexts.stars
  return (
    <Card>
      <BarChart
        {...{ title, group, empty }}
        heading="h2"
        series={previous === null ? [series] : seriesOf(previous)}
        bars={unlessZero(starBars(stars, previous?.stars, rows))}
        format={wholeNumber}
        links={<TextLink to={rows({ of: 'reviews' })}>{analyticsTexts.rows.reviews}</TextLink>}
      />
    </Card>
  )
}

function ReasonsSection({ reasons, previous, rows }: ComparedProps & { readonly reasons: Part<'reasons'> }) {
  const { title, group, empty } = analyticsTexts.reasons
  const before = previous?.reasons
  const countIn = (counts: Part<'reasons'>, reason: string) => counts.find(({ code }) => code === reason)?.count ?? 0
  const codes = new Set([...reasons, ...(before ?? [])].map(({ code }) => code))
  return (
    <Card>
      <BarChart
        {...{ title, group, empty }}
        heading="h2"
        series={previous === null ? [analyticsTexts.stars.series] : seriesOf(previous)}
        bars={[...codes].map((code) => ({
          label: reviewTexts.reasons[code],
          values: valuesOf(countIn(reasons, code), before && countIn(before, code)),
          to: rows({ of: 'reviews', reason: code }),
        }))}
        format={wholeNumber}
        links={<TextLink to={rows({ of: 'reviews' })}>{analyticsTexts.rows.reviews}</TextLink>}
      />
    </Card>
  )
}

/** Names of a chart's bars, with those of the previous period if there is one. */
const seriesOf = (previous: Previous) =>
  previous === null ? ([analyticsTexts.now] as const) : ([analyticsTexts.now, analyticsTexts.before] as const)

const valuesOf = (now: number | null, before: number | null | undefined) =>
  before === undefined ? [now] : [now, before]

function ResponsesSection({ responses, previous, rows }: ComparedProps & { readonly responses: Part<'responses'> }) {
  const texts = analyticsTexts.responses
  const before = previous?.responses
  const answered = rows({ of: 'reviews', answered: 'true' })
  return (
    <Card title={texts.title}>
      <div className="grid gap-5">
        <Figures
          figures={[
            {
              label: texts.rate,
              value: responses.rate,
              before: before?.rate,
              format: wholePercent,
              formatDifference: analyticsTexts.points,
              rows: { to: answered, text: texts.answeredRows },
            },
            {
              label: texts.median,
              value: responses.medianHours,
              before: before?.medianHours,
              format: texts.time,
              formatDifference: texts.hours,
              rows: { to: answered, text: texts.replies },
            },
          ]}
        />
        <BarChart
          title={texts.chart}
          empty={texts.empty}
          series={seriesOf(previous)}
          bars={unlessZero([
            {
              label: texts.received,
              values: valuesOf(responses.received, before?.received),
              to: rows({ of: 'reviews' }),
            },
            { label: texts.answered, values: valuesOf(responses.answered, before?.answered), to: answered },
          ])}
          format={wholeNumber}
          links={<TextLink to={rows({ of: 'reviews', answered: 'false' })}>{texts.unansweredRows}</TextLink>}
        />
      </div>
    </Card>
  )
}

const shareOf = (part: number, all: number) => (all === 0 ? null : part / all)

function GuestsSection({ analytics, rows }: LinkedProps & { readonly analytics: Analytics }) {
  const { ratings, returningGuests, previous } = analytics
  if (ratings === null || returningGuests === null) return null
  const texts = analyticsTexts.guests
  const returning = rows({ of: 'ratings', returning: 'true' })
  return (
    <Card title={texts.title}>
      <div className="grid gap-5">
        <Figures
          figures={[
            {
              label: texts.returning,
              value: returningGuests,
              before: previous?.returningGuests,
              format: wholeNumber,
              rows: { to: returning, text: texts.returningRows },
            },
            {
              label: texts.share,
              value: shareOf(returningGuests, ratings),
              before: previous && shareOf(previous.returningGuests, previous.ratings),
              format: wholePercent,
              formatDifference: analyticsTexts.points,
              rows: { to: rows({ of: 'ratings', returning: 'false' }), text: texts.newRows },
            },
          ]}
        />
        <BarChart
          title={texts.chart}
          empty={texts.empty}
          series={seriesOf(previous)}
          bars={unlessZero([
            { label: texts.ratings, values: valuesOf(ratings, previous?.ratings), to: rows({ of: 'ratings' }) },
            { label: texts.returning, values: valuesOf(returningGuests, previous?.returningGuests), to: returning },
          ])}
          format={wholeNumber}
          links={<TextLink to={rows({ of: 'ratings' })}>{analyticsTexts.rows.ratings}</TextLink>}
        />
      </div>
    </Card>
  )
}

function CriteriaSection({
  averages: { averages, unit, points },
  previous,
  rows,
}: ComparedProps & { readonly averages: Part<'criteria'> }) {
  return (
    <Card>
      <div className="grid gap-5">
        <CriteriaChart points={points} days={unit === 'month' ? monthLabels : dayLabels} to={rows({ of: 'ratings' })} />
        {previous !== null && (
          <Figures
            figures={criteria.map((criterion) => ({
              label: analyticsTexts.criteria.average(analyticsTexts.criteria.names[criterion]),
              value: averages?.[criterion] ?? null,
              before: previous.criteria?.[criterion] ?? null,
              format: oneDecimal,
            }))}
          />
        )}
      </div>
    </Card>
  )
}

interface CriteriaChartProps {
  readonly points: readonly Pick<Part<'criteria'>['points'][number], 'start' | (typeof criteria)[number]>[]
  readonly days: DayLabels
  readonly format?: (value: number) => string
  /** Page with the ratings. */
  readonly to?: string
}

export function CriteriaChart({ points, days, format = oneDecimal, to }: CriteriaChartProps) {
  return (
    <LineChart
      title={analyticsTexts.criteria.title}
      heading="h2"
      empty={analyticsTexts.criteria.empty}
      series={criteria.map((criterion) => analyticsTexts.criteria.names[criterion])}
      points={points.map((point) => ({ day: point.start, values: criteria.map((criterion) => point[criterion]) }))}
      days={days}
      format={format}
      links={to !== undefined && <TextLink to={to}>{analyticsTexts.rows.ratings}</TextLink>}
    />
  )
}

function ComparisonSection({ comparison }: { readonly comparison: Part<'comparison'> }) {
  const { province, businessType, businesses, own, others } = comparison
  const texts = analyticsTexts.comparison
  if (province === null || businessType === null)
    return (
      <Card title={texts.title}>
        <p className="mb-2">{texts.noProvince}</p>
        <TextLink to="/profile/edit">{texts.toProfile}</TextLink>
      </Card>
    )
  if (others === null)
    return (
      <Card title={texts.title}>
        <p>{texts.tooFew}</p>
      </Card>
    )
  return (
    <Card>
      <BarChart
        title={texts.title}
        heading="h2"
        group={texts.group}
        empty={texts.empty}
        series={[texts.series]}
        bars={[
          { label: texts.own, values: [own] },
          { label: texts.others(businessTypes[businessType], province, businesses), values: [others] },
        ]}
        format={oneDecimal}
      />
    </Card>
  )
}

function RewardsSection({ rewards, previous, rows }: ComparedProps & { readonly rewards: Part<'rewards'> }) {
  const { issued, redeemed, costEuro, priced } = rewards
  const texts = analyticsTexts.rewards
  const before = previous?.rewards
  return (
    <Card title={texts.title}>
      <div className="grid gap-5">
        <Figures
          figures={[
            {
              label: texts.cost,
              value: costEuro,
              before: before?.costEuro,
              format: money,
              rows: { to: rows({ of: 'rewards' }), text: texts.usedRows },
              ...(priced < redeemed && { note: texts.costNote(priced, redeemed) }),
            },
          ]}
        />
        <BarChart
          title={texts.chart}
          empty={texts.empty}
          series={seriesOf(previous)}
          bars={unlessZero([
            { label: texts.issued, values: valuesOf(issued, before?.issued), to: rows({ of: 'issued' }) },
            {
              label: texts.redeemed,
              values: valuesOf(redeemed, before?.redeemed),
              to: rows({ of: 'rewards' }),
            },
          ])}
          format={wholeNumber}
          links={<TextLink to={rows({ of: 'issued' })}>{texts.issuedRows}</TextLink>}
        />
        <p className="text-sm text-muted">{texts.issuedNote}</p>
      </div>
    </Card>
  )
}

function AvaSection({ ava, previous, rows }: ComparedProps & { readonly ava: Part<'ava'> }) {
  const texts = analyticsTexts.ava
  return (
    <Card>
      <div className="grid gap-5">
        <LineChart
          title={texts.title}
          heading="h2"
          empty={texts.empty}
          series={[texts.series]}
          points={ava.map(({ day, balance }) => ({ day, values: [balance] }))}
          days={dayLabels}
          format={wholeNumber}
          stepped
          fromZero
          links={<TextLink to={rows({ of: 'ava' })}>{texts.rows}</TextLink>}
        />
        {previous !== null && (
          <Figures
            figures={[
              {
                label: texts.series,
                value: ava.at(-1)?.balance ?? null,
                before: previous.avaBalance,
                format: wholeNumber,
              },
            ]}
          />
        )}
      </div>
    </Card>
  )
}
