import type { EventStore, EventStoreFailure } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { isConflict, isRefusal } from '../../postgres/refusals.ts'
import { malformed } from '../malformed.ts'
import { compose, versionIn, type Appending, type Placed } from './batch.ts'
import { encode } from './encode.ts'
import type { EventTypes } from './event-types.ts'
import { unavailable } from './failures.ts'
import type { Heads } from './heads.ts'
import { settle } from './judge.ts'
import { positionOf } from './position.ts'
import type { Query } from './query.ts'
import { tipsOver } from './tips.ts'

export interface Lane {
  readonly append: EventStore['append']
  /** Resolves when everything asked so far has been answered. */
  readonly drained: () => Promise<void>
}

interface LaneOptions {
  /** The connection that writes: what is sent first is done first. */
  readonly write: Query
  readonly read: Query
  readonly types: EventTypes
  readonly heads: Heads
  /** Told after each batch how many of its appends named no version. */
  readonly repeatable: (appends: number) => void
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
  /** `end`: where the log ended when this lane last wrote; nobody knows after a failure. */
  const now = { isWoken: false, end: null as number | null }

  const goOn = () => {
    now.isWoken = false
    for (let group = queue[0]; group !== undefined && underWay.size < mostUnderWay; group = queue[0]) {
      const size = group.reduce((sum, { events }) => sum + events.length, 0)
      if (underWay.size > 0 && size < fewest) return
      const shares = size < 2 * fewest ? 1 : mostUnderWay - underWay.size
      const { batch, doubtful, waiting } = compose(group, tips.of, Math.ceil(group.length / shares))
      queue.shift()
      if (waiting.length > 0) queue.unshift(waiting)
      if (batch.length > 0) start(batch)
      if (doubtful.length > 0) settleAside(doubtful)
      if (batch.length === 0 && waiting.length > 0) return
    }
  }

  const start = (batch: readonly Placed[]) => {
    const written = tips.extend(batch)
    const fly = async () => {
      const { left, end } = await commit(options, batch, underWay.size === 0 ? now.end : null)
      underWay.delete(flight)
      now.end = end
      if (end === null) tips.clear()
      else written()
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
  /** Where the log ends now; null when nothing was written. */
  readonly end: number | null
}

/** Never rejects; what is not left has been answered. */
const commit = async (options: LaneOptions, batch: readonly Placed[], end: number | null): Promise<Outcome> => {
  const { write, heads } = options
  try {
    const now = await send(options, batch, end)
    if (now !== null) return { left: [], end: now }
    const left = await settle(write, heads.set, batch)
    return { left: left.length > 0 ? [left] : [], end: null }
  } catch (error) {
    return { left: afterFailure(batch, error), end: null }
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

/** Where the log ends afterwards. Null when something in the batch did not fit: then nothing of it was written. */
const send = async (
  { write, types, heads, repeatable }: LaneOptions,
  batch: readonly Placed[],
  end: number | null,
): Promise<number | null> => {
  await types.add(write, batch)
  const { statement, values } = encode(batch, types.numberOf, end)
  const [[answered] = []] = await write(statement, values).catch((error: unknown) => {
    if (isConflict(error)) return [[null]]
    throw error
  })
  if (answered === null || answered === undefined) return null
  const base = Number(answered)
  let [size, unversioned] = [0, 0]
  for (const { stream, expected, events, no, before, answer } of batch) {
    size += events.length
    if (versionIn(expected) === null) unversioned++
    const version = before + events.length
    heads.set(stream, { no: no < 0 ? base - no : no, version })
    answer(E.right({ version, position: positionOf(base + size) }))
  }
  repeatable(unversioned)
  return base + size
}
