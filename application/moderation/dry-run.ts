import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { CommandDeps } from '../command-handler.ts'
import { type History, type HistoryFailure, loadByReading, type NewDomainEvent } from '../history.ts'

export interface DryRun {
  /** Reads the event store and the events appended here; appends in memory only. */
  readonly history: CommandDeps['history']
  /** The appended events, in order. */
  readonly appended: () => readonly EventEnvelope[]
  /** Version of a stream in the event store when it was first read. */
  readonly versionOf: (stream: string) => number
}

/** Detects policies that trigger each other endlessly; no decision has this many consequences. */
const maxAppendedEvents = 1_000

/** A history that keeps its appends in memory and leaves the event store unchanged. */
export const startDryRun = (real: Pick<History, 'read'>): DryRun => {
  const copies = new Map<string, Promise<unknown>>()
  const versions = new Map<string, number>()
  const appended: EventEnvelope[] = []
  let asOf: Position = ''

  const read: History['read'] = (family, stream, personalData, from = 1) =>
    pipe(
      readOnce(copies, `${stream} ${personalData ?? 'decrypted'}`, real.read(family, stream, personalData)),
      TE.map((past) => {
        versions.set(stream, past.length)
        for (const { position } of past) if (position > asOf) asOf = position
        const own = appended.filter((event) => event.stream === stream)
        return [...past, ...own].filter(({ version }) => version >= from) as unknown as typeof past
      }),
    )

  const append: History['append'] = (stream, expected, events) => {
    const actual = (versions.get(stream) ?? 0) + appended.filter((event) => event.stream === stream).length
    if (typeof expected === 'number' && expected !== actual) return TE.left({ type: 'WrongVersion', expected, actual })
    if (appended.length + events.length > maxAppendedEvents)
      return TE.left({ type: 'Malformed', why: 'too long a chain' })
    events.forEach((event, n) => appended.push(toRecorded(event, stream, actual + n + 1, asOf)))
    return TE.right({ version: actual + events.length, position: asOf })
  }

  return {
    history: { read, load: loadByReading(read), append },
    appended: () => appended,
    versionOf: (stream) => versions.get(stream) ?? 0,
  }
}

/** Reads each stream once, so that all reads see the same version. */
const readOnce = <A>(
  copies: Map<string, Promise<unknown>>,
  key: string,
  read: TE.TaskEither<HistoryFailure, A>,
): TE.TaskEither<HistoryFailure, A> => {
  return () => {
    const copy = copies.get(key) ?? read()
    copies.set(key, copy)
    return copy as ReturnType<typeof read>
  }
}

/** The position is that of the last event read: policies may wait for the read models to reach the position of their cause. */
const toRecorded = (
  { id, event, meta }: NewDomainEvent,
  stream: string,
  version: number,
  position: Position,
): EventEnvelope => ({
  id,
  stream,
  version,
  position,
  event,
  meta,
})
