import { Button } from '../../components/Button.tsx'
import { DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind } from '../../shared/form.ts'
import { today } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { OpinionFields } from './OpinionFields.tsx'
import { useRatingForm } from './rating-form.ts'

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
      <OpinionFields
        values={form.values}
        errorOf={form.errorOf}
        onScore={form.set}
        onComment={(said) => form.set('comment', said)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label={words.stayType} choices={stays} {...bind(form, 'stayType')} />
          <TextInput label={words.stayDate} type="date" max={today()} required {...bind(form, 'stayDate')} />
        </div>
      </OpinionFields>
      <FormAlert text={form.complaint ?? (client && form.errorOf('clientEmail'))} />
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
