import { useState } from 'react'
import type { z } from 'zod'
import { destinationLength, stayRejection } from '../../../contract/travel/bookings.ts'
import { AddressAutocomplete, suggestionTimings } from '../../components/address-autocomplete.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { useAddressSource } from '../../shared/address-source.ts'
import { bindField, type FormState, useForm } from '../../shared/form.ts'
import { addDays, todayInRome } from '../../shared/format.ts'
import { travelTexts } from './texts.ts'

/** Days as `yyyy-mm-dd`; empty until chosen. */
export interface StayValues {
  readonly destination: string
  readonly checkIn: string
  readonly checkOut: string
}

interface StayForm<Values, Stay> {
  readonly form: FormState<Values, Stay>
  /** Form-level error. */
  readonly error: string | undefined
  /** The valid stay, or null after showing the error. */
  readonly validate: () => Stay | null
}

/** Form of a stay. `required` names fields required besides destination and days. */
export const useStayForm = <Values extends StayValues, S extends z.ZodType>(
  blank: Values,
  schema: S,
  bodyOf: (values: Values) => unknown,
  required: (values: Values) => readonly string[] = () => [],
): StayForm<Values, z.output<S>> => {
  const form = useForm(blank, schema, bodyOf)
  const [error, setError] = useState<string>()
  return {
    form,
    error,
    validate: () => {
      const error = stayErrorOf(form.values, required(form.values))
      setError(error)
      const stay = form.validate()
      return error === undefined ? stay : null
    },
  }
}

/** @rule V-76 T-214 Q-76 errors of a stay */
const stayErrorOf = ({ destination, checkIn, checkOut }: StayValues, others: readonly string[]) => {
  if ([destination, checkIn, checkOut, ...others].some((field) => field.trim() === '')) return travelTexts.missing
  const rejection = stayRejection(checkIn, checkOut, todayInRome())
  if (rejection === null) return undefined
  return rejection.type === 'StayTooLong' ? travelTexts.stayTooLong(rejection.maxNights) : travelTexts.datesWrong
}

interface StayFieldsProps<Values> {
  readonly form: FormState<Values, unknown>
}

/** @rule R-54 suggests towns from two characters on; free text is accepted */
export function DestinationField<Values extends StayValues>({ form }: StayFieldsProps<Values>) {
  const { onChange: _, ...field } = bindField(form, 'destination')
  const choose = (destination: string) => form.set('destination', destination)
  return (
    <AddressAutocomplete
      label={travelTexts.destination}
      required
      maxLength={destinationLength.max}
      source={useAddressSource()}
      timing={suggestionTimings.fast}
      labels={travelTexts.destinations}
      {...field}
      onType={choose}
      onChoose={({ fullAddress }) => choose(fullAddress)}
    />
  )
}

/** @rule Q-76 arrival today or later, departure after arrival */
export function DateFields<Values extends StayValues>({ form }: StayFieldsProps<Values>) {
  const firstDay = todayInRome()
  const { checkIn } = form.values
  return (
    <>
      <TextInput label={travelTexts.checkIn} type="date" min={firstDay} required {...bindField(form, 'checkIn')} />
      <TextInput
        label={travelTexts.checkOut}
        type="date"
        min={checkIn === '' ? firstDay : addDays(checkIn, 1)}
        required
        {...bindField(form, 'checkOut')}
      />
    </>
  )
}
