import { useState } from 'react'
import type { ModeratedFlag } from '../../../contract/moderation.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { showToast } from '../../components/toast.ts'
import { given } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { complainUnlessChanged } from './reasons.ts'
import { DecisionDialog } from './DecisionDialog.tsx'

const { moderation: words, queue: more, reviews } = texts
const decisions = ['DISMISSED', 'UPHELD', 'REVIEWED'] as const
type Decision = (typeof decisions)[number]
const tones: Readonly<Record<ModeratedFlag['status'], BadgeTone>> = {
  PENDING: 'gold',
  REVIEWED: 'plain',
  DISMISSED: 'plain',
  UPHELD: 'good',
}

interface FlagsProps {
  readonly flags: readonly ModeratedFlag[]
  /** Of what is shown: a decision says what it was made on. */
  readonly version: string
}

/** What was reported, and the decision on each. */
export function Flags({ flags, version }: FlagsProps) {
  if (flags.length === 0) return null
  return (
    <ul aria-label={words.flagSection} className="grid gap-3 rounded-control bg-sunken p-3">
      {flags.map((flag) => (
        <FlagRow key={flag.id} flag={flag} version={version} />
      ))}
    </ul>
  )
}

function FlagRow({ flag, version }: { readonly flag: ModeratedFlag; readonly version: string }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const close = () => {
    setDecision(null)
    deciding.reset()
  }
  const deciding = useWrite('decideFlag', {
    refreshes: ['moderation', 'reviews'],
    onDone: () => {
      showToast({ title: words.done })
      close()
    },
    onRefused: (error) => complainUnlessChanged(error, words.failed),
  })
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-medium">{reviews.flagReasons[flag.reason]}</span>
        <Badge tone={tones[flag.status]}>{words.flagStatus[flag.status]}</Badge>
        <span className="text-sm text-muted">{more.reportedBy(flag.reporterName ?? words.unknownName)}</span>
      </p>
      {flag.note !== null && <p className="text-sm break-words">{flag.note}</p>}
      {flag.status === 'PENDING' && (
        <div className="flex flex-wrap gap-2">
          {decisions.map((one) => (
            <Button key={one} look="secondary" small onClick={() => setDecision(one)}>
              {words.flagActions[one]}
            </Button>
          ))}
        </div>
      )}
      {decision !== null && (
        <DecisionDialog
          title={words.flagTitles[decision]}
          text={words.flagEffects[decision]}
          notes={{ label: words.notes, most: 1000 }}
          about={{ reviewId: flag.reviewId, decision: `FLAG_${decision}`, flagId: flag.id }}
          refusal={deciding.error}
          pending={deciding.isPending}
          onClose={close}
          onConfirm={(notes, reasons) =>
            deciding.mutate({
              params: { flagId: flag.id },
              body: { status: decision, notes: given(notes), ...reasons, seenVersion: version },
            })
          }
        />
      )}
    </li>
  )
}
