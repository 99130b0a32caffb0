import { manners } from '../../components/address-combobox.ts'
import { AddressAutocomplete } from '../../components/AddressAutocomplete.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { useAddressSource } from '../../shared/addresses/source.ts'
import { bind, type Form } from '../../shared/form.ts'
import { daysLater, today } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import type { TypedStay } from './stay-form.ts'

const { travel: words } = texts

interface StayFieldsProps<Values> {
  readonly form: Form<Values, unknown>
}

/** Towns are suggested from two characters on; what is typed stays as good. */
export function DestinationField<Values extends TypedStay>({ form }: StayFieldsProps<Values>) {
  const { onChange: _, ...field } = bind(form, 'destination')
  const choose = (destination: string) => form.set('destination', destination)
  return (
    <AddressAutocomplete
      label={words.destination}
      required
      maxLength={200}
      source={useAddressSource()}
      manner={manners.quick}
      wording={words.destinations}
      {...field}
      onType={choose}
      onChoose={({ fullAddress }) => choose(fullAddress)}
    />
  )
}

/** from today on, and away after arriving. */
export function DayFields<Values extends TypedStay>({ form }: StayFieldsProps<Values>) {
  const firstDay = today()
  const { checkIn } = form.values
  return (
    <>
      <TextInput label={words.checkIn} type="date" min={firstDay} required {...bind(form, 'checkIn')} />
      <TextInput
        label={words.checkOut}
        type="date"
        min={checkIn === '' ? firstDay : daysLater(checkIn, 1)}
        required
        {...bind(form, 'checkOut')}
      />
    </>
  )
}
