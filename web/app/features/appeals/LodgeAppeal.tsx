import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { useAppealForm } from './appeal-form.ts'

const { appeals: words } = texts

/** Turns against a decision one was told of. */
export function LodgeAppeal({ decisionId }: { readonly decisionId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        <Scale aria-hidden="true" className="size-4" />
        {words.appeal}
      </Button>
      <Dialog open={open} onClose={close} title={words.dialogTitle} description={words.dialogText}>
        <AppealForm decisionId={decisionId} onClose={close} />
      </Dialog>
    </>
  )
}

function AppealForm({ decisionId, onClose }: { readonly decisionId: string; readonly onClose: () => void }) {
  const { form, pending, submit } = useAppealForm(decisionId, onClose)
  return (
    <Form label={words.dialogTitle} onSubmit={submit} faults={form.faults}>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        maxLength={1000}
        rows={6}
        required
        {...bind(form, 'reason')}
      />
      <FormAlert text={form.complaint} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {words.send}
        </Button>
      </DialogActions>
    </Form>
  )
}
