import { randomUUID } from 'node:crypto'

/** What a client proposes to store. */
export interface Proposed {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly meta: Uint8Array
}

/** An event in the log. Positions are offsets in a file, not 0, 1, 2: gaps are normal. */
export interface Logged extends Proposed {
  readonly stream: string
  readonly revision: bigint
  readonly commit: bigint
  readonly prepare: bigint
  /** Milliseconds since 1970. */
  readonly created: number
}

export interface EventLog {
  readonly all: readonly Logged[]
  readonly stream: (name: string) => readonly Logged[]
  /** The revision of the last event; -1 when there is none. */
  readonly lastRevision: (stream: string) => bigint
  readonly write: (stream: string, proposed: readonly Proposed[]) => readonly Logged[]
  /** As servers before version 20 wrote explicit transactions: many prepares, one commit. */
  readonly writeTransaction: (stream: string, proposed: readonly Proposed[]) => readonly Logged[]
  /** Makes the events written from now on look this much older. */
  readonly turnClockBack: (ms: number) => void
  /** Calls `listener` after every write, until the returned function is called. */
  readonly onWritten: (listener: () => void) => () => void
}

/** What a server keeps on disk: it outlives the servers started on it. Begins with a system event, as real logs do. */
export const eventLog = (): EventLog => {
  const all: Logged[] = []
  const streams = new Map<string, Logged[]>()
  const listeners = new Set<() => void>()
  let end = 0n
  let late = 0

  const keep = (stream: string, proposed: readonly Proposed[], commitOf: (prepare: bigint) => bigint) => {
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
    turnClockBack: (ms) => {
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

export const systemEvent = (type: string, json: string): Proposed => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(json),
  meta: Buffer.alloc(0),
})
