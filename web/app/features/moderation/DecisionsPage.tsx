import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnDecision } from '../../../contract/moderation/decisions.ts'
import { Badge, type BadgeTone } from '../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { longDate } from '../../shared/format.ts'
import { DecisionReasons } from './DecisionReasons.tsx'
import { DecisionAppeal } from './OwnAppeals.tsx'
import { ownDecisionsQuery } from './queries.ts'
import { decisionTexts } from './decisions.texts.ts'

const kindTones: Readonly<Record<OwnDecision['kind'], BadgeTone>> = {
  HELD: 'gold',
  HIDDEN: 'warm',
  REMOVED: 'bad',
  RESTORED: 'good',
  FLAG_REVIEWED: 'plain',
  FLAG_DISMISSED: 'plain',
  FLAG_UPHELD: 'good',
  DISPUTE_UPHELD: 'good',
  DISPUTE_REJECTED: 'bad',
  RATING_KEPT: 'bad',
  RATING_STRUCK: 'good',
  RATING_REMOVED: 'bad',
  RATING_RESTORED: 'good',
}

/** Decisions addressed to the user, with their reasons (DSA, article 17) and appeals. */
export function DecisionsPage() {
  const decisions = useInfiniteQuery(ownDecisionsQuery)
  return (
    <PageLayout title={decisionTexts.title} intro={decisionTexts.intro}>
      <QueryView query={decisions} empty={<EmptyState text={decisionTexts.empty} />}>
        {(list) => (
          <>
            <ul className="grid gap-4">
              {list.map((decision) => (
                <DecisionCard key={decision.id} decision={decision} />
              ))}
            </ul>
            <LoadMoreButton query={decisions} />
          </>
        )}
      </QueryView>
    </PageLayout>
  )
}

function DecisionCard({ decision }: { readonly decision: OwnDecision }) {
  const { kind, at, rule } = decision
  return (
    <li className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="text-lg font-semibold">{decisionTexts.kinds[kind]}</h2>
        <Badge tone={kindTones[kind]}>{rule.title}</Badge>
        <span className="text-sm text-muted">{decisionTexts.decidedOn(longDate(at))}</span>
      </div>
      <DecisionReasons decision={decision} />
      <DecisionAppeal decision={decision} />
    </li>
  )
}
