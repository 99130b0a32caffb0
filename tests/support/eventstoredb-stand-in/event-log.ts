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

/** What a node shows to readers. */
export interface ReadableLog {
  readonly all: readonly LoggedEvent[]
  readonly stream: (name: string) => readonly LoggedEvent[]
  /** Calls `listener` whenever there is more to read; returns a function that unsubscribes. */
  readonly onReadable: (listener: () => void) => () => void
}

export interface EventLog extends ReadableLog {
  /** Events of a stream including those that cannot be read yet. */
  readonly writtenTo: (stream: string) => readonly LoggedEvent[]
  /** Revision of the last written event; -1 if there is none. */
  readonly lastRevision: (stream: string) => bigint
  /** Readable at once, unless commits are held or stored first. */
  readonly write: (stream: string, proposed: readonly ProposedEvent[]) => readonly LoggedEvent[]
  /** An explicit transaction of servers before version 20: many prepares with one commit. */
  readonly writeTransaction: (stream: string, proposed: readonly ProposedEvent[]) => readonly LoggedEvent[]
  /** Whether an event has been stored, replicated and indexed. */
  readonly isReadable: (event: LoggedEvent) => boolean
  /** From now on nothing that is written becomes readable, as if no follower responded. */
  readonly holdCommits: () => void
  readonly releaseCommits: () => void
  /** Forgets what was held: the cluster has elected a leader that never received it. */
  readonly discardHeld: () => void
  /** Removes these events, identified by their prepare positions, from the disk. */
  readonly scavenge: (prepares: ReadonlySet<bigint>) => void
  /** Makes events written from now on appear older by `ms`. */
  readonly backdateWrites: (ms: number) => void
}

export interface EventLogOptions {
  /** Events of an earlier run, in order. */
  readonly stored?: readonly LoggedEvent[]
  /** Makes events durable; they are readable once it resolves. Called with one page at a time. */
  readonly store?: (appends: readonly (readonly LoggedEvent[])[]) => Promise<void>
}

/** The persistent state of a server, which survives restarts. Starts with a system event, like real logs. */
export const createEventLog = ({ stored = [], store }: EventLogOptions = {}): EventLog => {
  const written = new StreamIndex()
  const readable = new StreamIndex()
  const all: LoggedEvent[] = []
  const waiting: (readonly LoggedEvent[])[] = []
  const listeners = new Set<() => void>()
  let end = 0n
  let late = 0
  let isHeld = false
  let isStoring = false

  const show = (appends: readonly (readonly LoggedEvent[])[]) => {
    for (const events of appends) {
      all.push(...events)
      for (const event of events) readable.add(event)
    }
    for (const listener of listeners) listener()
  }
  const storeWaiting = async (storePage: NonNullable<EventLogOptions['store']>) => {
    isStoring = true
    while (waiting.length > 0) {
      if (isHeld) break
      const appends = waiting.splice(0)
      await storePage(appends)
      show(appends)
    }
    isStoring = false
  }
  const commitWaiting = () => {
    if (isHeld || isStoring) return
    if (store) void storeWaiting(store)
    else show(waiting.splice(0))
  }
  const keep = (stream: string, proposed: readonly ProposedEvent[], commitOf: (prepare: bigint) => bigint) => {
    const from = written.of(stream).at(-1)?.revision ?? -1n
    const events = proposed.map((one, n): LoggedEvent => {
      const prepare = end
      end += sizeOf(stream, one)
      const commit = commitOf(prepare)
      return { ...one, stream, prepare, commit, revision: from + BigInt(n + 1), created: Date.now() - late }
    })
    for (const event of events) written.add(event)
    waiting.push(events)
    commitWaiting()
    return events
  }

  const log: EventLog = {
    all,
    stream: (name) => readable.of(name),
    writtenTo: (name) => written.of(name),
    lastRevision: (stream) => written.of(stream).at(-1)?.revision ?? -1n,
    isReadable: ({ stream, revision }) => (readable.of(stream).at(-1)?.revision ?? -1n) >= revision,
    write: (stream, proposed) => keep(stream, proposed, (prepare) => prepare),
    writeTransaction: (stream, proposed) => {
      const commit = proposed.reduce((sum, one) => sum + sizeOf(stream, one), end)
      const events = keep(stream, proposed, () => commit)
      end += 64n
      return events
    },
    holdCommits: () => {
      isHeld = true
    },
    releaseCommits: () => {
      isHeld = false
      commitWaiting()
    },
    discardHeld: () => {
      const lost = new Set(waiting.splice(0).flatMap((events) => events.map(({ prepare }) => prepare)))
      written.remove(lost)
      isHeld = false
    },
    scavenge: (prepares) => {
      for (const index of [written, readable]) index.remove(prepares)
      all.splice(0, all.length, ...all.filter(({ prepare }) => !prepares.has(prepare)))
    },
    backdateWrites: (ms) => {
      late = ms
    },
    onReadable: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  for (const event of stored) written.add(event)
  show([stored])
  const last = stored.at(-1)
  if (last) end = last.prepare + sizeOf(last.stream, last) + 64n
  else log.write('$users', [systemEvent('$UserCreated', '{"LoginName":"admin"}')])
  return log
}

class StreamIndex {
  private readonly streams = new Map<string, LoggedEvent[]>()
  of(stream: string): readonly LoggedEvent[] {
    return this.streams.get(stream) ?? []
  }
  add(event: LoggedEvent): void {
    const events = this.streams.get(event.stream)
    if (events) events.push(event)
    else this.streams.set(event.stream, [event])
  }
  remove(prepares: ReadonlySet<bigint>): void {
    for (const [stream, events] of this.streams)
      this.streams.set(
        stream,
        events.filter(({ prepare }) => !prepares.has(prepare)),
      )
  }
}

/** Index of the first event that is not before a position, by binary search. */
export const lowerBound = (events: readonly LoggedEvent[], isBefore: (event: LoggedEvent) => boolean): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const event = events[middle]
    if (event && isBefore(event)) low = middle + 1
    else high = middle
  }
  return low
}

/** Bytes an event takes in the log. */
const sizeOf = (stream: string, { type, data, meta }: ProposedEvent): bigint =>
  BigInt(96 + stream.length + type.length + data.length + meta.length)

export const systemEvent = (type: string, json: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(json),
  meta: Buffer.alloc(0),
})

/** A follower's view of the log, which can lag behind. */
export const replicaOf = (log: ReadableLog) => {
  let end: number | null = null
  const listeners = new Set<() => void>()
  log.onReadable(() => {
    if (end === null) for (const listener of listeners) listener()
  })
  const isReplicated = ({ prepare }: LoggedEvent) => end === null || prepare < (log.all[end]?.prepare ?? prepare + 1n)
  const replica: ReadableLog = {
    get all() {
      return end === null ? log.all : log.all.slice(0, end)
    },
    stream: (name) => log.stream(name).filter(isReplicated),
    onReadable: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    replica,
    pause: () => {
      end = log.all.length
    },
    resume: () => {
      end = null
      for (const listener of listeners) listener()
    },
  }
}
