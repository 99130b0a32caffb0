import { useQuery } from '@tanstack/react-query'
import { Bot, Clock, EyeOff, Inbox, Scale, Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Transparency } from '../../../contract/moderation/decisions.ts'
import { BarChart } from '../../components/charts/charts.tsx'
import { Card, StatCard } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { Select } from '../../components/form-controls.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { wholeNumber } from '../../shared/chart-formats.ts'
import { transparencyQuery } from './queries.ts'
import { decisionTexts, transparencyTexts } from './decisions.texts.ts'

/** Public moderation statistics of a year (DSA, articles 15 and 24). */
export function TransparencyPage() {
  const [search, setSearch] = useSearchParams()
  const requested = { year: search.get('year') ?? '' }
  const { year } = endpoints.transparency.params.safeParse(requested).data ?? { year: 'current' }
  const statistics = useQuery(transparencyQuery(year))
  return (
    <PageLayout title={transparencyTexts.title} intro={transparencyTexts.intro}>
      <QueryView query={statistics}>
        {(counted) => (
          <>
            <div className="max-w-48">
              <Select
                label={transparencyTexts.year}
                value={String(counted.year)}
                options={counted.years.map((value) => ({ value: String(value), label: String(value) }))}
                onChange={({ target }) => setSearch({ year: target.value }, { replace: true })}
              />
            </div>
            <TransparencyStatistics statistics={counted} />
          </>
        )}
      </QueryView>
    </PageLayout>
  )
}

function TransparencyStatistics({ statistics }: { readonly statistics: Transparency }) {
  const { notices, medianMinutes, actions, overturned, appeals, automated } = statistics
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <StatCard
          icon={Inbox}
          label={transparencyTexts.notices}
          value={notices.flags + notices.disputes}
          note={transparencyTexts.noticesNote(notices)}
        />
        <StatCard
          icon={EyeOff}
          label={transparencyTexts.actions}
          value={actions.hidden + actions.removed}
          note={transparencyTexts.actionsNote(actions.restored)}
        />
        <StatCard
          icon={Clock}
          label={transparencyTexts.median}
          value={medianMinutes === null ? transparencyTexts.noMedian : formatDuration(medianMinutes)}
        />
        <StatCard icon={Undo2} label={transparencyTexts.overturned} value={overturned} />
        <StatCard
          icon={Scale}
          label={transparencyTexts.appeals}
          value={appeals.received}
          note={transparencyTexts.appealsNote(appeals)}
        />
        <StatCard
          icon={Bot}
          label={transparencyTexts.automated}
          value={automated.decided}
          note={transparencyTexts.automatedNote(automated.reversed)}
        />
      </dl>
      <AnswersAndGrounds statistics={statistics} />
    </>
  )
}

function AnswersAndGrounds({ statistics: { answers, grounds } }: { readonly statistics: Transparency }) {
  const outcomes = (['upheld', 'rejected', 'closed', 'void'] as const).map((outcome) => ({
    label: transparencyTexts.outcomes[outcome],
    values: [answers[outcome]],
  }))
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <BarChart
          {...counted}
          title={transparencyTexts.answers}
          group={transparencyTexts.outcome}
          empty={transparencyTexts.noAnswers}
          bars={outcomes.every(({ values: [count] }) => count === 0) ? [] : outcomes}
        />
      </Card>
      <Card>
        <BarChart
          {...counted}
          title={transparencyTexts.grounds}
          group={transparencyTexts.ground}
          empty={transparencyTexts.noGrounds}
          bars={grounds.map(({ ground, count }) => ({ label: decisionTexts.grounds[ground], values: [count] }))}
        />
      </Card>
    </div>
  )
}

const counted = { heading: 'h2', series: [transparencyTexts.count], format: wholeNumber } as const

/** Rounds to the largest suitable unit: 90 → 2 ore. */
const formatDuration = (minutes: number): string => {
  if (minutes < 60) return transparencyTexts.minutes(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? transparencyTexts.hours(hours) : transparencyTexts.days(Math.round(hours / 24))
}
