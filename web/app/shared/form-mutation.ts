import type { z } from 'zod'
import { errorToast, showToast, type Toast } from '../toasts.ts'
import { type ApiError, errorMessage } from './api-error.ts'
import type { ResponseOf, Input, WriteName } from './api.ts'
import { type FormState, useForm } from './form.ts'
import { useApiMutation } from './mutations.ts'
import type { QueryScope } from './queries.ts'

interface FormMutationOptions<N extends WriteName, Values extends object, S extends z.ZodType> {
  readonly initialValues: Values
  /** Validates the form before it is sent. */
  readonly schema: S
  /** What `schema` validates; by default the values as typed. */
  readonly toBody?: (values: Values) => unknown
  /** Input of the call. */
  readonly toInput: (body: z.output<S>) => Input<N>
  /** Queries to invalidate after success. */
  readonly invalidates?: readonly QueryScope[]
  /** Toast for a form that is submitted incomplete, in addition to the errors at its fields. */
  readonly incompleteToast?: (values: Values) => Toast | undefined
  readonly successToast?: Toast | ((response: ResponseOf<N>) => Toast)
  /** Empties the form after success, for forms that stay open. */
  readonly resetOnSuccess?: boolean
  readonly onSuccess?: (response: ResponseOf<N>, input: Input<N>) => void
  /** Message for failures that the server does not explain; a function decides for all failures. */
  readonly failureText: string | ((error: ApiError) => string)
  readonly failureToast?: (message: string, error: ApiError) => Toast
  readonly onError?: (error: ApiError) => void
  /** Translates messages of the schema and the server. */
  readonly translate?: (message: string) => string
}

interface FormMutation<Values, Body> {
  readonly form: FormState<Values, Body>
  readonly pending: boolean
  /** Sends the form if it is valid; otherwise shows the errors and focuses the first invalid field. */
  readonly submit: () => void
}

/**
 * A form that sends one call. Validates with the schema of the server, shows errors at their fields and the outcome in
 * a toast. Render it with `<Form onSubmit={submit} errorCount={form.errorCount}>`, `bindField` and `FormAlert`.
 */
export const useFormMutation = <N extends WriteName, Values extends object, S extends z.ZodType>(
  name: N,
  options: FormMutationOptions<N, Values, S>,
): FormMutation<Values, z.output<S>> => {
  const { initialValues, schema, toBody = (values) => values, toInput, translate = (message) => message } = options
  const form = useForm(initialValues, schema, toBody)
  const mutation = useApiMutation(name, {
    invalidates: options.invalidates ?? [],
    onSuccess: (response, input) => {
      if (options.resetOnSuccess === true) form.reset()
      const { successToast: toast } = options
      if (toast !== undefined) showToast(typeof toast === 'function' ? toast(response) : toast)
      options.onSuccess?.(response, input)
    },
    onError: (error) => {
      const { failureText, failureToast = errorToast } = options
      const message = translate(
        typeof failureText === 'function' ? failureText(error) : errorMessage(error, failureText),
      )
      form.showFormError(error, message)
      showToast(failureToast(message, error))
      options.onError?.(error)
    },
  })
  return {
    form: { ...form, errorOf: (field) => translateIfAny(form.errorOf(field), translate) },
    pending: mutation.isPending,
    submit: () => {
      const incomplete = options.incompleteToast?.(form.values)
      if (incomplete !== undefined) showToast(incomplete)
      form.submitIfValid((body) => mutation.mutate(toInput(body)))
    },
  }
}

const translateIfAny = (message: string | undefined, translate: (message: string) => string) =>
  message === undefined ? undefined : translate(message)
