import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { texts } from '../../../texts.ts'

const { sessions: words } = texts

interface EndSessionProps {
  /** What the button says, and, where several say the same, what it is called. */
  readonly says: string
  readonly called?: string
  readonly title: string
  readonly text: string
  readonly pending: boolean
  readonly onConfirm: () => void
}

/** Nobody is sent out by a slip of the finger. */
export function EndSession({ says, called, title, text, pending, onConfirm }: EndSessionProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        look="secondary"
        small
        {...(called === undefined ? {} : { 'aria-label': called })}
        onClick={() => setOpen(true)}
      >
        {says}
      </Button>
      <Dialog open={open} onClose={close} title={title} description={text}>
        <DialogActions>
          <Button look="secondary" onClick={close}>
            {texts.kit.cancel}
          </Button>
          <Button
            pending={pending}
            onClick={() => {
              onConfirm()
              close()
            }}
          >
            {words.end}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
