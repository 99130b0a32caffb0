import { useQuery } from '@tanstack/react-query'
import { BarChart } from '../../components/charts/charts.tsx'
import { Card } from '../../components/data-display.tsx'
import { ErrorState } from '../../components/feedback.tsx'
import { monthLabels } from '../../shared/chart-formats.ts'
import { oneDecimal } from '../../shared/format.ts'
import { standingHistoryQuery } from './queries.ts'
import { rewardTexts } from './texts.ts'

/** Average stars of the ratings received in each of the last twelve months. @rule Q-46 */
export function StandingHistoryCard() {
  const query = useQuery(standingHistoryQuery)
  const texts = rewardTexts.standing.history
  if (query.isError) return <ErrorState text={query.error.message} onRetry={() => void query.refetch()} />
  const months = query.data?.map(({ month, average }) => ({ label: monthLabels.short(month), values: [average] }))
  return (
    <Card>
      <BarChart
        title={texts.title}
        heading="h2"
        group={texts.month}
        empty={texts.empty}
        series={[texts.series]}
        bars={months?.every(({ values: [average] }) => average === null) === true ? [] : months}
        format={oneDecimal}
        upright
      />
    </Card>
  )
}
