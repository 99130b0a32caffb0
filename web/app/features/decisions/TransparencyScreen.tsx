import { useQuery } from '@tanstack/react-query'
import { Bot, Clock, EyeOff, Inbox, Scale, Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { Transparency } from '../../../contract/decisions.ts'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Select } from '../../components/Select.tsx'
import { StatCard } from '../../components/StatCard.tsx'
import { today } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { figuresOf } from './decisions.queries.ts'

const { transparency: words, decisions } = texts
const yearsShown = 5

/** A year's moderation in figures, for anybody (DSA, articles 15 and 24). */
export function TransparencyScreen() {
  const [search, setSearch] = useSearchParams()
  const newest = Number(today().slice(0, 4))
  const years = Array.from({ length: yearsShown }, (_, i) => String(newest - i))
  const asked = search.get('year') ?? ''
  const year = years.includes(asked) ? asked : String(newest)
  const figures = useQuery(figuresOf(year))
  return (
    <Screen title={words.title} intro={words.intro}>
      <div className="max-w-48">
        <Select
          label={words.year}
          value={year}
          choices={years.map((one) => ({ value: one, label: one }))}
          onChange={({ target }) => setSearch({ year: target.value }, { replace: true })}
        />
      </div>
      <Loaded query={figures}>{(counted) => <Figures figures={counted} />}</Loaded>
    </Screen>
  )
}

function Figures({ figures }: { readonly figures: Transparency }) {
  const { notices, answers, medianMinutes, actions, grounds, overturned, appeals, automated } = figures
  const outcomes = (['upheld', 'rejected', 'closed', 'void'] as const).map((outcome) => ({
    name: words.outcomes[outcome],
    count: answers[outcome],
  }))
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <StatCard
          icon={Inbox}
          label={words.notices}
          value={notices.flags + notices.disputes}
          note={words.noticesNote(notices)}
        />
        <StatCard
          icon={EyeOff}
          label={words.actions}
          value={actions.hidden + actions.removed}
          note={words.actionsNote(actions.restored)}
        />
        <StatCard
          icon={Clock}
          label={words.median}
          value={medianMinutes === null ? words.noMedian : lasting(medianMinutes)}
        />
        <StatCard icon={Undo2} label={words.overturned} value={overturned} />
        <StatCard icon={Scale} label={words.appeals} value={appeals.received} note={words.appealsNote(appeals)} />
        <StatCard
          icon={Bot}
          label={words.automated}
          value={automated.decided}
          note={words.automatedNote(automated.reversed)}
        />
      </dl>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={words.answers}>
          <Counts counts={outcomes} />
        </Card>
        <Card title={words.grounds}>
          {grounds.length === 0 ? (
            <EmptyState text={words.noGrounds} />
          ) : (
            <Counts counts={grounds.map(({ ground, count }) => ({ name: decisions.grounds[ground], count }))} />
          )}
        </Card>
      </div>
    </>
  )
}

function Counts({ counts }: { readonly counts: readonly { readonly name: string; readonly count: number }[] }) {
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

/** The largest unit that says it whole enough: 90 → 2 ore. */
const lasting = (minutes: number): string => {
  if (minutes < 60) return words.minutes(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? words.hours(hours) : words.days(Math.round(hours / 24))
}
