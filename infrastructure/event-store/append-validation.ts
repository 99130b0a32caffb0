import type { EventStoreFailure, Expected, NewEvent } from '../../application/ports/event-store.ts'

/** In bytes of UTF-8: ids, types, data and metadata of one append together. */
export const maxAppendBytes = 1_000_000

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const plainLabel = /^[\w .:-]{1,200}$/
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** What is wrong with an append for ever, whatever the stream holds; null when nothing is. */
export const validateAppend = (
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Extract<EventStoreFailure, { type: 'Malformed' }> | null => {
  const why = streamNameError(stream) ?? expectedVersionError(expected) ?? eventsError(events)
  return why === null ? null : { type: 'Malformed', why }
}

/** A stream no append can have made. */
export const isInvalidStreamName = (stream: string): boolean => streamNameError(stream) !== null

/** Bytes are only counted where characters leave a doubt: one takes three at most. */
const isTooLarge = (events: readonly NewEvent[]): boolean => {
  const sum = (size: (text: string) => number) =>
    events.reduce((bytes, { id, type, data, meta }) => bytes + id.length + size(type) + size(data) + size(meta), 0)
  return sum((text) => text.length) * 3 > maxAppendBytes && sum((text) => Buffer.byteLength(text)) > maxAppendBytes
}

const isLabel = (text: string) =>
  plainLabel.test(text) || (text.length > 0 && text.length <= 200 && !unprintable.test(text))

const streamNameError = (stream: string) =>
  isLabel(stream) ? null : 'a stream is named by 1 to 200 printable characters'

const expectedVersionError = (expected: Expected) =>
  typeof expected === 'string' || (Number.isSafeInteger(expected) && expected >= 0)
    ? null
    : 'a version is a whole number from zero up'

const eventsError = (events: readonly NewEvent[]): string | null => {
  if (events.length === 0) return 'nothing to append'
  if (events.length > 1 && new Set(events.map(({ id }) => id.toLowerCase())).size < events.length)
    return 'one event id twice'
  for (const event of events) {
    const why = eventError(event)
    if (why !== null) return why
  }
  return isTooLarge(events) ? `more than ${maxAppendBytes} bytes` : null
}

const eventError = ({ id, type, data, meta }: NewEvent) => {
  if (!uuid.test(id)) return 'an event id is a UUID'
  if (!isLabel(type)) return 'an event type is 1 to 200 printable characters'
  return isStorableText(data) && isStorableText(meta)
    ? null
    : 'data and metadata are well-formed text without NUL and U+001E'
}

/** Nothing that is JSON has either of the two. */
const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0') && !text.includes('\u001e')
