import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { RecordedEvent, Version } from '../ports/event-store.ts'

/** A violation of the log's invariants: ids and amounts, no personal data. */
export interface Finding {
  readonly stream: string | null
  readonly position: Position | null
  readonly what: string
}

export interface Findings {
  readonly add: (finding: Finding) => void
  readonly count: () => number
  /** The first findings, at most `maxKept`. */
  readonly first: () => readonly Finding[]
}

const maxKept = 100

/** Counts all findings and keeps the first `maxKept`. */
export const collectFindings = (): Findings => {
  const firstFindings: Finding[] = []
  let count = 0
  return {
    add: (finding) => {
      count++
      if (firstFindings.length < maxKept) firstFindings.push(finding)
    },
    count: () => count,
    first: () => firstFindings,
  }
}

/** Whether a position may directly follow another; null is the start of the log. */
export type IsNextPosition = (before: Position | null, position: Position) => boolean

/** Checks positions and stream versions while reading the log in order. Keeps one number per stream. */
export const checkLogOrder = (isNext: IsNextPosition) => {
  const positions = collectFindings()
  const versions = collectFindings()
  const versionsByStream = new Map<string, Version>()
  let first: Position | null = null
  let last: Position | null = null
  let events = 0
  return {
    positions,
    versions,
    read: ({ stream, version, position }: Pick<RecordedEvent, 'stream' | 'version' | 'position'>): void => {
      if (!isNext(last, position)) positions.add({ stream, position, what: `directly follows ${last ?? 'the start'}` })
      const before = versionsByStream.get(stream) ?? 0
      if (version !== before + 1)
        versions.add({ stream, position, what: `version ${version} directly follows version ${before}` })
      versionsByStream.set(stream, version)
      first ??= position
      last = position
      events++
    },
    counts: () => ({ events, streams: versionsByStream.size, first, last }),
  }
}
