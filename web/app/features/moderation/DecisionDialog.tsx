import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Ground,
  grounds,
  maxFactsLength,
  type Violation,
  violation,
} from '../../../contract/moderation/decisions.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { showErrorToast } from '../../components/toast.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { blankToUndefined } from '../../shared/form.ts'
import { dateTime } from '../../shared/format.ts'
import { invalidate } from '../../shared/queries.ts'
import { type DecisionSubject, suggestedReasonsQuery } from './queries.ts'
import { componentTexts } from '../../components/texts.ts'
import { decisionTexts } from './decisions.texts.ts'
import { moderationTexts } from './texts.ts'

/** What a moderator said otherwise than it was suggested; null where he left it. */
export interface ReasonOverrides {
  readonly ground: Ground | null
  readonly facts: string | null
  readonly violation: Violation | null
}

export const noOverrides: ReasonOverrides = { ground: null, facts: null, violation: null }

/** Only what was said: the rest the server composes of what is known when it is decided. */
export const toReasonsBody = ({ ground, facts, violation }: ReasonOverrides) => ({
  ground: ground ?? undefined,
  facts: blankToUndefined(facts ?? ''),
  violation: violation ?? undefined,
})

/** What changed since is told in the dialog, with a way to look again; any other no in passing. */
export const showErrorUnlessStale = (error: ApiError, otherwise: string) => {
  if (error.code !== 'MatterChanged') showErrorToast(errorMessage(error, otherwise))
}

interface ReasonFieldsProps {
  readonly subject: DecisionSubject
  readonly reasons: ReasonOverrides
  readonly onChange: (reasons: ReasonOverrides) => void
}

/** Why it is decided so: as what is known suggests, until the moderator says otherwise. */
export function ReasonFields({ subject, reasons, onChange }: ReasonFieldsProps) {
  const { data: suggested } = useQuery(suggestedReasonsQuery(subject))
  const against = suggested !== undefined && suggested.ground !== 'NO_VIOLATION'
  return (
    <>
      {against && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={decisionTexts.dialog.ground}
            value={reasons.ground ?? suggested.ground}
            options={groundOptions(grounds.filter((one) => one !== 'NO_VIOLATION'))}
            onChange={({ target }) => onChange({ ...reasons, ground: target.value as Ground })}
          />
          <Select
            label={decisionTexts.dialog.violation}
            optional
            placeholder={decisionTexts.dialog.noViolation}
            value={reasons.violation ?? ''}
            options={groundOptions(violation.options)}
            onChange={({ target }) =>
              onChange({ ...reasons, violation: target.value === '' ? null : (target.value as Violation) })
            }
          />
        </div>
      )}
      <TextArea
        label={decisionTexts.dialog.facts}
        hint={decisionTexts.dialog.factsHint}
        maxLength={maxFactsLength}
        optional
        value={reasons.facts ?? suggested?.facts ?? ''}
        onChange={({ target }) => onChange({ ...reasons, facts: target.value })}
      />
    </>
  )
}

const groundOptions = (all: readonly Ground[]) => all.map((value) => ({ value, label: decisionTexts.grounds[value] }))

interface StaleDecisionAlertProps {
  readonly error: ApiError | null
  readonly onReload: () => void
}

/** Somebody else changed the matter after it was looked at: what, and a way to look again. */
export function StaleDecisionAlert({ error, onReload }: StaleDecisionAlertProps) {
  const client = useQueryClient()
  if (error?.code !== 'MatterChanged') return null
  const reload = () => {
    void invalidate(client, ['moderation'])
    onReload()
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-sm">
      <p className="font-medium text-danger">{decisionTexts.dialog.changedTitle}</p>
      <ul className="list-disc pl-5">
        {error.changes.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            {dateTime(at)}: {what}
          </li>
        ))}
      </ul>
      <Button variant="secondary" small onClick={reload}>
        {decisionTexts.dialog.reload}
      </Button>
    </div>
  )
}

interface DecisionDialogProps {
  readonly title: string
  readonly text: string
  readonly notes: { readonly label: string; readonly most: number }
  readonly pending: boolean
  readonly onClose: () => void
  readonly onConfirm: (notes: string, reasons: ReturnType<typeof toReasonsBody>) => void
  /** Null where nothing is decided that would need reasons. */
  readonly subject: DecisionSubject | null
  /** The latest no to it. */
  readonly error: ApiError | null
  /** More to fill in. */
  readonly children?: ReactNode
}

/** Asks twice before deciding, with room for the reasons. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, text, notes, subject, error, pending, onClose, onConfirm, children } = props
  const [written, setWritten] = useState('')
  const [reasons, setReasons] = useState(noOverrides)
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} errorCount={0} onSubmit={() => onConfirm(written, toReasonsBody(reasons))}>
        <StaleDecisionAlert error={error} onReload={onClose} />
        {subject !== null && <ReasonFields subject={subject} reasons={reasons} onChange={setReasons} />}
        {children}
        <TextArea
          label={notes.label}
          maxLength={notes.most}
          optional
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {componentTexts.cancel}
          </Button>
          <Button type="submit" pending={pending}>
            {moderationTexts.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
