import { randomUUID } from 'node:crypto'

/** An event a client wants to append. */
export interface ProposedEvent {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly meta: Uint8Array
}

/** A stored event. Positions are file offsets, so gaps are normal. */
export interface LoggedEvent extends ProposedEvent {
  readonly stream: string
  readonly revision: bigint
  readonly commit: bigint
  readonly prepare: bigint
  /** Milliseconds since 1970. */
  readonly created: number
}

export interface EventLog {
  readonly all: readonly LoggedEvent[]
  readonly stream: (name: string) => readonly LoggedEvent[]
  /** Revision of the last event; -1 if there is none. */
  readonly lastRevision: (stream: string) => bigint
  readonly write: (stream: string, proposed: readonly ProposedEvent[]) => readonly LoggedEvent[]
  /** An explicit transaction of servers before version 20: many prepares with one commit. */
  readonly writeTransaction: (stream: string, proposed: readonly ProposedEvent[]) => readonly LoggedEvent[]
  /** Makes events written from now on appear older by `ms`. */
  readonly backdateWrites: (ms: number) => void
  /** Calls `listener` after every write; returns a function that unsubscribes. */
  readonly onWritten: (listener: () => void) => () => void
}

/** The persistent state of a server, which survives restarts. Starts with a system event, like real logs. */
export const createEventLog = (): EventLog => {
  const all: LoggedEvent[] = []
  const streams = new Map<string, LoggedEvent[]>()
  const listeners = new Set<() => void>()
  let end = 0n
  let late = 0

  const keep = (stream: string, proposed: readonly ProposedEvent[], commitOf: (prepare: bigint) => bigint) => {
    const mine = streams.get(stream) ?? []
    streams.set(stream, mine)
    const from = mine.length
    for (const one of proposed) {
      const prepare = end
      end += BigInt(96 + stream.length + one.type.length + one.data.length + one.meta.length)
      mine.push({
        ...one,
        stream,
        prepare,
        commit: commitOf(prepare),
        revision: BigInt(mine.length),
        created: Date.now() - late,
      })
    }
    all.push(...mine.slice(from))
    for (const listener of listeners) listener()
    return mine.slice(from)
  }

  const log: EventLog = {
    all,
    stream: (name) => streams.get(name) ?? [],
    lastRevision: (stream) => BigInt((streams.get(stream)?.length ?? 0) - 1),
    write: (stream, proposed) => keep(stream, proposed, (prepare) => prepare),
    writeTransaction: (stream, proposed) => {
      const commit = proposed.reduce(
        (sum, one) => sum + BigInt(96 + stream.length + one.type.length + one.data.length + one.meta.length),
        end,
      )
      const written = keep(stream, proposed, () => commit)
      end += 64n
      return written
    },
    backdateWrites: (ms) => {
      late = ms
    },
    onWritten: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  log.write('$users', [systemEvent('$UserCreated', '{"LoginName":"admin"}')])
  return log
}

const systemEvent = (type: string, json: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(json),
  meta: Buffer.alloc(0),
})

const softDeleted = 9_223_372_036_854_775_807n
const tombstoneType = '$streamDeleted'

export const isTombstoned = (log: EventLog, stream: string): boolean =>
  log.stream(stream).at(-1)?.type === tombstoneType

const isSoftDeleted = (log: EventLog, stream: string): boolean => truncatedBefore(log, stream) === softDeleted

/** Readable events of a stream; null if the server reports that it does not exist. */
export const visibleEvents = (log: EventLog, stream: string): readonly LoggedEvent[] | null => {
  const events = log.stream(stream)
  if (events.length === 0 || isSoftDeleted(log, stream)) return null
  const from = truncatedBefore(log, stream)
  return events.filter(({ revision }) => revision >= from)
}

/** Hides all events; the stream continues at the next revision when it is written to. */
const softDelete = (log: EventLog, stream: string): LoggedEvent | undefined =>
  log.write(`$$${stream}`, [systemEvent('$metadata', `{"$tb":${softDeleted}}`)])[0]

const undelete = (log: EventLog, stream: string): void => {
  log.write(`$$${stream}`, [systemEvent('$metadata', `{"$tb":${log.lastRevision(stream) + 1n}}`)])
}

/** Permanent: the stream can never be read or written again. */
const hardDelete = (log: EventLog, stream: string): LoggedEvent | undefined =>
  log.write(stream, [systemEvent(tombstoneType, '{}')])[0]

