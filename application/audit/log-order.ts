import type { Position } from '../../domain/kernel/recorded.ts'
import type { RecordedEvent, Version } from '../ports/event-store.ts'
import { faultsFound } from './faults.ts'

/** Whether a position may stand right behind another, null being before the first. */
export type IsNext = (before: Position | null, position: Position) => boolean

/** Reads the log in its order; keeps one number a stream. */
export const orderOfLog = (isNext: IsNext) => {
  const positions = faultsFound()
  const versions = faultsFound()
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
