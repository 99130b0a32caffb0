import { Button } from '../../components/Button.tsx'
import { DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { ScoreSlider } from '../../components/ScoreSlider.tsx'
import { Select } from '../../components/Select.tsx'
import { Stars } from '../../components/Stars.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind } from '../../shared/form.ts'
import { today } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { useRatingForm } from './rating-form.ts'
import { criteria } from './RatingScores.tsx'

const { ratings: words } = texts
const stays = Object.entries(words.stay).map(([value, label]) => ({ value, label }))

export interface Rated {
  readonly id: string
  readonly name: string
}

interface RatingFormProps {
  readonly client: Rated | undefined
  readonly onClose: () => void
}

export function RatingForm({ client, onClose }: RatingFormProps) {
  const { form, pending, submit } = useRatingForm(client?.id, onClose)
  return (
    <Form label={words.dialogTitle} onSubmit={submit} faults={form.faults}>
      {client === undefined ? (
        <TextInput
          label={words.clientEmail}
          hint={words.clientEmailHint}
          type="email"
          autoComplete="off"
          required
          {...bind(form, 'clientEmail')}
        />
      ) : (
        <p className="font-semibold break-words">{client.name}</p>
      )}
      <Stars
        legend={words.overall}
        value={form.values.overallRating}
        error={form.errorOf('overallRating')}
        onChange={(stars) => form.set('overallRating', stars)}
      />
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {criteria.map(({ field, label }) => (
          <ScoreSlider
            key={field}
            label={label}
            value={form.values[field]}
            onChange={(score) => form.set(field, score)}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={words.stayType} choices={stays} {...bind(form, 'stayType')} />
        <TextInput label={words.stayDate} type="date" max={today()} required {...bind(form, 'stayDate')} />
      </div>
      <TextArea label={words.comment} maxLength={500} optional {...bind(form, 'comment')} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {words.submit}
        </Button>
      </DialogActions>
    </Form>
  )
}
