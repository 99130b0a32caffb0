import { useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import {
  decisionByOutcome,
  type SettableDisputeStatus,
  type ModeratedDispute,
} from '../../../contract/moderation/cases.ts'
import type { Statement } from '../../../contract/reviews/flags-and-disputes.ts'
import { Button } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { blankToUndefined } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showToast } from '../../toasts.ts'
import { longDate } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { DecisionDialog, showErrorUnlessStale, type toReasonsBody } from './DecisionDialog.tsx'
import { moderationTexts } from './texts.ts'
import { disputeTexts, reviewTexts } from '../reviews/texts.ts'

interface DisputeDecision {
  readonly verdict: SettableDisputeStatus
  readonly notes: string
  readonly resolution: string
  readonly reasons: ReturnType<typeof toReasonsBody>
  readonly version: string
}

const useDisputeDecision = (disputeId: string, onDone: () => void) => {
  const deciding = useApiMutation('setDisputeStatus', {
    invalidates: ['moderation', 'reviews', 'businesses'],
    onSuccess: () => {
      showToast({ title: moderationTexts.done })
      onDone()
    },
    onError: (error) => showErrorUnlessStale(error, moderationTexts.failed),
  })
  return {
    pending: deciding.isPending,
    error: deciding.error,
    decide: ({ verdict, notes, resolution, reasons, version }: DisputeDecision) =>
      deciding.mutate({
        params: { disputeId },
        body: {
          status: verdict,
          moderatorNotes: blankToUndefined(notes),
          resolution: blankToUndefined(resolution),
          ...reasons,
          seenVersion: version,
        },
      }),
  }
}

/** Statements of business and author, oldest first. */
function DisputeStatements({ statements }: { readonly statements: readonly Statement[] }) {
  if (statements.length === 0) return null
  return (
    <ol aria-label={disputeTexts.showStatements} className="grid gap-3">
      {statements.map(({ id, party, message, filedAt }) => (
        <li key={id}>
          <p className="text-sm text-muted">{`${disputeTexts[party]} · ${longDate(filedAt)}`}</p>
          <p className="break-words whitespace-pre-line">{message}</p>
        </li>
      ))}
    </ol>
  )
}

interface DisputePanelProps {
  readonly dispute: ModeratedDispute
  readonly statements: readonly Statement[]
  /** Seen position of the review shown, sent with the decision. */
  readonly version: string
}

/** The dispute with its evidence and statements, and the decision. @rule Q-52 */
export function DisputePanel({ dispute, statements, version }: DisputePanelProps) {
  const [verdict, setVerdict] = useState<SettableDisputeStatus | null>(null)
  return (
    <Card
      title={moderationTexts.disputeSection}
      action={<Badge tone="gold">{moderationTexts.disputeStatus[dispute.status]}</Badge>}
    >
      <div className="grid gap-3">
        <p className="font-medium">{reviewTexts.disputeReasons[dispute.reason]}</p>
        <p className="break-words whitespace-pre-line">{dispute.message}</p>
        <EvidenceList urls={dispute.evidenceUrls} />
        <DisputeStatements statements={statements} />
        {dispute.resolution !== null && <p className="text-sm text-muted">{dispute.resolution}</p>}
        <div className="flex flex-wrap gap-2">
          {dispute.allowedVerdicts.map((allowed) => (
            <Button key={allowed} variant="secondary" small onClick={() => setVerdict(allowed)}>
              {moderationTexts.disputeActions[allowed]}
            </Button>
          ))}
        </div>
      </div>
      {verdict !== null && (
        <DisputeDecisionDialog dispute={dispute} version={version} verdict={verdict} onClose={() => setVerdict(null)} />
      )}
    </Card>
  )
}

/** URLs as plain text: links to untrusted sites are neither followed by accident nor fetched. */
function EvidenceList({ urls }: { readonly urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <ul aria-label={moderationTexts.evidence} className="grid gap-1 text-sm">
      {urls.map((url) => (
        <li key={url} className="flex flex-wrap items-center gap-2">
          <span className="break-all">{url}</span>
          <CopyButton value={url} label={disputeTexts.copyEvidence} />
        </li>
      ))}
    </ul>
  )
}

interface DisputeDecisionDialogProps extends Omit<DisputePanelProps, 'statements'> {
  readonly verdict: SettableDisputeStatus
  readonly onClose: () => void
}

const { body: setDisputeStatusBody } = endpoints.setDisputeStatus

function DisputeDecisionDialog({ dispute, version, verdict, onClose }: DisputeDecisionDialogProps) {
  const [resolution, setResolution] = useState('')
  const { pending, error, decide } = useDisputeDecision(dispute.id, onClose)
  const decision = decisionByOutcome.dispute[verdict]
  return (
    <DecisionDialog
      title={moderationTexts.disputeTitles[verdict]}
      text={moderationTexts.disputeEffects[verdict]}
      notes={limitsOf(setDisputeStatusBody, 'moderatorNotes')}
      decision={decision && { reviewId: dispute.reviewId, decision }}
      error={error}
      pending={pending}
      onClose={onClose}
      onConfirm={(notes, reasons) => decide({ verdict, notes, resolution, reasons, version })}
    >
      {verdict !== 'UNDER_REVIEW' && (
        <TextArea
          label={moderationTexts.resolution}
          {...limitsOf(setDisputeStatusBody, 'resolution')}
          value={resolution}
          onChange={({ target }) => setResolution(target.value)}
        />
      )}
    </DecisionDialog>
  )
}
