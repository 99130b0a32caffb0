import { useState } from 'react'
import { texts } from '../texts.ts'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { FormAlert } from './FormAlert.tsx'
import { TextArea } from './TextArea.tsx'

interface ReasonDialogProps {
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly maxLength: number
  readonly confirm: string
  readonly pending: boolean
  /** Why it was refused, the last time; one sentence a field, where it was a field's fault. */
  readonly refusal: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}

/** Decides nothing without a reason in words. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, maxLength, confirm, pending, refusal, onClose, onConfirm } = props
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState(0)
  const missing = faults > 0 && reason.trim() === ''
  const [wrong] = Object.values(refusal?.fields ?? {})
  const submit = () => (reason.trim() === '' ? setFaults((count) => count + 1) : onConfirm(reason))
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} faults={faults} onSubmit={submit}>
        {refusal !== null && wrong === undefined && <FormAlert text={refusal.message} />}
        <TextArea
          label={label}
          maxLength={maxLength}
          required
          value={reason}
          error={missing ? texts.kit.reasonMissing : wrong}
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
