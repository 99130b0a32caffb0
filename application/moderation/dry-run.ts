import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { CommandDeps } from '../handle.ts'
import type { History, HistoryFailure, NewDomainEvent } from '../history.ts'

export interface DryRun {
  /** Reads what really is, and what was written here on top of it; writes here alone. */
  readonly history: CommandDeps['history']
  /** What was written, in order. */
  readonly written: () => readonly EventEnvelope[]
  /** How many events a stream really had when it was first looked at. */
  readonly versionOf: (stream: string) => number
}

/** More than this does not follow from one decision: something goes round in a circle. */
const maxWrittenEvents = 1_000

/** Copies of the streams that are touched, kept in memory: whatever is tried on them, the log stays as it is. */
export const startDryRun = (real: Pick<History, 'read'>): DryRun => {
  const copies = new Map<string, Promise<unknown>>()
  const versions = new Map<string, number>()
  const written: EventEnvelope[] = []
  let asOf: Position = ''

  const read: History['read'] = (family, stream, privacy) =>
    pipe(
      readOnce(copies, `${stream} ${privacy ?? 'open'}`, real.read(family, stream, privacy)),
      TE.map((past) => {
        versions.set(stream, past.length)
        for (const { position } of past) if (position > asOf) asOf = position
        const added = written.filter((one) => one.stream === stream)
        return [...past, ...added] as unknown as typeof past
      }),
    )

  const append: History['append'] = (stream, expected, facts) => {
    const actual = (versions.get(stream) ?? 0) + written.filter((one) => one.stream === stream).length
    if (typeof expected === 'number' && expected !== actual) return TE.left({ type: 'WrongVersion', expected, actual })
    if (written.length + facts.length > maxWrittenEvents) return TE.left({ type: 'Malformed', why: 'too long a chain' })
    facts.forEach((fact, n) => written.push(toRecorded(fact, stream, actual + n + 1, asOf)))
    return TE.right({ version: actual + facts.length, position: asOf })
  }

  return { history: { read, append }, written: () => written, versionOf: (stream) => versions.get(stream) ?? 0 }
}

/** The same stream is the same copy, however often it is looked at. */
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

/**
 * It stands where the log stood when it was looked at: a policy may wait for the read models to have come as far as its
 * cause, and further than the log they never come.
 */
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
