import { useState } from 'react'
import type { Statement } from '../../../contract/hearings.ts'
import type { ModeratedDispute } from '../../../contract/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { texts } from '../../texts.ts'
import { BothSides } from './BothSides.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { useDisputeDecision, verdictsFrom, type DisputeVerdict } from './dispute-decision.ts'

const { moderation: words, reviews, hearings } = texts

interface DisputePanelProps {
  readonly dispute: ModeratedDispute
  readonly statements: readonly Statement[]
  /** Of what is shown: a decision says what it was made on. */
  readonly version: string
}

/** What the business objects, its evidence, what both sides say, and the decision. */
export function DisputePanel({ dispute, statements, version }: DisputePanelProps) {
  const [verdict, setVerdict] = useState<DisputeVerdict | null>(null)
  return (
    <Card title={words.disputeSection} action={<Badge tone="gold">{words.disputeStatus[dispute.status]}</Badge>}>
      <div className="grid gap-3">
        <p className="font-medium">{reviews.disputeReasons[dispute.reason]}</p>
        <p className="break-words whitespace-pre-line">{dispute.message}</p>
        <Evidence urls={dispute.evidenceUrls} />
        <BothSides statements={statements} />
        {dispute.resolution !== null && <p className="text-sm text-muted">{dispute.resolution}</p>}
        <div className="flex flex-wrap gap-2">
          {verdictsFrom[dispute.status].map((one) => (
            <Button key={one} look="secondary" small onClick={() => setVerdict(one)}>
              {words.disputeActions[one]}
            </Button>
          ))}
        </div>
      </div>
      {verdict !== null && (
        <Decision dispute={dispute} version={version} verdict={verdict} onClose={() => setVerdict(null)} />
      )}
    </Card>
  )
}

/** Words alone: nobody follows an address of a stranger's by mistake, and nothing is fetched from there. */
function Evidence({ urls }: { readonly urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <ul aria-label={words.evidence} className="grid gap-1 text-sm">
      {urls.map((url) => (
        <li key={url} className="flex flex-wrap items-center gap-2">
          <span className="break-all">{url}</span>
          <CopyButton value={url} label={hearings.copyEvidence} />
        </li>
      ))}
    </ul>
  )
}

interface DecisionProps extends Omit<DisputePanelProps, 'statements'> {
  readonly verdict: DisputeVerdict
  readonly onClose: () => void
}

const decisionOf = { RESOLVED_UPHELD: 'DISPUTE_UPHELD', RESOLVED_REJECTED: 'DISPUTE_REJECTED' } as const

function Decision({ dispute, version, verdict, onClose }: DecisionProps) {
  const [resolution, setResolution] = useState('')
  const { pending, refusal, decide } = useDisputeDecision(dispute.id, onClose)
  const decides = verdict === 'RESOLVED_UPHELD' || verdict === 'RESOLVED_REJECTED'
  return (
    <DecisionDialog
      title={words.disputeTitles[verdict]}
      text={words.disputeEffects[verdict]}
      notes={{ label: words.notes, most: 2000 }}
      about={decides ? { reviewId: dispute.reviewId, decision: decisionOf[verdict] } : null}
      refusal={refusal}
      pending={pending}
      onClose={onClose}
      onConfirm={(notes, reasons) => decide({ verdict, notes, resolution, reasons, version })}
    >
      {verdict !== 'UNDER_REVIEW' && (
        <TextArea
          label={words.resolution}
          maxLength={2000}
          optional
          value={resolution}
          onChange={({ target }) => setResolution(target.value)}
        />
      )}
    </DecisionDialog>
  )
}
