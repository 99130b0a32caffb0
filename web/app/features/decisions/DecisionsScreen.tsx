import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ToldDecision } from '../../../contract/decisions.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Screen } from '../../components/Screen.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { DecisionReasons } from './DecisionReasons.tsx'
import { ownDecisions } from './decisions.queries.ts'

const { decisions: words } = texts
const tones: Readonly<Record<ToldDecision['kind'], BadgeTone>> = {
  HELD: 'gold',
  HIDDEN: 'warm',
  REMOVED: 'bad',
  RESTORED: 'good',
  FLAG_REVIEWED: 'plain',
  FLAG_DISMISSED: 'plain',
  FLAG_UPHELD: 'good',
  DISPUTE_UPHELD: 'good',
  DISPUTE_REJECTED: 'bad',
}

interface DecisionsScreenProps {
  /** The way to appeal against one, or what became of it. */
  readonly renderAppeal: (decision: ToldDecision) => ReactNode
}

/** What was decided about somebody, and why (DSA, article 17). */
export function DecisionsScreen({ renderAppeal }: DecisionsScreenProps) {
  const decided = useInfiniteQuery(ownDecisions)
  return (
    <Screen title={words.title} intro={words.intro}>
      <Loaded query={decided} empty={<EmptyState text={words.empty} />}>
        {(all) => (
          <>
            <ul className="grid gap-4">
              {all.map((decision) => (
                <DecisionCard key={decision.id} decision={decision} appeal={renderAppeal(decision)} />
              ))}
            </ul>
            <Pager
              hasMore={decided.hasNextPage}
              pending={decided.isFetchingNextPage}
              onMore={() => void decided.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function DecisionCard({ decision, appeal }: { readonly decision: ToldDecision; readonly appeal: ReactNode }) {
  const { kind, at, rule } = decision
  return (
    <li className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="text-lg font-semibold">{words.kinds[kind]}</h2>
        <Badge tone={tones[kind]}>{rule.title}</Badge>
        <span className="text-sm text-muted">{words.on(longDate(at))}</span>
      </div>
      <DecisionReasons decision={decision} />
      {appeal}
    </li>
  )
}
