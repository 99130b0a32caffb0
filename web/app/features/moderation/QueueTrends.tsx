import { useQuery } from '@tanstack/react-query'
import { BarChart, LineChart } from '../../components/charts/charts.tsx'
import { ErrorState } from '../../components/feedback.tsx'
import { dayLabels, wholeNumber } from '../../shared/chart-formats.ts'
import { queueStatisticsQuery } from './queries.ts'
import { caseQueueTexts } from './texts.ts'

/** Throughput of the queue in the last thirty days, and the age of its open cases. */
export function QueueTrends() {
  const query = useQuery(queueStatisticsQuery)
  if (query.isError) return <ErrorState text={query.error.message} onRetry={() => void query.refetch()} />
  const texts = caseQueueTexts.trends
  const ages = query.data?.openByAge.map(({ from, to, cases }) => ({ label: texts.age(from, to), values: [cases] }))
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <LineChart
        title={texts.throughput}
        heading="h2"
        empty={texts.noCases}
        series={[texts.opened, texts.decided]}
        points={query.data?.days.map(({ day, opened, decided }) => ({ day, values: [opened, decided] }))}
        days={dayLabels}
        format={wholeNumber}
        fromZero
      />
      <BarChart
        title={texts.ages}
        heading="h2"
        group={texts.workingDays}
        empty={texts.noOpenCases}
        series={[texts.open]}
        bars={ages?.every(({ values: [cases] }) => cases === 0) === true ? [] : ages}
        format={wholeNumber}
      />
    </div>
  )
}
