import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Ground, Violation } from '../../../contract/moderation/decisions.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { blankToUndefined } from '../../shared/form.ts'
import { showErrorToast } from '../../toasts.ts'
import { dateTime } from '../../shared/format.ts'
import { invalidate } from '../../shared/queries.ts'
import { limitsOf, type TextLimits } from '../../shared/schema-limits.ts'
import { type ReasonedDecision, suggestedReasonsQuery } from './queries.ts'
import { decisionTexts } from './decisions.texts.ts'
import { moderationTexts } from './texts.ts'

/** The moderator's changes to the suggested reasons; null fields keep the suggestion. */
export interface ReasonOverrides {
  readonly ground: Ground | null
  readonly facts: string | null
  readonly violation: Violation | null
}

const noOverrides: ReasonOverrides = { ground: null, facts: null, violation: null }

/** The overrides only. The server composes the other reasons when it decides. */
export const toReasonsBody = ({ ground, facts, violation }: ReasonOverrides) => ({
  ground: ground ?? undefined,
  facts: blankToUndefined(facts ?? ''),
  violation: violation ?? undefined,
})

/** Shows errors in a toast, except stale decisions, which the dialog explains with `StaleDecisionAlert`. */
export const showErrorUnlessStale = (error: ApiError, fallback: string) => {
  if (error.code !== 'MatterChanged') showErrorToast(errorMessage(error, fallback))
}

interface ReasonFieldsProps {
  readonly decision: ReasonedDecision
  readonly reasons: ReasonOverrides
  readonly onChange: (reasons: ReasonOverrides) => void
}

/** Reasons of the decision, initially as suggested by the server. */
function ReasonFields({ decision, reasons, onChange }: ReasonFieldsProps) {
  const { data: suggested } = useQuery(suggestedReasonsQuery(decision))
  const goesAgainstReview = suggested !== undefined && suggested.violations.length > 0
  return (
    <>
      {goesAgainstReview && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={decisionTexts.dialog.ground}
            value={reasons.ground ?? suggested.ground}
            options={groundOptions(suggested.grounds)}
            onChange={({ target }) => onChange({ ...reasons, ground: target.value as Ground })}
          />
          <Select
            label={decisionTexts.dialog.violation}
            optional
            placeholder={decisionTexts.dialog.noViolation}
            value={reasons.violation ?? ''}
            options={groundOptions(suggested.violations)}
            onChange={({ target }) =>
              onChange({ ...reasons, violation: target.value === '' ? null : (target.value as Violation) })
            }
          />
        </div>
      )}
      <TextArea
        label={decisionTexts.dialog.facts}
        hint={decisionTexts.dialog.factsHint}
        {...limitsOf(endpoints.moderateReview.body, 'facts')}
        value={reasons.facts ?? suggested?.facts ?? ''}
        onChange={({ target }) => onChange({ ...reasons, facts: target.value })}
      />
    </>
  )
}

const groundOptions = (values: readonly Ground[]) =>
  values.map((value) => ({ value, label: decisionTexts.grounds[value] }))

interface StaleDecisionAlertProps {
  readonly error: ApiError | null
  readonly onReload: () => void
}

/** Lists what others changed since the moderator opened the case, with a button to reload. */
function StaleDecisionAlert({ error, onReload }: StaleDecisionAlertProps) {
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
  /** Limits of the moderator's notes. */
  readonly notes: TextLimits
  readonly pending: boolean
  readonly onClose: () => void
  readonly onConfirm: (notes: string, reasons: ReturnType<typeof toReasonsBody>) => void
  /** Null if it needs no reasons. */
  readonly decision: ReasonedDecision | null
  readonly error: ApiError | null
  /** Additional fields. */
  readonly children?: ReactNode
}

/** Confirms a decision and collects its reasons and notes. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, text, notes, decision, error, pending, onClose, onConfirm, children } = props
  const [written, setWritten] = useState('')
  const [reasons, setReasons] = useState(noOverrides)
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <Form label={title} errorCount={0} onSubmit={() => onConfirm(written, toReasonsBody(reasons))}>
        <StaleDecisionAlert error={error} onReload={onClose} />
        {decision !== null && <ReasonFields decision={decision} reasons={reasons} onChange={setReasons} />}
        {children}
        <TextArea
          label={moderationTexts.notes}
          {...notes}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" pending={pending}>
            {moderationTexts.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
