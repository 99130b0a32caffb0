import {
  type EventLog,
  type LoggedEvent,
  lowerBound,
  type ProposedEvent,
  type ReadableLog,
  systemEvent,
} from './event-log.ts'

const softDeleted = 9_223_372_036_854_775_807n
const tombstoneType = '$streamDeleted'

export const isTombstoned = (log: ReadableLog, stream: string): boolean =>
  log.stream(stream).at(-1)?.type === tombstoneType

/** The metadata that hides events. Ages are in seconds. */
interface Retention {
  readonly truncateBefore: bigint
  readonly maxCount: bigint | null
  readonly maxAge: number | null
}

const retentionOf = (log: ReadableLog, stream: string): Retention => {
  const metadata = stream.startsWith('$$') ? undefined : log.stream(`$$${stream}`).at(-1)
  const json = metadata ? Buffer.from(metadata.data).toString() : ''
  // JSON.parse would round the revision of deleted streams
  const limitOf = (name: string) => new RegExp(`"\\$${name}":\\s*(\\d+)`).exec(json)?.[1] ?? null
  const [maxCount, maxAge] = [limitOf('maxCount'), limitOf('maxAge')]
  return {
    truncateBefore: BigInt(limitOf('tb') ?? 0),
    maxCount: maxCount === null ? null : BigInt(maxCount),
    maxAge: maxAge === null ? null : Number(maxAge),
  }
}

const isSoftDeleted = (log: ReadableLog, stream: string): boolean =>
  retentionOf(log, stream).truncateBefore === softDeleted

const isKept = (log: ReadableLog, stream: string): ((event: LoggedEvent) => boolean) => {
  const { truncateBefore, maxCount, maxAge } = retentionOf(log, stream)
  const last = log.stream(stream).at(-1)?.revision ?? -1n
  const youngest = Date.now() - (maxAge ?? 0) * 1_000
  return ({ revision, created }) =>
    revision >= truncateBefore &&
    (maxCount === null || revision > last - maxCount) &&
    (maxAge === null || created >= youngest)
}

/** Readable events of a stream; null if the server reports that it does not exist. */
export const visibleEvents = (log: ReadableLog, stream: string): readonly LoggedEvent[] | null => {
  const events = log.stream(stream)
  return events.length === 0 || isSoftDeleted(log, stream) ? null : events.filter(isKept(log, stream))
}

/** Prepare positions of the events a scavenge removes: all hidden ones except the last of each stream. */
export const scavengeable = (log: ReadableLog): ReadonlySet<bigint> => {
  const streams = Map.groupBy(log.all, ({ stream }) => stream)
  return new Set(
    [...streams].flatMap(([stream, events]) => {
      const kept = isKept(log, stream)
      return events.flatMap((event) => (event === events.at(-1) || kept(event) ? [] : [event.prepare]))
    }),
  )
}

/** Rules look at what is written, readable or not. */
const writtenLog = (log: EventLog): ReadableLog => ({ ...log, stream: log.writtenTo })

export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists'

export type CommitDecision =
  | { readonly type: 'Ok' }
  /** `last` is null if the repeated events are hidden; `isReadable` is false until they are replicated. */
  | {
      readonly type: 'Idempotent'
      readonly revision: bigint
      readonly last: LoggedEvent | null
      readonly isReadable: boolean
    }
  | { readonly type: 'WrongVersion'; readonly current: bigint }
  | { readonly type: 'Deleted' }

export interface CommitCheck {
  readonly decide: (stream: string, expected: ExpectedRevision, ids: readonly string[]) => CommitDecision
  readonly written: (events: readonly LoggedEvent[]) => void
  /** Starts with an empty cache, as after a restart. */
  readonly forget: () => void
}

/**
 * The rules of the server's IndexWriter.CheckCommit, from its public source, not verified against a running server.
 * With a revision, a repeated append is recognised permanently; with `any` or `stream_exists`, only while its first
 * event is among the last `remembers` events written by this server process.
 */
