import { useState } from 'react'
import type { z } from 'zod'
import { type FieldErrors, validate } from '../../contract/validation.ts'
import { type ApiError, fieldErrorsOf } from './api-error.ts'

export interface FormState<Values, Body> {
  readonly values: Values
  readonly set: <K extends keyof Values>(field: K, value: Values[K]) => void
  /** The complaint about a field of the body, or about what is inside it. */
  readonly errorOf: (field: string) => string | undefined
  /** Grows each time something was refused: the first field at fault takes the focus. */
  readonly errorCount: number
  /** The body to send; null when something is wrong, which then stands beside its field. */
  readonly validate: () => Body | null
  /** Acts on the body; nothing happens when something is wrong, which then stands beside its field. */
  readonly submitIfValid: (act: (body: Body) => void) => void
  /** Puts what the server found wrong, told as `why`, beside the field it is about. */
  readonly showServerError: (error: ApiError, why?: string) => void
  /** What was refused of the form as a whole: no field is to blame. */
  readonly formError: string | undefined
  readonly reset: () => void
}

/** Values of a form, judged by the same schema the server uses. */
export const useForm = <Values extends object, S extends z.ZodType>(
  initial: Values,
  schema: S,
  bodyOf: (values: Values) => unknown,
): FormState<Values, z.output<S>> => {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [complaint, setComplaint] = useState<string>()
  const [faults, setErrorCount] = useState(0)
  const blame = (fields: FieldErrors) => {
    setErrors(fields)
    if (Object.keys(fields).length > 0) setErrorCount((count) => count + 1)
  }
  const check = () => {
    const judged = validate(schema, bodyOf(values))
    setComplaint(undefined)
    blame(judged.ok ? {} : judged.fields)
    return judged.ok ? judged.value : null
  }
  return {
    values,
    errorCount: faults,
    formError: complaint,
    set: (field, value) => {
      setValues((now) => ({ ...now, [field]: value }))
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([path]) => !concernsField(path, String(field)))),
      )
    },
    errorOf: (field) => Object.entries(errors).find(([path]) => concernsField(path, field))?.[1],
    validate: check,
    submitIfValid: (act) => {
      const body = check()
      if (body !== null) act(body)
    },
    showServerError: (error, why) => {
      const fields = fieldErrorsOf(error, Object.keys(values), why)
      const shown = Object.keys(values).some((field) => Object.keys(fields).some((path) => concernsField(path, field)))
      blame(fields)
      setComplaint(shown ? undefined : why)
    },
    reset: () => {
      setValues(initial)
      setErrors({})
      setComplaint(undefined)
    },
  }
}

const concernsField = (path: string, field: string) => path === field || path.startsWith(`${field}.`)

/** An empty input says nothing: it is left out of the body. */
export const blankToUndefined = (value: string) => (value.trim() === '' ? undefined : value)

type InputChange = { readonly target: { readonly value: string } }

/** What a text control needs to be one field of a form. */
export const bindField = <K extends string, Values extends Readonly<Record<K, string>>>(
  form: FormState<Values, unknown>,
  field: K,
) => ({
  name: field,
  value: form.values[field],
  error: form.errorOf(field),
  onChange: ({ target }: InputChange) => form.set(field, target.value as Values[K]),
})
