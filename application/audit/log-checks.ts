import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { RecordedEvent, Version } from '../ports/event-store.ts'

/** A violation of the log's invariants: ids and amounts, no personal data. */
export interface Finding {
  readonly stream: string | null
  readonly position: Position | null
  readonly what: string
}

export interface Findings {
  readonly add: (fault: Finding) => void
  readonly count: () => number
  /** The first findings, at most `maxKept`. */
  readonly first: () => readonly Finding[]
}

const maxKept = 100

/** Counts all findings and keeps the first `maxKept`. */
export const collectFindings = (): Findings => {
  const kept: Finding[] = []
  let count = 0
  return {
    add: (fault) => {
      count++
      if (kept.length < maxKept) kept.push(fault)
    },
    count: () => count,
    first: () => kept,
  }
}

/** Whether a position may directly follow another; null is the start of the log. */
export type IsNextPosition = (before: Position | null, position: Position) => boolean

/** Checks positions and stream versions while reading the log in order. Keeps one number per stream. */
export const checkLogOrder = (isNext: IsNextPosition) => {
  const positions = collectFindings()
  const versions = collectFindings()
  const reached = new Map<string, Version>()
  let first: Position | null = null
  let last: Position | null = null
  let events = 0
  return {
    positions,
    versions,
    read: ({ stream, version, position }: Pick<RecordedEvent, 'stream' | 'version' | 'position'>): void => {
      if (!isNext(last, position))
        positions.add({ stream, position, what: `stands right behind ${last ?? 'the beginning'}` })
      const before = reached.get(stream) ?? 0
      if (version !== before + 1)
        versions.add({ stream, position, what: `version ${version} stands right behind version ${before}` })
      reached.set(stream, version)
      first ??= position
      last = position
      events++
    },
    counts: () => ({ events, streams: reached.size, first, last }),
  }
}
