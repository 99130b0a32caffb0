import { useState } from 'react'
import type { CaseFile } from '../../../contract/moderation/cases.ts'
import { decideFlagAbuseBody } from '../../../contract/sanctions/sanctions.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { ReasonDialog } from '../../components/dialogs.tsx'
import { useApiMutation } from '../../shared/mutations.ts'
import { showToast } from '../../toasts.ts'
import { longDate } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { flagAbuseTexts, moderationTexts } from './texts.ts'
import { reviewTexts } from '../reviews/texts.ts'

type FlagAbuse = NonNullable<CaseFile['flagging']>
type AbuseOutcome = FlagAbuse['allowedOutcomes'][number]

interface FlagAbusePanelProps {
  readonly file: Pick<CaseFile, 'caseId'>
  readonly flagAbuse: FlagAbuse
}

/** A reporter's latest flags, and the decision whether they are abusive. */
export function FlagAbusePanel({ file, flagAbuse }: FlagAbusePanelProps) {
  return (
    <Card title={flagAbuseTexts.title}>
      <p>{flagAbuseTexts.intro(flagAbuse.accountName ?? moderationTexts.unknownName)}</p>
      <p className="mt-1 text-sm text-muted">{flagAbuseTexts.statistics(flagAbuse)}</p>
      <ul aria-label={flagAbuseTexts.flags} className="mt-4 grid gap-3">
        {flagAbuse.flags.map((flag) => (
          <RaisedFlag key={flag.id} flag={flag} />
        ))}
      </ul>
      {flagAbuse.allowedOutcomes.length > 0 && (
        <AbuseDecision caseId={file.caseId} outcomes={flagAbuse.allowedOutcomes} />
      )}
    </Card>
  )
}

function RaisedFlag({ flag }: { readonly flag: FlagAbuse['flags'][number] }) {
  const { reason, status, note, targetName, createdAt } = flag
  return (
    <li className="grid gap-1 rounded-control bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{reviewTexts.flagReasons[reason]}</span>
        <Badge tone={status === 'UPHELD' ? 'good' : 'plain'}>{moderationTexts.flagStatus[status]}</Badge>
        <span className="text-muted">{[targetName, longDate(createdAt)].filter(Boolean).join(' · ')}</span>
      </p>
      {note !== null && <p className="break-words">{note}</p>}
    </li>
  )
}

interface AbuseDecisionProps {
  readonly caseId: string
  readonly outcomes: readonly AbuseOutcome[]
}

function AbuseDecision({ caseId, outcomes }: AbuseDecisionProps) {
  const [outcome, setOutcome] = useState<AbuseOutcome | null>(null)
  const deciding = useApiMutation('decideFlagAbuse', {
    invalidates: ['moderation'],
    onSuccess: () => {
      showToast({ title: moderationTexts.done })
      setOutcome(null)
    },
  })
  const openDialog = (chosen: AbuseOutcome) => {
    deciding.reset()
    setOutcome(chosen)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {outcomes.map((option) => (
        <Button key={option} variant="secondary" small onClick={() => openDialog(option)}>
          {flagAbuseTexts.actions[option]}
        </Button>
      ))}
      {outcome !== null && (
        <ReasonDialog
          title={flagAbuseTexts.titles[outcome]}
          text={flagAbuseTexts.effects[outcome]}
          label={flagAbuseTexts.reason[outcome]}
          maxLength={limitsOf(decideFlagAbuseBody, 'facts').maxLength}
          confirm={moderationTexts.confirm}
          pending={deciding.isPending}
          error={deciding.error}
          onClose={() => setOutcome(null)}
          onConfirm={(facts) => deciding.mutate({ params: { caseId }, body: { outcome, facts } })}
        />
      )}
    </div>
  )
}
