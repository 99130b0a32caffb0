import type { Lane } from '../../../contract/queue.ts'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { moderation: words } = texts

/** Takes the best case of a lane that waits, and opens it. */
export const useNextCase = (lane: Lane, onTaken: (caseId: string) => void) => {
  const taking = useWrite('nextCase', {
    refreshes: ['moderation'],
    onDone: ({ caseId }) => {
      showToast({ title: words.claimed })
      onTaken(caseId)
    },
    onRefused: (error) =>
      error.code === 'QueueEmpty' ? showToast({ title: words.laneEmpty }) : complain(said(error, words.failed)),
  })
  return { pending: taking.isPending, take: () => taking.isPending || taking.mutate({ body: { lane } }) }
}
