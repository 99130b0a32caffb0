import type { Appended, EventStore, EventStoreFailure, Version } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { malformed } from '../memory/malformed.ts'
import { compose, versionIn, type Appending } from './batch.ts'
import { encode } from './encode.ts'
import type { EventTypes } from './event-types.ts'
import { isRefusal, unavailable } from './failures.ts'
import { gather, verdict } from './judge.ts'
import { latest } from './latest.ts'
import { positionOf } from './position.ts'
import { listOf, type Query } from './query.ts'
import { append } from './statements.ts'

export interface Lane {
  readonly append: EventStore['append']
  /** Resolves when everything asked so far has been answered. */
  readonly drained: () => Promise<void>
}

interface LaneOptions {
  /** The connection that writes: one batch at a time. */
  readonly write: Query
  readonly read: Query
  readonly types: EventTypes
  /** Told after each batch how many of its appends named no version. */
  readonly repeatable: (appends: number) => void
}

const knownHeads = 20_000

/** Group commit without a timer: whenever no batch is under way, all that waits becomes the next one. */
export const commitLane = (options: LaneOptions): Lane => {
  const heads = latest<Version>(knownHeads)
  const commit = committing(options, heads)
  const doubts = new Set<Promise<void>>()
  const lane = { queue: [] as Appending[], running: null as Promise<void> | null }

  const run = async () => {
    while (lane.queue.length > 0) {
      const { batch, doubtful, waiting } = compose(lane.queue, heads.get)
      lane.queue = [...waiting]
      await commit(batch)
      if (doubtful.length > 0) settleAside(doubtful)
    }
    lane.running = null
  }
  const add = (appends: readonly Appending[]) => {
    lane.queue.push(...appends)
    lane.running ??= Promise.resolve().then(run)
  }
  /** Not in the lane: those who lost a race keep nobody waiting. */
  const settleAside = (doubtful: readonly Appending[]) => {
    const doubt = settle(options.read, heads, doubtful)
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
      while (lane.running !== null || doubts.size > 0) await Promise.all([lane.running, ...doubts])
    },
  }
}

type Heads = ReturnType<typeof latest<Version>>

/** Sends a batch until each of its appends is answered; never rejects. */
const committing = (options: LaneOptions, heads: Heads) => {
  const commit = async (batch: readonly Appending[]): Promise<void> => {
    let left = batch
    try {
      while (left.length > 0 && !(await send(options, heads, left))) left = await settle(options.write, heads, left)
    } catch (error) {
      if (!isRefusal(error)) answerAll(left, unavailable(error))
      else if (left.length === 1) answerAll(left, { type: 'Malformed', why: error.message })
      else {
        const half = Math.ceil(left.length / 2)
        await commit(left.slice(0, half))
        await commit(left.slice(half))
      }
    }
  }
  return commit
}

const answerAll = (appends: readonly Appending[], failure: EventStoreFailure) => {
  for (const { answer } of appends) answer(E.left(failure))
}

/** False when something in it did not fit: then nothing of it was written. */
const send = async (options: LaneOptions, heads: Heads, batch: readonly Appending[]): Promise<boolean> => {
  const { write, types, repeatable } = options
  await types.add(
    write,
    batch.flatMap(({ events }) => events.map(({ type }) => type)),
  )
  const { values, places } = encode(batch, types.numberOf)
  const [[base, before] = []] = await write(append, values)
  if (base === null || base === undefined) return false
  const versions = listOf(before).map(Number)
  for (const [n, { stream, answer }] of batch.entries()) {
    const place = places[n] ?? { stream: 0, step: 0, nth: 0 }
    const version = (versions[place.stream] ?? 0) + place.step
    heads.set(stream, version)
    answer(E.right({ version, position: positionOf(Number(base) + place.nth) }))
  }
  repeatable(batch.filter(({ expected }) => versionIn(expected) === null).length)
  return true
}

/** Answers those that were made before or lost their race; gives back those that can be written now, in order. */
const settle = async (query: Query, heads: Heads, appends: readonly Appending[]): Promise<readonly Appending[]> => {
  const found = await gather(query, appends)
  const chains = new Map<string, Version>()
  return appends.filter((appending, n) => {
    const evidence = found[n] ?? { actual: 0, before: null, ids: [], position: positionOf(0) }
    const { stream, events, answer } = appending
    const head = chains.get(stream) ?? evidence.actual
    heads.set(stream, evidence.actual)
    const outcome: E.Either<EventStoreFailure, Appended> | null = verdict(appending, evidence, head)
    if (outcome === null) chains.set(stream, head + events.length)
    else answer(outcome)
    return outcome === null
  })
}