export const commitCheck = (log: EventLog, remembers: number): CommitCheck => {
  const recent = new Map<string, LoggedEvent>()
  const written = writtenLog(log)

  const known = (stream: string, id: string) => {
    const event = recent.get(id)
    return event?.stream === stream ? event : undefined
  }
  const idempotent = (last: LoggedEvent): CommitDecision => ({
    type: 'Idempotent',
    revision: last.revision,
    last: visibleEvents(log, last.stream)?.find(({ revision }) => revision === last.revision) ?? null,
    isReadable: log.isReadable(last),
  })

  const weak = (stream: string, ids: readonly string[]): CommitDecision => {
    const found = ids.map((id) => known(stream, id))
    const last = found.at(-1)
    if (found[0] === undefined) return { type: 'Ok' }
    return last && !found.includes(undefined)
      ? idempotent(last)
      : { type: 'WrongVersion', current: log.lastRevision(stream) }
  }

  const strong = (stream: string, expected: bigint, ids: readonly string[]): CommitDecision => {
    const current = log.lastRevision(stream)
    if (expected === current) return { type: 'Ok' }
    if (expected > current) return { type: 'WrongVersion', current }
    const events = log.writtenTo(stream)
    const first = lowerBound(events, ({ revision }) => revision <= expected)
    const repeated = ids.map((id, n) => {
      const revision = expected + BigInt(n + 1)
      return [known(stream, id), events[first + n]].find((event) => event?.id === id && event.revision === revision)
    })
    const last = repeated.at(-1)
    if (last && !repeated.includes(undefined)) return idempotent(last)
    const restarts = expected === -1n && repeated[0] === undefined && isSoftDeleted(written, stream)
    return restarts ? { type: 'Ok' } : { type: 'WrongVersion', current }
  }

  return {
    decide: (stream, expected, ids) => {
      if (isTombstoned(written, stream)) return { type: 'Deleted' }
      if (expected === 'stream_exists') {
        if (isSoftDeleted(written, stream)) return { type: 'Deleted' }
        if (log.lastRevision(stream) < 0n && log.lastRevision(`$$${stream}`) < 0n)
          return { type: 'WrongVersion', current: -1n }
      }
      if (expected === 'any' || expected === 'stream_exists') return weak(stream, ids)
      return strong(stream, expected === 'no_stream' ? -1n : expected, ids)
    },
    written: (events) => {
      for (const event of events) recent.set(event.id, event)
      for (const id of recent.keys()) {
        if (recent.size <= remembers) break
        recent.delete(id)
      }
    },
    forget: () => recent.clear(),
  }
}

/** The server's default limit, in bytes. */
export const maxAppendBytes = 1_048_576

export type WriteOutcome =
  /** `event` is null if its position is unknown. */
  | { readonly type: 'Stored'; readonly revision: bigint; readonly event: LoggedEvent | null }
  /** Repeats events that are not replicated yet; the server drops the request. */
  | { readonly type: 'NotReplicated' }
  | { readonly type: 'TooBig' }
  | Exclude<CommitDecision, { type: 'Ok' | 'Idempotent' }>

const stored = (events: readonly LoggedEvent[]): WriteOutcome => {
  const event = events.at(-1) ?? null
  return { type: 'Stored', revision: event?.revision ?? -1n, event }
}

export const append = (
  log: EventLog,
  check: CommitCheck,
  stream: string,
  expected: ExpectedRevision,
  proposed: readonly ProposedEvent[],
): WriteOutcome => {
  if (proposed.reduce((sum, one) => sum + sizeOf(one), 0) > maxAppendBytes) return { type: 'TooBig' }
  const decision = check.decide(
    stream,
    expected,
    proposed.map(({ id }) => id),
  )
  if (decision.type === 'Idempotent')
    return decision.isReadable
      ? { type: 'Stored', revision: decision.revision, event: decision.last }
      : { type: 'NotReplicated' }
  if (decision.type !== 'Ok') return decision
  const written = writtenLog(log)
  const original = stream.startsWith('$$') ? stream.slice(2) : ''
  const [restarts, revives] = [isSoftDeleted(written, stream), isSoftDeleted(written, original)]
  const before = log.lastRevision(stream)
  const events = log.write(stream, proposed)
  check.written(events)
  if (restarts) undelete(log, stream, before + 1n)
  if (revives) undelete(log, original, log.lastRevision(original) + 1n)
  return stored(events)
}

/** Lets a deleted stream continue, keeping the rest of its metadata. */
const undelete = (log: EventLog, stream: string, from: bigint): void => {
  const json = Buffer.from(log.writtenTo(`$$${stream}`).at(-1)?.data ?? []).toString()
  const rest = JSON.parse(json) as Readonly<Record<string, unknown>>
  log.write(`$$${stream}`, [systemEvent('$metadata', JSON.stringify({ ...rest, $tb: Number(from) }))])
}

/** Hides all events, or deletes the stream permanently: it can never be read or written again. */
export const remove = (
  log: EventLog,
  check: CommitCheck,
  stream: string,
  expected: ExpectedRevision,
  forGood: boolean,
): WriteOutcome => {
  const decision = check.decide(stream, expected, [systemEvent('$delete', '{}').id])
  if (decision.type === 'Idempotent') return { type: 'NotReplicated' }
  if (decision.type !== 'Ok') return decision
  if (forGood) return stored(log.write(stream, [systemEvent(tombstoneType, '{}')]))
  if (log.lastRevision(stream) < 0n && log.lastRevision(`$$${stream}`) < 0n)
    return { type: 'WrongVersion', current: -1n }
  return stored(log.write(`$$${stream}`, [systemEvent('$metadata', `{"$tb":${softDeleted}}`)]))
}

const sizeOf = ({ type, data, meta }: ProposedEvent) => 2 * type.length + data.length + meta.length
