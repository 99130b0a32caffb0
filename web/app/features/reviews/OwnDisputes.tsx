import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ToldDecision } from '../../../contract/decisions.ts'
import type { OwnDispute } from '../../../contract/flags-disputes.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Hearing } from './Hearing.tsx'
import { ownDisputes } from './reviews.queries.ts'

const { reviews: words, hearings, replay } = texts
const tones: Readonly<Record<OwnDispute['status'], BadgeTone>> = {
  OPEN: 'gold',
  UNDER_REVIEW: 'gold',
  RESOLVED_UPHELD: 'good',
  RESOLVED_REJECTED: 'bad',
  CLOSED: 'plain',
}

export interface OwnDisputesProps {
  /** Its reasons, and the way to appeal against it. */
  readonly renderDecision: (decision: ToldDecision) => ReactNode
}

/** What became of the reviews this business disputed, and why (S-13, B-47). */
export function OwnDisputes({ renderDecision }: OwnDisputesProps) {
  const disputes = useQuery(ownDisputes)
  return (
    <Card title={words.disputes}>
      <Loaded query={disputes} empty={<EmptyState text={words.disputesEmpty} />}>
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
      </Loaded>
    </Card>
  )
}

function DisputeRow({ dispute, decision }: { readonly dispute: OwnDispute; readonly decision: ReactNode }) {
  const { id, reviewId, status, reason, message, evidenceUrls, createdAt, dueAt, resolvedAt, resolution } = dispute
  return (
    <li className="grid gap-2 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[status]}>{status === 'CLOSED' ? words.disputeClosed : words.disputeStatus[status]}</Badge>
        <span className="font-medium">{words.disputeReasons[reason]}</span>
        <span className="text-sm text-muted">
          {words.disputeOpened(longDate(createdAt))}
          {resolvedAt === null && ` · ${words.disputeDue(longDate(dueAt))}`}
        </span>
      </p>
      <p className="break-words whitespace-pre-line">{message}</p>
      <Evidence urls={evidenceUrls} />
      {resolution !== null && (
        <figure className="rounded-control bg-sunken p-3">
          <figcaption className="text-sm text-muted">{words.disputeAnswer}</figcaption>
          <blockquote className="break-words whitespace-pre-line">{resolution}</blockquote>
        </figure>
      )}
      {decision}
      <Hearing disputeId={id} label={hearings.showStatements} />
      <p className="text-sm">
        <TextLink to={`/cases/review-${reviewId}`}>{replay.title}</TextLink>
      </p>
    </li>
  )
}

/** Words alone: no address of somebody else's is followed from here, nor fetched. */
function Evidence({ urls }: { readonly urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <div className="text-sm text-muted">
      <p>{hearings.evidence}</p>
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
