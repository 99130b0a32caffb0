import { useState, type ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { texts } from '../../texts.ts'

const { moderation: words } = texts

interface DecisionDialogProps {
  readonly title: string
  readonly text: string
  readonly notes: { readonly label: string; readonly most: number }
  readonly pending: boolean
  readonly onClose: () => void
  readonly onConfirm: (notes: string) => void
  /** More to fill in. */
  readonly children?: ReactNode
}

/** Asks twice before deciding, with room for the reasons. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, text, notes, pending, onClose, onConfirm, children } = props
  const [written, setWritten] = useState('')
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} faults={0} onSubmit={() => onConfirm(written)}>
        {children}
        <TextArea
          label={notes.label}
          maxLength={notes.most}
          optional
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.kit.cancel}
          </Button>
          <Button type="submit" pending={pending}>
            {words.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
