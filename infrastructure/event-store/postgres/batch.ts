import type {
  Appended,
  EventStoreFailure,
  Expected,
  NewEvent,
  Version,
} from '../../../application/ports/event-store.ts'
import type { E } from '../../../domain/kernel/fp.ts'

/** An append that waits for its answer. */
export interface Appending {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
  readonly answer: (outcome: E.Either<EventStoreFailure, Appended>) => void
}

export interface Composed {
  /** What the next statement writes. */
  readonly batch: readonly Appending[]
  /** What cannot follow in its stream, unless it was made before: only the database knows. */
  readonly doubtful: readonly Appending[]
  /** What must wait for a later batch, in order. */
  readonly waiting: readonly Appending[]
}

const mostEvents = 1_000
const mostText = 1_000_000

/** `version` is the latest known of a stream; it may have grown since. */
export const compose = (queue: readonly Appending[], version: (stream: string) => Version | undefined): Composed => {
  const chains = new Map<string, Chain>()
  const composed = { batch: [] as Appending[], doubtful: [] as Appending[], waiting: [] as Appending[] }
  let [events, text] = [0, 0]
  for (const [n, appending] of queue.entries()) {
    const size = textOf(appending)
    const isFull = events + appending.events.length > mostEvents || text + size > mostText
    if (isFull && composed.batch.length > 0) return { ...composed, waiting: [...composed.waiting, ...queue.slice(n)] }
    const place = placeIn(chains, appending, version)
    composed[place].push(appending)
    if (place !== 'batch') continue
    events += appending.events.length
    text += size
  }
  return composed
}

const textOf = ({ events }: Appending) => events.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0)

/** The appends of one batch to one stream: all name their version, each the one before leaves, or none does. */
interface Chain {
  next: Version | null
  /** Of those that name no version. */
  readonly firstIds: Set<string>
  isOver: boolean
}

const placeIn = (
  chains: Map<string, Chain>,
  { stream, expected, events }: Appending,
  version: (stream: string) => Version | undefined,
): keyof Composed => {
  const wanted = versionIn(expected)
  const [first] = events
  const chain = chains.get(stream)
  if (chain === undefined) {
    if (wanted !== null && wanted < (version(stream) ?? 0)) return 'doubtful'
    chains.set(stream, {
      next: wanted === null ? null : wanted + events.length,
      firstIds: new Set(wanted === null && first ? [first.id.toLowerCase()] : []),
      isOver: false,
    })
    return 'batch'
  }
  if (chain.isOver || (chain.next === null) !== (wanted === null)) {
    chain.isOver = true
    return 'waiting'
  }
  if (wanted === null || chain.next === null) {
    if (first === undefined || chain.firstIds.has(first.id.toLowerCase())) return 'doubtful'
    chain.firstIds.add(first.id.toLowerCase())
    return 'batch'
  }
  if (wanted !== chain.next) return 'doubtful'
  chain.next += events.length
  return 'batch'
}

/** The version an expectation names; null of `any` and `exists`. */
export const versionIn = (expected: Expected): Version | null =>
  typeof expected === 'number' ? expected : expected === 'none' ? 0 : null
