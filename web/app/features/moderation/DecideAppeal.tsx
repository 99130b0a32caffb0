import type { AppealFile, AppealOutcome, Measure } from '../../../contract/appeals.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { Select } from '../../components/Select.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { useAppealDecision } from './appeal-decision.ts'

const { appealPanel: words } = texts

interface DecideAppealProps {
  readonly of: AppealFile
  readonly outcome: AppealOutcome
  /** The usual one first; at least one. */
  readonly measures: readonly [Measure, ...Measure[]]
  readonly onClose: () => void
}

/** Asks twice, says what it does, and wants a reason. */
export function DecideAppeal({ of, outcome, measures, onClose }: DecideAppealProps) {
  const [usual] = measures
  const { form, pending, submit } = useAppealDecision(of.decisionId, { outcome, usual }, onClose)
  const effect = words.effects[form.values.measure]
  const title = words.dialogTitles[outcome]
  return (
    <Dialog open onClose={onClose} title={title} description={of.level > 1 ? `${effect} ${words.second}` : effect}>
      <Form label={title} onSubmit={submit} faults={form.faults}>
        {measures.length > 1 && (
          <Select
            label={words.measure}
            choices={measures.map((value) => ({ value, label: words.measures[value] }))}
            {...bind(form, 'measure')}
          />
        )}
        <TextArea label={words.reason} hint={words.reasonHint} maxLength={1000} required {...bind(form, 'reason')} />
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
