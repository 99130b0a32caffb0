import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { said } from '../../../shared/refused.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'

const { domino: words, moderation } = texts

interface ApproveProps {
  readonly planId: string
  readonly onOutdated: () => void
}

/** By a second moderator, who is asked twice. */
export function Approve({ planId, onOutdated }: ApproveProps) {
  const [asking, ask] = useState(false)
  const approving = useWrite('approveDomino', {
    refreshes: ['moderation', 'reviews', 'businesses'],
    onDone: () => {
      showToast({ title: words.done })
      ask(false)
    },
    onRefused: (error) => {
      complain(said(error, moderation.failed))
      ask(false)
      if (error.code === 'PlanOutdated') onOutdated()
    },
  })
  return (
    <div>
      <Button onClick={() => ask(true)}>{words.approve}</Button>
      <Dialog open={asking} onClose={() => ask(false)} title={words.approveTitle} description={words.approveText}>
        <DialogActions>
          <Button look="secondary" onClick={() => ask(false)}>
            {texts.kit.cancel}
          </Button>
          <Button pending={approving.isPending} onClick={() => approving.mutate({ params: { planId } })}>
            {words.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
