import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { texts } from '../../texts.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly confirm: string
  readonly error: string | undefined
  readonly pending: boolean
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}

/** Asks for the reason without which nothing is decided. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, confirm, error, pending, onClose, onConfirm } = props
  const [reason, setReason] = useState('')
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} faults={error === undefined ? 0 : 1} onSubmit={() => onConfirm(reason)}>
        <TextArea
          label={label}
          maxLength={1000}
          value={reason}
          error={error}
          onChange={({ target }) => setReason(target.value)}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.kit.cancel}
          </Button>
          <Button type="submit" pending={pending}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
