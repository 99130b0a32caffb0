import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { texts } from '../../texts.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly pending: boolean
  /** Why it was refused, the last time. */
  readonly refusal: Error | null
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}

/** Decides nothing without a reason in words. */
export function ReasonDialog({ title, text, label, pending, refusal, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState(0)
  const missing = faults > 0 && reason.trim() === ''
  const submit = () => (reason.trim() === '' ? setFaults((count) => count + 1) : onConfirm(reason))
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} faults={faults} onSubmit={submit}>
        {refusal !== null && <FormAlert text={refusal.message} />}
        <TextArea
          label={label}
          maxLength={2000}
          required
          value={reason}
          error={missing ? texts.scoreDesk.reasonMissing : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.kit.cancel}
          </Button>
          <Button type="submit" pending={pending}>
            {texts.moderation.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