const truncatedBefore = (log: EventLog, stream: string): bigint => {
  const metadata = stream.startsWith('$$') ? undefined : log.stream(`$$${stream}`).at(-1)
  const before = /"\$tb":\s*(\d+)/.exec(metadata ? Buffer.from(metadata.data).toString() : '')?.[1]
  return BigInt(before ?? 0)
}

export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists'

export type CommitDecision =
  | { readonly type: 'Ok' }
  | { readonly type: 'Idempotent'; readonly last: LoggedEvent }
  | { readonly type: 'WrongVersion'; readonly current: bigint }
  | { readonly type: 'Deleted' }

export interface CommitCheck {
  readonly decide: (stream: string, expected: ExpectedRevision, ids: readonly string[]) => CommitDecision
  readonly written: (events: readonly LoggedEvent[]) => void
}

/**
 * The rules of the server's IndexWriter.CheckCommit (23.10), from its public source, not verified against a running
 * server. With a revision, a repeated append is recognised permanently; with `any` or `stream_exists`, only while its
 * first event is among the last `remembers` events written by this server process.
 */
export const commitCheck = (log: EventLog, remembers: number): CommitCheck => {
  const recent = new Map<string, LoggedEvent>()

  const known = (stream: string, id: string) => {
    const event = recent.get(id)
    return event?.stream === stream ? event : undefined
  }

  const weak = (stream: string, ids: readonly string[]): CommitDecision => {
    const found = ids.map((id) => known(stream, id))
    const last = found.at(-1)
    if (found[0] === undefined) return { type: 'Ok' }
    return last && !found.includes(undefined)
      ? { type: 'Idempotent', last }
      : { type: 'WrongVersion', current: log.lastRevision(stream) }
  }

  const strong = (stream: string, expected: bigint, ids: readonly string[]): CommitDecision => {
    const current = log.lastRevision(stream)
    if (expected === current) return { type: 'Ok' }
    const there = expected > current ? [] : log.stream(stream).slice(Number(expected) + 1)
    const last = there[ids.length - 1]
    if (last && ids.every((id, n) => there[n]?.id === id)) return { type: 'Idempotent', last }
    const restarts = expected === -1n && there[0]?.id !== ids[0] && isSoftDeleted(log, stream)
    return restarts ? { type: 'Ok' } : { type: 'WrongVersion', current }
  }

  return {
    decide: (stream, expected, ids) => {
      if (isTombstoned(log, stream)) return { type: 'Deleted' }
      if (expected === 'stream_exists') {
        if (isSoftDeleted(log, stream)) return { type: 'Deleted' }
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
  }
}

const idsOf = (proposed: readonly ProposedEvent[]): readonly string[] => proposed.map(({ id }) => id)

/** The server's default limit, in bytes. */
export const maxAppendBytes = 1_048_576

export type WriteOutcome =
  | { readonly type: 'Stored'; readonly last: LoggedEvent | undefined }
  | { readonly type: 'TooBig' }
  | Exclude<CommitDecision, { type: 'Ok' | 'Idempotent' }>

export const append = (
  log: EventLog,
  check: CommitCheck,
  stream: string,
  expected: ExpectedRevision,
  proposed: readonly ProposedEvent[],
): WriteOutcome => {
  if (proposed.reduce((sum, one) => sum + sizeOf(one), 0) > maxAppendBytes) return { type: 'TooBig' }
  const decision = check.decide(stream, expected, idsOf(proposed))
  if (decision.type === 'Idempotent') return { type: 'Stored', last: decision.last }
  if (decision.type !== 'Ok') return decision
  if (isSoftDeleted(log, stream)) undelete(log, stream)
  const written = log.write(stream, proposed)
  check.written(written)
  return { type: 'Stored', last: written.at(-1) }
}

export const remove = (
  log: EventLog,
  check: CommitCheck,
  stream: string,
  expected: ExpectedRevision,
  forGood: boolean,
): WriteOutcome => {
  const decision = check.decide(stream, expected, [systemEvent('$delete', '{}').id])
  if (decision.type !== 'Ok') return decision.type === 'Idempotent' ? { type: 'Deleted' } : decision
  return { type: 'Stored', last: forGood ? hardDelete(log, stream) : softDelete(log, stream) }
}

const sizeOf = ({ type, data, meta }: ProposedEvent) => 2 * type.length + data.length + meta.length
