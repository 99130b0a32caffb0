import { useQuery } from '@tanstack/react-query'
import type { OwnAppeal } from '../../../contract/appeals.ts'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { AppealOutcome, AppealStatusBadge } from './AppealOutcome.tsx'
import { ownAppeals } from './appeals.queries.ts'

const { appeals: words } = texts

/** What one has turned against, and what came of it. */
export function OwnAppeals() {
  const appeals = useQuery(ownAppeals)
  return (
    <Card title={words.title}>
      <Loaded query={appeals} empty={<EmptyState text={words.empty} />}>
        {(all) => (
          <ul className="grid gap-4 divide-y divide-line">
            {all.map((appeal) => (
              <AppealRow key={appeal.decisionId} appeal={appeal} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function AppealRow({ appeal }: { readonly appeal: OwnAppeal }) {
  const { side, status, reason, lodgedAt } = appeal
  return (
    <li className="grid gap-2 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AppealStatusBadge status={status} />
        <span className="font-medium">{words.about[side]}</span>
        <span className="text-sm text-muted">{words.lodged(longDate(lodgedAt))}</span>
      </p>
      <p className="break-words whitespace-pre-line">{reason}</p>
      <AppealOutcome appeal={appeal} />
    </li>
  )
}
