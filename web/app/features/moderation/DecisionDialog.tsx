import { useState, type ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import type { Refused } from '../../shared/refused.ts'
import { texts } from '../../texts.ts'
import { ChangedSince } from './ChangedSince.tsx'
import type { About } from './moderation.queries.ts'
import { ReasonsFields } from './ReasonsFields.tsx'
import { asSuggested, reasonsGiven } from './reasons.ts'

const { moderation: words } = texts

interface DecisionDialogProps {
  readonly title: string
  readonly text: string
  readonly notes: { readonly label: string; readonly most: number }
  readonly pending: boolean
  readonly onClose: () => void
  readonly onConfirm: (notes: string, reasons: ReturnType<typeof reasonsGiven>) => void
  /** Null where nothing is decided that would need reasons. */
  readonly about: About | null
  /** The latest no to it. */
  readonly refusal: Refused | null
  /** More to fill in. */
  readonly children?: ReactNode
}

/** Asks twice before deciding, with room for the reasons. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, text, notes, about, refusal, pending, onClose, onConfirm, children } = props
  const [written, setWritten] = useState('')
  const [reasons, setReasons] = useState(asSuggested)
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} faults={0} onSubmit={() => onConfirm(written, reasonsGiven(reasons))}>
        <ChangedSince refusal={refusal} onReload={onClose} />
        {about !== null && <ReasonsFields about={about} reasons={reasons} onChange={setReasons} />}
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
