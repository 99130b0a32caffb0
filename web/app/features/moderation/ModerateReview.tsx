import { useState } from 'react'
import type { ModerationStatus } from '../../../contract/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { showToast } from '../../components/toast.ts'
import { given } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { complainUnlessChanged } from './reasons.ts'
import { DecisionDialog } from './DecisionDialog.tsx'

const { moderation: words } = texts
type Verdict = 'HIDDEN' | 'REMOVED' | 'ACTIVE'

/** What can be done from each state; PENDING_REVIEW is left by deciding its flags or dispute (S-11, Q-54). */
const verdictsFrom: Readonly<Record<ModerationStatus, readonly Verdict[]>> = {
  ACTIVE: ['HIDDEN', 'REMOVED'],
  HIDDEN: ['ACTIVE'],
  REMOVED: ['ACTIVE'],
  PENDING_REVIEW: [],
}
const labels: Readonly<Record<Verdict, string>> = { HIDDEN: words.hide, REMOVED: words.remove, ACTIVE: words.restore }

interface ModerateReviewProps {
  readonly reviewId: string
  readonly status: ModerationStatus
  /** Of what is shown: a decision says what it was made on. */
  readonly version: string
}

const decisionOf = { HIDDEN: 'HIDDEN', REMOVED: 'REMOVED', ACTIVE: 'RESTORED' } as const

/** */
export function ModerateReview({ reviewId, status, version }: ModerateReviewProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const close = () => {
    setVerdict(null)
    moderating.reset()
  }
  const moderating = useWrite('moderateReview', {
    refreshes: ['moderation', 'reviews', 'businesses'],
    onDone: () => {
      showToast({ title: words.done })
      close()
    },
    onRefused: (error) => complainUnlessChanged(error, words.failed),
  })
  const verdicts = verdictsFrom[status]
  if (verdicts.length === 0) return <p className="text-sm text-muted">{words.heldNote}</p>
  return (
    <div className="flex flex-wrap gap-2">
      {verdicts.map((one) => (
        <Button key={one} look={one === 'REMOVED' ? 'danger' : 'secondary'} small onClick={() => setVerdict(one)}>
          {labels[one]}
        </Button>
      ))}
      {verdict !== null && (
        <DecisionDialog
          title={words.confirmTitles[verdict]}
          text={words.confirmText}
          notes={{ label: words.notes, most: 1000 }}
          about={{ reviewId, decision: decisionOf[verdict] }}
          refusal={moderating.error}
          pending={moderating.isPending}
          onClose={close}
          onConfirm={(notes, reasons) =>
            moderating.mutate({
              params: { id: reviewId },
              body: { moderationStatus: verdict, moderatorNotes: given(notes), ...reasons, seenVersion: version },
            })
          }
        />
      )}
    </div>
  )
}
