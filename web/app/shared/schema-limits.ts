import { z } from 'zod'

interface Presence {
  readonly required: boolean
  /** Adds "(facoltativo)" to the label. */
  readonly optional: boolean
}
export interface TextLimits extends Presence {
  readonly maxLength: number
}
type LimitsOf<S> = S extends z.ZodString
  ? TextLimits
  : S extends z.ZodNumber
    ? Presence & { readonly min?: number; readonly max?: number }
    : S extends z.ZodBoolean | z.ZodLiteral
      ? Pick<Presence, 'required'>
      : Presence
type Unwrapped<S> = S extends z.ZodOptional<infer I> | z.ZodNullable<infer I> | z.ZodDefault<infer I> ? Unwrapped<I> : S

/**
 * Props of the control for a field of a contract's schema, so that no form repeats its limits:
 * `<TextArea {...limitsOf(appealBody, 'reason')} {...bindField(form, 'reason')} />`.
 */
export const limitsOf = <S extends z.ZodObject, K extends string & keyof S['shape']>(
  schema: S,
  field: K,
): LimitsOf<Unwrapped<S['shape'][K]>> => limits(schema, field) as LimitsOf<Unwrapped<S['shape'][K]>>

const limits = (schema: z.ZodObject, field: string) => {
  const declared = schema.shape[field] as z.ZodType
  const inner = unwrap(declared)
  const required = !emptyValues.some((value) => declared.safeParse(value).success)
  if (inner instanceof z.ZodBoolean || inner instanceof z.ZodLiteral) return { required }
  const presence = { required, optional: !required }
  if (inner instanceof z.ZodNumber) return { ...presence, ...bounds(inner) }
  if (!(inner instanceof z.ZodString)) return presence
  if (inner.maxLength === null) throw new Error(`The text "${field}" has no maximum length`)
  return { ...presence, maxLength: inner.maxLength }
}

/** What a control sends when it is left alone. */
const emptyValues = [undefined, null, '', false]

const unwrap = (schema: z.ZodType): z.ZodType => {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? unwrap(schema.unwrap() as z.ZodType) : schema
}

const bounds = ({ minValue, maxValue }: z.ZodNumber) => ({
  ...(isBound(minValue) && { min: minValue }),
  ...(isBound(maxValue) && { max: maxValue }),
})

/** False for the implicit bounds of an integer. */
const isBound = (value: number | null) => value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER
