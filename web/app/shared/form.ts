import { useState } from 'react'
import type { z } from 'zod'
import { type FieldErrors, validate } from '../../contract/validation.ts'
import { type ApiError, fieldErrorsOf } from './api-error.ts'

interface FormFields<Values> extends Omit<FormState<Values, unknown>, 'validate' | 'submitIfValid'> {
  /** The valid body, or null after showing the errors. */
  readonly validateWith: <S extends z.ZodType>(schema: S) => z.output<S> | null
}

export interface FormState<Values, Body> {
  readonly values: Values
  readonly set: <K extends keyof Values>(field: K, value: Values[K]) => void
  /** Error of a field, or of an entry in it. */
  readonly errorOf: (field: string) => string | undefined
  /** Number of failed submissions; each focuses the first invalid field. */
  readonly errorCount: number
  /** The valid body, or null after showing the errors. */
  readonly validate: () => Body | null
  /** Runs `act` with the valid body, or shows the errors. */
  readonly submitIfValid: (act: (body: Body) => void) => void
  /** Shows the server's errors at their fields, with `why` as message. */
  readonly showFormError: (error: ApiError, why?: string) => void
  /** Form-level error, not caused by a single field. */
  readonly formError: string | undefined
  readonly reset: () => void
}

/** Form state, validated by the same schema as on the server. */
export const useForm = <Values extends object, S extends z.ZodType>(
  initial: Values,
  schema: S,
  bodyOf: (values: Values) => unknown,
): FormState<Values, z.output<S>> => {
  const { validateWith, ...form } = useFormFields(initial, bodyOf)
  const check = () => validateWith(schema)
  return {
    ...form,
    validate: check,
    submitIfValid: (act) => {
      const body = check()
      if (body !== null) act(body)
    },
  }
}

/** The fields of a form whose schema is loaded when it is sent. */
export const useFormFields = <Values extends object>(
  initial: Values,
  bodyOf: (values: Values) => unknown,
): FormFields<Values> => {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [formError, setFormError] = useState<string>()
  const [errorCount, setErrorCount] = useState(0)
  const showErrors = (fields: FieldErrors) => {
    setErrors(fields)
    setErrorCount((count) => count + 1)
  }
  const validateWith = <S extends z.ZodType>(schema: S): z.output<S> | null => {
    const result = validate(schema, bodyOf(values))
    setFormError(undefined)
    if (result.ok) setErrors({})
    else showErrors(result.fields)
    return result.ok ? result.value : null
  }
  return {
    values,
    errorCount,
    formError,
    set: (field, value) => {
      setValues((now) => ({ ...now, [field]: value }))
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([path]) => !concernsField(path, String(field)))),
      )
    },
    errorOf: (field) => Object.entries(errors).find(([path]) => concernsField(path, field))?.[1],
    validateWith,
    showFormError: (error, why) => {
      const fields = fieldErrorsOf(error, Object.keys(values), why)
      const isShownAtField = Object.keys(values).some((field) =>
        Object.keys(fields).some((path) => concernsField(path, field)),
      )
      showErrors(fields)
      setFormError(isShownAtField ? undefined : why)
    },
    reset: () => {
      setValues(initial)
      setErrors({})
      setFormError(undefined)
    },
  }
}

const concernsField = (path: string, field: string) => path === field || path.startsWith(`${field}.`)

/** Omits empty inputs from the body. */
export const blankToUndefined = (value: string) => (value.trim() === '' ? undefined : value)

/** A number with a decimal comma or point; null for an empty input. */
export const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')))

type InputChange = { readonly target: { readonly value: string } }

/** Props that bind a text control to a field. */
export const bindField = <K extends string, Values extends Readonly<Record<K, string>>>(
  form: Pick<FormState<Values, unknown>, 'values' | 'errorOf' | 'set'>,
  field: K,
) => ({
  name: field,
  value: form.values[field],
  error: form.errorOf(field),
  onChange: ({ target }: InputChange) => form.set(field, target.value as Values[K]),
})
