import { type ReactNode, Suspense, useState } from 'react'
import { lazyComponent, onFirstUse } from '../lazy.ts'
import { Button } from './buttons.tsx'
import { TextArea } from './form-controls.tsx'
import { Form, FormAlert } from './form.tsx'
import type { DialogProps } from './modal-dialog.tsx'
import { formTexts } from './form.texts.ts'
import { componentTexts } from './texts.ts'

const ModalDialog = lazyComponent(() => import('./modal-dialog.tsx').then((m) => m.ModalDialog))

// once for all dialogs of a page, of which lists have many
if (typeof document !== 'undefined') onFirstUse(() => void ModalDialog.preload().catch(() => undefined))

/** Modal dialog, whose code is loaded when the page is first used, so that it opens even if the connection is lost. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  return <Suspense fallback={null}>{wasOpened && <ModalDialog {...props} />}</Suspense>
}

interface DialogActionsProps {
  /** Adds a button that cancels. */
  readonly onCancel?: (() => void) | undefined
  readonly children: ReactNode
}

/** Buttons of a dialog: cancel first, action last. */
export function DialogActions({ onCancel, children }: DialogActionsProps) {
  return (
    <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      {onCancel !== undefined && (
        <Button variant="secondary" onClick={onCancel}>
          {componentTexts.cancel}
        </Button>
      )}
      {children}
    </div>
  )
}

interface ReasonDialogProps {
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly maxLength: number
  readonly confirm: string
  readonly pending: boolean
  /** Last failure; `fields` has one message per invalid field. */
  readonly error: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}

/** Asks for a reason before an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, maxLength, confirm, pending, error: failure, onClose, onConfirm } = props
  const [reason, setReason] = useState('')
  const [errorCount, setErrorCount] = useState(0)
  const missing = errorCount > 0 && reason.trim() === ''
  const [fieldError] = Object.values(failure?.fields ?? {})
  const submit = () => (reason.trim() === '' ? setErrorCount((count) => count + 1) : onConfirm(reason))
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} errorCount={errorCount} onSubmit={submit}>
        {failure !== null && fieldError === undefined && <FormAlert text={failure.message} />}
        <TextArea
          label={label}
          maxLength={maxLength}
          required
          value={reason}
          error={missing ? formTexts.reasonMissing : fieldError}
          onChange={({ target }) => setReason(target.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" pending={pending}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
