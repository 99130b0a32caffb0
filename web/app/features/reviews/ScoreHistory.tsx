import { useQuery } from '@tanstack/react-query'
import { LineChart } from '../../components/charts/charts.tsx'
import { ErrorState } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { dayLabels, monthLabels } from '../../shared/chart-formats.ts'
import { addDays, oneDecimal, todayInRome } from '../../shared/format.ts'
import { apiQuery } from '../../shared/queries.ts'
import { scoreTexts } from './scores.texts.ts'

/** Score of a business at the end of each month, for everyone. */
export function ScoreHistory({ businessId }: { readonly businessId: string }) {
  const query = useQuery(apiQuery('businesses', 'scoreHistory', { params: { id: businessId } }))
  if (query.isError) return <ErrorState text={query.error.message} onRetry={() => void query.refetch()} />
  const texts = scoreTexts.history
  return (
    <LineChart
      title={texts.monthly}
      heading="h2"
      empty={texts.tooFew}
      series={[texts.series]}
      points={query.data?.map(({ month, average }) => ({ day: month, values: [average] }))}
      days={monthLabels}
      format={oneDecimal}
    />
  )
}

const days = 365

/** The score of the caller’s business in the last twelve months, on the days on which it changed. @rule Q-112 */
export function OwnScoreHistory() {
  const today = todayInRome()
  const query = useQuery(apiQuery('analytics', 'analytics', { query: { from: addDays(today, 1 - days), to: today } }))
  if (query.isError) return <ErrorState text={query.error.message} onRetry={() => void query.refetch()} />
  const texts = scoreTexts.history
  return (
    <LineChart
      title={texts.own}
      empty={texts.none}
      series={[texts.series]}
      points={query.data?.score.map(({ day, average }) => ({ day, values: [average] }))}
      days={dayLabels}
      format={oneDecimal}
      stepped
      links={<TextLink to="/analytics?period=365">{texts.open}</TextLink>}
    />
  )
}
