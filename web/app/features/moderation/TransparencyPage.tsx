import { useQuery } from '@tanstack/react-query'
import { Bot, Clock, EyeOff, Inbox, Scale, Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Transparency } from '../../../contract/moderation/decisions.ts'
import { Card, StatCard } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { Select } from '../../components/form-controls.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
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
  const { notices, answers, medianMinutes, actions, grounds, overturned, appeals, automated } = statistics
  const outcomes = (['upheld', 'rejected', 'closed', 'void'] as const).map((outcome) => ({
    name: transparencyTexts.outcomes[outcome],
    count: answers[outcome],
  }))
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
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={transparencyTexts.answers}>
          <CountList counts={outcomes} />
        </Card>
        <Card title={transparencyTexts.grounds}>
          {grounds.length === 0 ? (
            <EmptyState text={transparencyTexts.noGrounds} />
          ) : (
            <CountList counts={grounds.map(({ ground, count }) => ({ name: decisionTexts.grounds[ground], count }))} />
          )}
        </Card>
      </div>
    </>
  )
}

function CountList({ counts }: { readonly counts: readonly { readonly name: string; readonly count: number }[] }) {
  return (
    <dl className="grid gap-2">
      {counts.map(({ name, count }) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt>{name}</dt>
          <dd className="font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rounds to the largest suitable unit: 90 → 2 ore. */
const formatDuration = (minutes: number): string => {
  if (minutes < 60) return transparencyTexts.minutes(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? transparencyTexts.hours(hours) : transparencyTexts.days(Math.round(hours / 24))
}
