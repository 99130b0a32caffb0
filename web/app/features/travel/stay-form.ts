import { useState } from 'react'
import type { z } from 'zod'
import { useForm, type Form } from '../../shared/form.ts'
import { today } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { travel: words } = texts

/** Days as `yyyy-mm-dd`; blank until they are chosen. */
export interface TypedStay {
  readonly destination: string
  readonly checkIn: string
  readonly checkOut: string
}

interface StayForm<Values, Stay> {
  readonly form: Form<Values, Stay>
  /** What is wrong with the whole of it. */
  readonly complaint: string | undefined
  /** The stay to look for; null when something is wrong, which is then said. */
  readonly judged: () => Stay | null
}

/** A form about a stay; `required` are the answers it wants beside place and days. */
export const useStayForm = <Values extends TypedStay, S extends z.ZodType>(
  blank: Values,
  schema: S,
  bodyOf: (values: Values) => unknown,
  required: (values: Values) => readonly string[] = () => [],
): StayForm<Values, z.output<S>> => {
  const form = useForm(blank, schema, bodyOf)
  const [complaint, setComplaint] = useState<string>()
  return {
    form,
    complaint,
    judged: () => {
      const complaint = complaintAbout(form.values, required(form.values))
      setComplaint(complaint)
      const stay = form.check()
      return complaint === undefined ? stay : null
    },
  }
}

/** T-214, V-76, Q-76 */
const complaintAbout = ({ destination, checkIn, checkOut }: TypedStay, others: readonly string[]) => {
  if ([destination, checkIn, checkOut, ...others].some((answer) => answer.trim() === '')) return words.missing
  return checkOut <= checkIn || checkIn < today() ? words.datesWrong : undefined
}
