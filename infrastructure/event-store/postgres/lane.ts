import type { EventStore, EventStoreFailure } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { isConflict, isRefusal } from '../../postgres/refusals.ts'
import { malformed } from '../malformed.ts'
import { compose, sizeOf, streamNo, type Appending, type Placed } from './batch.ts'
import type { EventTypes } from './event-types.ts'
import { unavailable } from './failures.ts'
import type { Heads } from './heads.ts'
import { settle } from './judge.ts'
import { outlook, type Known } from './outlook.ts'
import { positionOf } from './position.ts'
import type { Query } from './query.ts'
import type { Session } from './session.ts'
import { tipsOver } from './tips.ts'
import { writeBatch, type Write } from './write.ts'

export interface Lane {
  readonly append: EventStore['append']
  /** Resolves when everything asked so far has been answered. */
  readonly drained: () => Promise<void>
}

interface LaneOptions {
  /** The connection that writes: what is sent first is done first. */
  readonly write: Write & Pick<Session, 'open'>
  readonly read: Query
  readonly types: EventTypes
  readonly heads: Heads
  /** All that is remembered of the log: it may be another by now. */
  readonly forget: () => void
}

/** While the database writes one batch, the next one is made and sent. */
const mostUnderWay = 2
/** So many events are worth a commit of their own while another is under way. */
const fewest = 8

/** Group commit without a timer: whenever the way is free, all that waits becomes the next batch. */
export const commitLane = (options: LaneOptions): Lane => {
  const tips = tipsOver(options.heads)
  const doubts = new Set<Promise<void>>()
  /** What was refused together is tried again in groups of its own. */
  const queue: Appending[][] = []
  const underWay = new Set<Promise<void>>()
  const { sent } = outlook()
  const now = { isWoken: false }

  const goOn = () => {
    now.isWoken = false
    for (let group = queue[0]; group !== undefined && underWay.size < mostUnderWay; group = queue[0]) {
      const size = sizeOf(group)
      if (underWay.size > 0 && size < fewest) return
      const shares = size < 2 * fewest ? 1 : mostUnderWay - underWay.size
      const { batch, doubtful, waiting } = compose(group, tips.of, Math.ceil(group.length / shares))
      queue.splice(0, 1, ...(waiting.length > 0 ? [waiting] : []))
      if (batch.length > 0) start(batch)
      if (doubtful.length > 0) settleAside(doubtful)
      if (batch.length === 0 && waiting.length > 0) return
    }
  }

  const start = (batch: readonly Placed[]) => {
    const { known, arrived } = sent(batch)
    const written = tips.extend(batch)
    const fly = async () => {
      const { left, base, isMisplaced } = await commit(options, batch, known)
      underWay.delete(flight)
      if (arrived(base, isMisplaced)) options.forget()
      written(base !== null)
      queue.unshift(...left)
      goOn()
    }
    const flight = fly()
    underWay.add(flight)
  }

  const add = (appends: readonly Appending[]) => {
    const last = queue.at(-1)
    if (last === undefined) queue.push([...appends])
    else last.push(...appends)
    if (!now.isWoken) queueMicrotask(goOn)
    now.isWoken = true
  }

  /** Not in the lane: those who lost a race keep nobody waiting. */
  const settleAside = (doubtful: readonly Appending[]) => {
    const doubt = Promise.all(underWay)
      .then(() => settle(options.read, options.heads.seen, doubtful))
      .then(add, (error: unknown) => answerAll(doubtful, unavailable(error)))
      .finally(() => doubts.delete(doubt))
    doubts.add(doubt)
  }

  return {
    append: (stream, expected, events) => () =>
      new Promise((answer) => {
        const failure = malformed(stream, expected, events)
        if (failure === null) add([{ stream, expected, events, answer }])
        else answer(E.left(failure))
      }),
    drained: async () => {
      while (now.isWoken || queue.length + underWay.size + doubts.size > 0) await Promise.all([...underWay, ...doubts])
    },
  }
}

const answerAll = (appends: readonly Appending[], failure: EventStoreFailure) => {
  for (const { answer } of appends) answer(E.left(failure))
}

interface Outcome {
  /** What must be tried again, in these groups. */
  readonly left: Appending[][]
  /** Where the batch begins in the log; null when nothing was written. */
  readonly base: number | null
  /** The log did not end with the event that was to be its last. */
  readonly isMisplaced: boolean
}

/** Never rejects; what is not left has been answered. */
const commit = async (options: LaneOptions, batch: readonly Placed[], known: Known): Promise<Outcome> => {
  const { write, heads } = options
  try {
    const base = await send(options, batch, known)
    if (typeof base === 'number') return { left: [], base, isMisplaced: false }
    const left = await settle(write.query, heads.set, batch)
    return { left: left.length > 0 ? [left] : [], base: null, isMisplaced: base === null && known.isAlone }
  } catch (error) {
    return { left: afterFailure(batch, error), base: null, isMisplaced: false }
  }
}

/** What the database refuses is looked for by halves. */
const afterFailure = (batch: readonly Placed[], error: unknown): Appending[][] => {
  if (isRefusal(error) && batch.length > 1) {
    const half = Math.ceil(batch.length / 2)
    return [batch.slice(0, half), batch.slice(half)]
  }
  answerAll(batch, isRefusal(error) ? { type: 'Malformed', why: error.message } : unavailable(error))
  return []
}

/** Where the batch begins. Otherwise nothing of it was written: a place was taken, or it did not fit in another way. */
const send = async (
  { write, types, heads }: LaneOptions,
  batch: readonly Placed[],
  known: Known,
): Promise<number | 'taken' | null> => {
  const opening = write.open()
  if (opening) await opening
  const numberOf = types.numbersOf(batch) ?? (await types.add(write.query, batch))
  const base = await writeBatch(write, batch, numberOf, known).catch((error: unknown) => {
    if (isConflict(error)) return 'taken' as const
    throw error
  })
  if (typeof base !== 'number') return base
  for (const placed of batch) {
    const { stream, events, before, place, answer } = placed
    const version = before + events.length
    heads.set(stream, { no: streamNo(placed, base), version })
    answer(E.right({ version, position: positionOf(base + place + events.length - 1) }))
  }
  return base
}
