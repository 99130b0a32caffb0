import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { excludePeriodBody, type ExclusionPreview } from '../../../contract/scores.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { showToast } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { oneDecimal, today } from '../../shared/format.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { previewOf } from './score-desk.queries.ts'
import type { ChosenVenue } from './ScoreDesk.tsx'

const { scoreDesk: words, why } = texts
const reasons = Object.entries(why.score.reasons).map(([value, label]) => ({ value, label }))

/** Leaves a period out of a venue's score, once its effect has been seen. */
export function ExcludePeriod({ venue }: { readonly venue: ChosenVenue }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {words.exclude}
      </Button>
      <Dialog open={open} onClose={close} title={words.exclude} description={words.excludeText}>
        <PeriodForm venue={venue} onClose={close} />
      </Dialog>
    </>
  )
}

function PeriodForm({ venue, onClose }: { readonly venue: ChosenVenue; readonly onClose: () => void }) {
  const { id, day = '' } = venue
  const form = useForm({ from: day, to: day, reason: '', facts: '' }, excludePeriodBody, (values) => values)
  const excluding = useWrite('excludePeriod', {
    refreshes: ['moderation', 'businesses', 'reviews'],
    onDone: () => {
      showToast({ title: words.done })
      onClose()
    },
    onRefused: (error) => form.refuse(error),
  })
  const submit = () => form.whenSound((body) => excluding.mutate({ params: { id }, body }))
  return (
    <Form label={words.exclude} faults={form.faults} onSubmit={submit}>
      {excluding.error !== null && <FormAlert text={said(excluding.error, words.failed)} />}
      <div className="grid gap-4 @sm:grid-cols-2">
        <TextInput label={words.from} type="date" max={today()} required {...bind(form, 'from')} />
        <TextInput label={words.to} type="date" max={today()} required {...bind(form, 'to')} />
      </div>
      <Effect businessId={id} from={form.values.from} to={form.values.to} />
      <Select
        label={words.reason}
        choices={reasons}
        placeholder={words.reasonPlaceholder}
        required
        {...bind(form, 'reason')}
      />
      <TextArea label={words.facts} hint={words.factsHint} maxLength={2000} required {...bind(form, 'facts')} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={excluding.isPending}>
          {words.confirm}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface EffectProps {
  readonly businessId: string
  readonly from: string
  readonly to: string
}

/** “Da 3,2 a 4,4 (412 recensioni fuori dal conto)”, before anything is decided. */
function Effect({ businessId, from, to }: EffectProps) {
  const complete = from !== '' && to !== ''
  const preview = useQuery({ ...previewOf(businessId, from, to), enabled: complete })
  return (
    <p aria-live="polite" className="rounded-control bg-sunken px-3 py-2 font-medium">
      {!complete && words.previewWait}
      {complete && preview.isPending && texts.kit.loading}
      {complete && preview.isError && preview.error.message}
      {complete && preview.data !== undefined && effectOf(preview.data)}
    </p>
  )
}

const effectOf = ({ before, after, out }: ExclusionPreview) => words.preview(spelled(before), spelled(after), out)

const spelled = ({ average, opinions }: ExclusionPreview['before']) =>
  opinions === 0 ? words.previewLeft : oneDecimal(average)
