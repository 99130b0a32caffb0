import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnFlag } from '../../../contract/reviews/flags-and-disputes.ts'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { longDate } from '../../shared/format.ts'
import { DecisionReason } from './ReviewCard.tsx'
import { ownFlagsQuery } from './queries.ts'
import { ownFlagTexts, reviewTexts } from './texts.ts'

const statusTones: Readonly<Record<OwnFlag['status'], BadgeTone>> = {
  PENDING: 'gold',
  REVIEWED: 'plain',
  DISMISSED: 'bad',
  UPHELD: 'good',
}

/** Flags of the user with their outcomes. @rule S-14 */
export function OwnFlags() {
  const flags = useInfiniteQuery(ownFlagsQuery)
  return (
    <Card title={ownFlagTexts.title}>
      <QueryView query={flags} empty={<EmptyState text={ownFlagTexts.empty} />}>
        {(all) => (
          <>
            <ul className="grid gap-4 divide-y divide-line">
              {all.map((flag) => (
                <OwnFlagRow key={flag.id} flag={flag} />
              ))}
            </ul>
            <LoadMoreButton query={flags} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

function OwnFlagRow({ flag }: { readonly flag: OwnFlag }) {
  const { status, reason, note, targetName, createdAt, decidedAt, why } = flag
  return (
    <li className="grid gap-1.5 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={statusTones[status]}>{ownFlagTexts.status[status]}</Badge>
        <span className="font-medium">
          {targetName === null ? ownFlagTexts.flaggedUnknown : ownFlagTexts.flagged(targetName)}
        </span>
        <span className="text-sm text-muted">
          {ownFlagTexts.flaggedAt(longDate(createdAt))}
          {decidedAt !== null && ` · ${ownFlagTexts.decidedAt(longDate(decidedAt))}`}
        </span>
      </p>
      <p className="break-words">
        {reviewTexts.flagReasons[reason]}
        {note !== null && `: ${note}`}
      </p>
      <p className="text-sm text-muted">{ownFlagTexts.outcome[status]}</p>
      {why !== null && <DecisionReason why={why} />}
    </li>
  )
}
