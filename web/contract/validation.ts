import type { z } from 'zod'
import { isStorableText } from '../../domain/kernel/rules.ts'

export type FieldErrors = Readonly<Record<string, string>>
export type ValidationResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: FieldErrors; readonly first: string }

export const unstorableText = 'Contiene caratteri non ammessi'

/**
 * Validation shared by browser and server: the parsed value, or one Italian sentence per invalid field.
 * @rule Q-118 no text with NUL or an unpaired surrogate, whatever the schema says
 */
export const validate = <S extends z.ZodType>(schema: S, data: unknown): ValidationResult<z.output<S>> => {
  const read = schema.safeParse(data, { error: italianMessage })
  if (read.success) {
    const path = unstorablePath(read.data)
    return path === null
      ? { ok: true, value: read.data }
      : { ok: false, fields: path.length === 0 ? {} : { [path.join('.')]: unstorableText }, first: unstorableText }
  }
  const named = read.error.issues.flatMap((issue): [string, string][] => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [[path.join('.'), issue.message]]
    return issue.keys.slice(0, 20).map((key) => [[...path, key.slice(0, 60)].join('.'), 'Campo non previsto'])
  })
  // the first error of a field is shown
  const fields = Object.fromEntries(named.toReversed().filter(([name]) => name !== ''))
  return { ok: false, fields, first: read.error.issues[0]?.message ?? 'Dati non validi' }
}

/** Path to the first text that cannot be stored; null if there is none. */
const unstorablePath = (value: unknown): readonly string[] | null => {
  if (typeof value === 'string') return isStorableText(value) ? null : []
  if (typeof value !== 'object' || value === null || value instanceof Blob) return null
  for (const [name, part] of Object.entries(value)) {
    const path = unstorablePath(part)
    if (path !== null) return [name, ...path]
  }
  return null
}

type Issue = z.core.$ZodRawIssue

const italianMessage = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'Campo obbligatorio'
      return `Deve essere ${typeNames[issue.expected] ?? 'di un altro tipo'}`
    case 'too_small':
      return `Deve ${boundMessage(issue.origin, 'almeno', Number(issue.minimum))}`
    case 'too_big':
      return `Deve ${boundMessage(issue.origin, 'al massimo', Number(issue.maximum))}`
    case 'invalid_value':
      return 'Scegli uno dei valori previsti'
    case 'unrecognized_keys':
      return 'Campi non previsti'
    case 'not_multiple_of':
      return `Deve essere un multiplo di ${String(issue.divisor).replace('.', ',')}`
    case 'invalid_format':
      return formatMessages[issue.format] ?? 'Formato non valido'
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'Valore non valido'
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'un testo',
  number: 'un numero',
  int: 'un numero intero',
  boolean: 'vero o falso',
  array: 'un elenco',
  object: 'un oggetto',
}

const formatMessages: Readonly<Record<string, string>> = {
  email: "Inserisci un'email valida",
  url: 'Inserisci un indirizzo valido',
  date: 'Inserisci una data valida',
  datetime: 'Inserisci una data e ora valide',
  safeint: 'Deve essere un numero intero',
}

const boundMessage = (origin: string, bound: string, many: number): string => {
  if (origin === 'string') return `avere ${bound} ${many} ${many === 1 ? 'carattere' : 'caratteri'}`
  if (origin === 'array') return `avere ${bound} ${many} ${many === 1 ? 'elemento' : 'elementi'}`
  return `essere ${bound} ${many}`
}
