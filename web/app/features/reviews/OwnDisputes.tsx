import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnDecision } from '../../../contract/moderation/decisions.ts'
import type { OwnDispute } from '../../../contract/reviews/flags-and-disputes.ts'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { longDate } from '../../shared/format.ts'
import { DisputeThread } from './DisputeThread.tsx'
import { ReplayLink } from './WrittenReviews.tsx'
import { ownDisputesQuery } from './queries.ts'
import { disputeTexts, reviewTexts } from './texts.ts'

const statusTones: Readonly<Record<OwnDispute['status'], BadgeTone>> = {
  OPEN: 'gold',
  UNDER_REVIEW: 'gold',
  RESOLVED_UPHELD: 'good',
  RESOLVED_REJECTED: 'bad',
  CLOSED: 'plain',
}

export interface OwnDisputesProps {
  /** Renders the reasons of a decision and the appeal against it. */
  readonly renderDecision: (decision: OwnDecision) => ReactNode
}

/** Disputes of this business with status, due date and decision. @rule S-13 @rule B-47 */
export function OwnDisputes({ renderDecision }: OwnDisputesProps) {
  const disputes = useQuery(ownDisputesQuery)
  return (
    <Card title={reviewTexts.disputes}>
      <QueryView query={disputes} empty={<EmptyState text={reviewTexts.disputesEmpty} />}>
        {(all) => (
          <ul className="grid gap-4 divide-y divide-line">
            {all.map((dispute) => (
              <DisputeRow
                key={dispute.id}
                dispute={dispute}
                decision={dispute.decision && renderDecision(dispute.decision)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function DisputeRow({ dispute, decision }: { readonly dispute: OwnDispute; readonly decision: ReactNode }) {
  const { id, caseId, status, reason, message, evidenceUrls, createdAt, dueAt, undecided, resolution } = dispute
  return (
    <li className="grid gap-2 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={statusTones[status]}>
          {status === 'CLOSED' ? reviewTexts.disputeClosed : reviewTexts.disputeStatus[status]}
        </Badge>
        <span className="font-medium">{reviewTexts.disputeReasons[reason]}</span>
        <span className="text-sm text-muted">
          {reviewTexts.disputeOpened(longDate(createdAt))}
          {undecided && ` · ${reviewTexts.disputeDue(longDate(dueAt))}`}
        </span>
      </p>
      <p className="break-words whitespace-pre-line">{message}</p>
      <EvidenceList urls={evidenceUrls} />
      {resolution !== null && (
        <figure className="rounded-control bg-sunken p-3">
          <figcaption className="text-sm text-muted">{reviewTexts.disputeResolution}</figcaption>
          <blockquote className="break-words whitespace-pre-line">{resolution}</blockquote>
        </figure>
      )}
      {decision}
      <DisputeThread disputeId={id} label={disputeTexts.showStatements} />
      <ReplayLink caseId={caseId} disputed />
    </li>
  )
}

/** Evidence addresses as text only, so that the browser never opens or loads foreign content. */
function EvidenceList({ urls }: { readonly urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <div className="text-sm text-muted">
      <p>{disputeTexts.evidence}</p>
      <ul>
        {urls.map((url) => (
          <li key={url} className="break-all">
            {url}
          </li>
        ))}
      </ul>
    </div>
  )
}
