import type { EventStoreFailure, Expected, NewEvent } from '../../application/ports/event-store.ts'

/** UTF-8 bytes of all ids, types, data and metadata in one append. */
const maxAppendBytes = 1_000_000

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const plainLabel = /^[\w .:-]{1,200}$/
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** Why an append can never succeed, regardless of the stream; null if it is well-formed. */
export const validateAppend = (
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Extract<EventStoreFailure, { type: 'Malformed' }> | null => {
  const why = streamNameError(stream) ?? expectedVersionError(expected) ?? eventsError(events)
  return why === null ? null : { type: 'Malformed', why }
}

/** True for names that no append accepts; such a stream cannot exist. */
export const isInvalidStreamName = (stream: string): boolean => streamNameError(stream) !== null

/** Counts bytes only if the character count is not conclusive; a UTF-16 code unit takes at most three bytes. */
const isTooLarge = (events: readonly NewEvent[]): boolean => {
  const sum = (size: (text: string) => number) =>
    events.reduce((bytes, { id, type, data, meta }) => bytes + id.length + size(type) + size(data) + size(meta), 0)
  return sum((text) => text.length) * 3 > maxAppendBytes && sum((text) => Buffer.byteLength(text)) > maxAppendBytes
}

const isLabel = (text: string) =>
  plainLabel.test(text) || (text.length > 0 && text.length <= 200 && !unprintable.test(text))

const streamNameError = (stream: string) =>
  isLabel(stream) ? null : 'a stream name must be 1 to 200 printable characters'

const expectedVersionError = (expected: Expected) =>
  typeof expected === 'string' || (Number.isSafeInteger(expected) && expected >= 0)
    ? null
    : 'an expected version must be a non-negative integer'

const eventsError = (events: readonly NewEvent[]): string | null => {
  if (events.length === 0) return 'there are no events to append'
  if (events.length > 1 && new Set(events.map(({ id }) => id.toLowerCase())).size < events.length)
    return 'the same event id occurs twice'
  for (const event of events) {
    const why = eventError(event)
    if (why !== null) return why
  }
  return isTooLarge(events) ? `more than ${maxAppendBytes} bytes` : null
}

const eventError = ({ id, type, data, meta }: NewEvent) => {
  if (!uuid.test(id)) return 'an event id must be a UUID'
  if (!isLabel(type)) return 'an event type must be 1 to 200 printable characters'
  return isAppendableText(data) && isAppendableText(meta)
    ? null
    : 'data and metadata must be well-formed text without NUL and U+001E'
}

/** Valid JSON contains neither of these characters. */
const isAppendableText = (text: string) => text.isWellFormed() && !text.includes('\0') && !text.includes('\u001e')
