import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import type { SealedReference } from '../ports/sealing.ts'

/** Stands for a personal value that is encrypted and not opened. */
export interface SealedValue {
  readonly sealed: true
  /** Id of the account or client with whose key it is encrypted. */
  readonly subject: string
}

export const sealedValue = (subject: string): SealedValue => ({ sealed: true, subject })

/** No event can hold it, so that it is never mistaken for what somebody wrote. */
const sealMark = '\0'

/** The subject of a text that stands for a sealed one in a state; null for any other text. */
export const subjectOfSealedText = (text: string): string | null => {
  const start = text.indexOf(sealMark)
  return start === -1 ? null : (text.slice(start + 1).split(sealMark)[0] ?? '')
}

/**
 * What stands for a sealed field while a state is folded: a text that `subjectOfSealedText` recognises, or a list with it.
 * Equal for all fields of a subject, as the values after erasure are. Numbers have their value after erasure.
 */
export const sealedPlaceholder =
  ({ codecs }: EventFamily<AnyEvent>) =>
  ({ eventType, field, subject, whenErased }: SealedReference): unknown => {
    const text = `${sealMark}${subject}${sealMark}`
    const codec = codecs.get(eventType)?.fields[field]?.codec
    if (codec === undefined) return typeof whenErased === 'string' ? text : whenErased
    return [text, [text]].find((value) => codec.is(value)) ?? whenErased
  }
