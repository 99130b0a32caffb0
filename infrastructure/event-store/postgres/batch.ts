import type {
  Appended,
  EventStoreFailure,
  Expected,
  NewEvent,
  Version,
} from '../../../application/ports/event-store.ts'
import type { E } from '../../../domain/kernel/fp.ts'
import type { Head } from './heads.ts'
import type { Tips } from './tips.ts'

/** An append that waits for its answer. */
export interface Appending {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
  readonly answer: (outcome: E.Either<EventStoreFailure, Appended>) => void
}

/** An append that has its place in a batch. */
export interface Placed extends Appending {
  /** The stream's number; or, negated, the place in the batch of the event that begins it. Places count from 1. */
  readonly no: number
  /** The stream's version before it. */
  readonly before: Version
  /** In the batch, of its first event. */
  readonly place: number
}

export interface Composed {
  /** What the next statement writes. */
  readonly batch: readonly Placed[]
  /** What cannot follow in its stream as far as that is known, unless it was made before: the database must be asked. */
  readonly doubtful: readonly Appending[]
  /** What must wait for a later batch, in order. */
  readonly waiting: Appending[]
}

const mostEvents = 1_000
const mostText = 1_000_000

/** As much of the queue as one batch may hold, `most` appends at most. `tipOf` a stream is where it will end. */
export const compose = (queue: readonly Appending[], tipOf: Tips['of'], most: number): Composed => {
  const batch: Placed[] = []
  const doubtful: Appending[] = []
  const waiting: Appending[] = []
  const place = placing(tipOf)
  let [events, text] = [0, 0]
  for (const [n, appending] of queue.entries()) {
    const size = textOf(appending)
    const isFull = batch.length >= most || events + appending.events.length > mostEvents || text + size > mostText
    if (isFull && batch.length > 0) return { batch, doubtful, waiting: [...waiting, ...queue.slice(n)] }
    const found = place(appending, events + 1)
    if (found === 'doubtful') doubtful.push(appending)
    else if (found === 'waiting') waiting.push(appending)
    else {
      batch.push(found)
      events += appending.events.length
      text += size
    }
  }
  return { batch, doubtful, waiting }
}

/** In events. */
export const sizeOf = (appends: readonly Pick<Appending, 'events'>[]): number =>
  appends.reduce((sum, { events }) => sum + events.length, 0)

/** The stream's number, once it is known where the batch begins. */
export const streamNo = ({ no }: Pick<Placed, 'no'>, base: number): number => (no < 0 ? base - no : no)

/** The streams a batch goes on with, and the version of each that must be there. */
export const heldBy = (batch: readonly Placed[]): ReadonlyMap<number, number> => {
  const held = new Map<number, number>()
  for (const { no, before } of batch) if (no > 0 && !held.has(no)) held.set(no, before)
  return held
}

const textOf = ({ events }: Appending) => events.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0)

/** The place of one append after the other. */
const placing = (tipOf: Tips['of']) => {
  const chains = new Map<string, Head>()
  const late = new Set<string>()
  const firstIds = new Set<string>()

  return (appending: Appending, place: number): Placed | 'doubtful' | 'waiting' => {
    const { stream, expected, events } = appending
    if (late.has(stream)) return 'waiting'
    const chain = chains.get(stream)
    const tip = chain === undefined ? tipOf(stream) : undefined
    if (tip && tip.no < 0) {
      late.add(stream)
      return 'waiting'
    }
    const end = chain ?? tip ?? (versionIn(expected) === 0 ? nowhere : undefined)
    if (end === undefined || !fits(expected, end.version)) return 'doubtful'
    if (versionIn(expected) === null) {
      const first = `${events[0]?.id.toLowerCase()} ${stream}`
      if (firstIds.has(first)) return 'doubtful'
      firstIds.add(first)
    }
    const no = end.version === 0 ? -place : end.no
    chains.set(stream, { no, version: end.version + events.length })
    return { ...appending, no, before: end.version, place }
  }
}

const nowhere: Head = { no: 0, version: 0 }

/** May what expects this follow that version? */
export const fits = (expected: Expected, version: Version): boolean =>
  expected === 'any' || (expected === 'exists' ? version > 0 : versionIn(expected) === version)

/** The version an expectation names; null of `any` and `exists`. */
export const versionIn = (expected: Expected): Version | null =>
  typeof expected === 'number' ? expected : expected === 'none' ? 0 : null
