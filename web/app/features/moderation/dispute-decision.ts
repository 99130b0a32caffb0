import type { DisputeStatus } from '../../../contract/flags-disputes.ts'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { given } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

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
}

export const useDisputeDecision = (disputeId: string, onDone: () => void) => {
  const deciding = useWrite('decideDispute', {
    refreshes: ['moderation', 'reviews', 'businesses'],
    onDone: () => {
      showToast({ title: words.done })
      onDone()
    },
    onRefused: (error) => complain(said(error, words.failed)),
  })
  return {
    pending: deciding.isPending,
    decide: ({ verdict, notes, resolution }: Decision) =>
      deciding.mutate({
        params: { disputeId },
        body: { status: verdict, moderatorNotes: given(notes), resolution: given(resolution) },
      }),
  }
}
