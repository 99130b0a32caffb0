import type { DisputeStatus } from '../../../contract/flags-disputes.ts'
import { showToast } from '../../components/toast.ts'
import { given } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { complainUnlessChanged, type reasonsGiven } from './reasons.ts'

const { moderation: words } = texts
export type DisputeVerdict = 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'

/** Where a dispute can go from where it is. */
export const verdictsFrom: Readonly<Record<DisputeStatus, readonly DisputeVerdict[]>> = {
  OPEN: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  UNDER_REVIEW: ['RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  RESOLVED_UPHELD: ['CLOSED'],
  RESOLVED_REJECTED: ['CLOSED'],
  CLOSED: [],
}

interface Decision {
  readonly verdict: DisputeVerdict
  readonly notes: string
  readonly resolution: string
  readonly reasons: ReturnType<typeof reasonsGiven>
  readonly version: string
}

export const useDisputeDecision = (disputeId: string, onDone: () => void) => {
  const deciding = useWrite('decideDispute', {
    refreshes: ['moderation', 'reviews', 'businesses'],
    onDone: () => {
      showToast({ title: words.done })
      onDone()
    },
    onRefused: (error) => complainUnlessChanged(error, words.failed),
  })
  return {
    pending: deciding.isPending,
    refusal: deciding.error,
    decide: ({ verdict, notes, resolution, reasons, version }: Decision) =>
      deciding.mutate({
        params: { disputeId },
        body: {
          status: verdict,
          moderatorNotes: given(notes),
          resolution: given(resolution),
          ...reasons,
          seenVersion: version,
        },
      }),
  }
}
