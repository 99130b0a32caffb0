import { type EventLog, type Logged, systemEvent } from './event-log.ts'

const forever = 9_223_372_036_854_775_807n
const tombstone = '$streamDeleted'

export const isTombstoned = (log: EventLog, stream: string): boolean => log.stream(stream).at(-1)?.type === tombstone

export const isSoftDeleted = (log: EventLog, stream: string): boolean => hiddenBefore(log, stream) === forever

/** What a read of the stream may show; null when the server would say it does not exist. */
export const visible = (log: EventLog, stream: string): readonly Logged[] | null => {
  const events = log.stream(stream)
  if (events.length === 0 || isSoftDeleted(log, stream)) return null
  const from = hiddenBefore(log, stream)
  return events.filter(({ revision }) => revision >= from)
}

/** Hides everything; the stream goes on at the next revision when somebody writes to it. */
export const softDelete = (log: EventLog, stream: string): Logged | undefined =>
  log.write(`$$${stream}`, [systemEvent('$metadata', `{"$tb":${forever}}`)])[0]

export const undelete = (log: EventLog, stream: string): void => {
  log.write(`$$${stream}`, [systemEvent('$metadata', `{"$tb":${log.lastRevision(stream) + 1n}}`)])
}

/** For good: nothing is ever read from or appended to this stream again. */
export const hardDelete = (log: EventLog, stream: string): Logged | undefined =>
  log.write(stream, [systemEvent(tombstone, '{}')])[0]

const hiddenBefore = (log: EventLog, stream: string): bigint => {
  const metadata = stream.startsWith('$$') ? undefined : log.stream(`$$${stream}`).at(-1)
  const before = /"\$tb":\s*(\d+)/.exec(metadata ? Buffer.from(metadata.data).toString() : '')?.[1]
  return BigInt(before ?? 0)
}
