import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { RecordedEvent, Version } from '../ports/event-store.ts'

/** Something that should not be; says ids and amounts, never what is personal. */
export interface Finding {
  readonly stream: string | null
  readonly position: Position | null
  readonly what: string
}

export interface Findings {
  readonly add: (fault: Finding) => void
  readonly count: () => number
  /** The first of them, `mostKept` at most. */
  readonly first: () => readonly Finding[]
}

const maxKept = 100

/** However much is wrong, no more than a page of it is kept. */
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

/** Whether a position may stand right behind another, null being before the first. */
export type IsNextPosition = (before: Position | null, position: Position) => boolean

/** Reads the log in its order; keeps one number a stream. */
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
