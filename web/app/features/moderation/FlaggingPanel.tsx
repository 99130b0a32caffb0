import { useState } from 'react'
import type { CaseFile } from '../../../contract/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { showToast } from '../../components/toast.ts'
import { longDate } from '../../shared/format.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { flagging: words, moderation, reviews } = texts
const outcomes = ['in-order', 'abusive'] as const
type Outcome = (typeof outcomes)[number]
type Flagging = NonNullable<CaseFile['flagging']>

interface FlaggingPanelProps {
  readonly file: Pick<CaseFile, 'caseId' | 'closedAt'>
  readonly flagging: Flagging
}

/** How somebody flags, and whether it is abuse: decided once a case, with reasons. */
export function FlaggingPanel({ file, flagging }: FlaggingPanelProps) {
  return (
    <Card title={words.title}>
      <p>{words.intro(flagging.accountName ?? moderation.unknownName)}</p>
      <p className="mt-1 text-sm text-muted">{words.figures(flagging)}</p>
      <ul aria-label={words.flags} className="mt-4 grid gap-3">
        {flagging.flags.map((flag) => (
          <FlagRaised key={flag.id} flag={flag} />
        ))}
      </ul>
      {file.closedAt === null && <Judging caseId={file.caseId} />}
    </Card>
  )
}

function FlagRaised({ flag }: { readonly flag: Flagging['flags'][number] }) {
  const { reason, status, note, targetName, createdAt } = flag
  return (
    <li className="grid gap-1 rounded-control bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{reviews.flagReasons[reason]}</span>
        <Badge tone={status === 'UPHELD' ? 'good' : 'plain'}>{moderation.flagStatus[status]}</Badge>
        <span className="text-muted">{[targetName, longDate(createdAt)].filter(Boolean).join(' · ')}</span>
      </p>
      {note !== null && <p className="break-words">{note}</p>}
    </li>
  )
}

function Judging({ caseId }: { readonly caseId: string }) {
  const [outcome, choose] = useState<Outcome | null>(null)
  const judging = useWrite('judgeFlagging', {
    refreshes: ['moderation'],
    onDone: () => {
      showToast({ title: moderation.done })
      choose(null)
    },
  })
  const consider = (what: Outcome) => {
    judging.reset()
    choose(what)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {outcomes.map((one) => (
        <Button key={one} look="secondary" small onClick={() => consider(one)}>
          {words.actions[one]}
        </Button>
      ))}
      {outcome !== null && (
        <ReasonDialog
          title={words.titles[outcome]}
          text={words.effects[outcome]}
          label={words.reason[outcome]}
          maxLength={2000}
          confirm={moderation.confirm}
          pending={judging.isPending}
          refusal={judging.error}
          onClose={() => choose(null)}
          onConfirm={(facts) => judging.mutate({ params: { caseId }, body: { outcome, facts } })}
        />
      )}
    </div>
  )
}
