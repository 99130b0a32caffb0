import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { type BatchedAppend, expectedVersion, requiredVersions, resolveStreamNumber } from './batch-composition.ts'

const positionDigits = 20
/** Precomputed padding: `padStart` is slower, and every event read needs a position. */
const zeros = Array.from({ length: positionDigits + 1 }, (_, length) => '0'.repeat(positionDigits - length))

/** Zero-padded, so that positions sort as text. */
export const formatPosition = (position: number | string): Position => {
  const text = String(position)
  return (zeros[text.length] ?? '') + text
}

/** 0 is the position before the first event. */
export const parsePosition = (position: Position | null): number => {
  if (position === null) return 0
  const value = /^\d{20}$/.test(position) ? Number(position) : Number.NaN
  if (!Number.isSafeInteger(value)) throw new Error(`${position} is not a position of this log`)
  return value
}

/** The events of a batch as they are read from the log, in its order. */
export const recordedEvents = (base: number, batch: readonly BatchedAppend[]): readonly RecordedEvent[] =>
  batch.flatMap(({ stream, before, offset, events }) =>
    events.map(({ id, type, data, meta }, n) => ({
      id: id.toLowerCase(),
      type,
      data,
      meta,
      stream,
      version: before + n + 1,
      position: formatPosition(base + offset + n),
    })),
  )

/** Parameters for `log.append` and `insertBatchAt`, one array per column. */
export const encodeBatch = (
  batch: readonly BatchedAppend[],
  typeNumber: (type: string) => number,
): readonly (Buffer | null)[] => {
  const events = batch.flatMap((append) => append.events)
  const streams: number[] = []
  const names: (string | null)[] = []
  const versions: number[] = []
  const repeatable: boolean[] = []
  for (const { stream, expected, events: streamEvents, streamNumber, before } of batch)
    for (let step = 1; step <= streamEvents.length; step++) {
      streams.push(streamNumber)
      names.push(before + step === 1 ? stream : null)
      versions.push(before + step)
      repeatable.push(step === 1 && expectedVersion(expected) === null)
    }
  return [
    int8s(streams),
    texts(names),
    int4s(versions),
    int2s(events.map(({ type }) => typeNumber(type))),
    uuids(events.map(({ id }) => id)),
    texts(events.map(({ meta }) => meta)),
    texts(events.map(({ data }) => data)),
    repeatable.includes(true) ? bools(repeatable) : null,
  ]
}

/** Versions a batch builds on, as the last parameters of `log.append`. */
export const encodeRequiredVersions = (batch: readonly BatchedAppend[]): readonly (Buffer | null)[] => {
  const required = requiredVersions(batch)
  return required.size > 0 ? [int8s([...required.keys()]), int4s([...required.values()])] : [null, null]
}

/** Parameters for `insertEventAt`: a single event with an expected version. */
export const encodeEvent = (
  { events, streamNumber, before, stream }: BatchedAppend,
  typeNumber: (type: string) => number,
) =>
  events.flatMap(({ id, type, meta, data }) => [
    streamNumber,
    before === 0 ? stream : null,
    before + 1,
    typeNumber(type),
    id,
    meta,
    data,
  ])

/** In the order `copyRows` writes them. */
export const copyColumns = 'position, stream_no, id, version, type_no, name, meta, data, is_repeatable'

/** A batch as text for `copy … from stdin`. */
export const copyRows = (
  batch: readonly BatchedAppend[],
  typeNumber: (type: string) => number,
  base: number,
): string => {
  let rows = ''
  for (const batched of batch) {
    const { stream, expected, events, before, offset } = batched
    const no = resolveStreamNumber(batched, base)
    for (const [n, { id, type, meta, data }] of events.entries()) {
      const version = before + n + 1
      const name = version === 1 ? copyEscaped(stream) : copyNull
      const isRepeatable = n === 0 && expectedVersion(expected) === null
      rows += `${base + offset + n}\t${no}\t${id}\t${version}\t${typeNumber(type)}\t${name}\t`
      rows += `${copyEscaped(meta)}\t${copyEscaped(data)}\t${isRepeatable}\n`
    }
  }
  return rows
}

const copyNull = '\\N'
const needsEscape = /[\\\t\n\r]/
const copyEscaped = (text: string): string =>
  needsEscape.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text

/** Arrays in Postgres' binary format, which needs no quoting. */
const bools = (values: readonly boolean[]): Buffer =>
  fixedWidthArray(16, 1, values, (to, at, value) => to.writeInt8(value ? 1 : 0, at))

export const int2s = (values: readonly number[]): Buffer =>
  fixedWidthArray(21, 2, values, (to, at, value) => to.writeInt16BE(value, at))

export const int4s = (values: readonly number[]): Buffer =>
  fixedWidthArray(23, 4, values, (to, at, value) => to.writeInt32BE(value, at))

/** Safe integers only. */
export const int8s = (values: readonly number[]): Buffer =>
  fixedWidthArray(20, 8, values, (to, at, value) => {
    to.writeInt32BE(Math.floor(value / 2 ** 32), at)
    to.writeUInt32BE(value >>> 0, at + 4)
  })

export const uuids = (values: readonly string[]): Buffer =>
  fixedWidthArray(2950, 16, values, (to, at, value) => to.write(value.replaceAll('-', ''), at, 16, 'hex'))

/** Well-formed text only. */
export const texts = (values: readonly (string | null)[]): Buffer => {
  // Allocates for three bytes per code unit and trims to the length written.
  let maxBytes = arrayHeaderSize
  for (const value of values) maxBytes += 4 + (value === null ? 0 : value.length * 3)
  const array = Buffer.allocUnsafe(maxBytes)
  let at = writeArrayHeader(array, 25, values.length, values.includes(null))
  for (const value of values) {
    const length = value === null ? -1 : array.write(value, at + 4, 'utf8')
    array.writeInt32BE(length, at)
    at += 4 + Math.max(length, 0)
  }
  return array.subarray(0, at)
}

const arrayHeaderSize = 20

/** Dimensions, null flag, element type, length, lower bound. */
const writeArrayHeader = (array: Buffer, oid: number, length: number, hasNulls = false): number => {
  array.writeInt32BE(1, 0)
  array.writeInt32BE(hasNulls ? 1 : 0, 4)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(length, 12)
  array.writeInt32BE(1, 16)
  return arrayHeaderSize
}

const fixedWidthArray = <A>(
  oid: number,
  width: number,
  values: readonly A[],
  write: (to: Buffer, at: number, value: A) => void,
): Buffer => {
  const array = Buffer.allocUnsafe(arrayHeaderSize + values.length * (4 + width))
  let at = writeArrayHeader(array, oid, values.length)
  for (const value of values) {
    array.writeInt32BE(width, at)
    write(array, at + 4, value)
    at += 4 + width
  }
  return array
}
