import type { RecordedEvent } from '../../../application/ports/event-store.ts'

/** The latest stretch of the log, kept once for everybody who follows it. */
export interface Ring {
  /** The place of the last event in it, or before the first one to come. */
  readonly last: () => number
  readonly push: (events: readonly RecordedEvent[]) => void
  /** The events after `place`; null when it no longer reaches back that far. */
  readonly after: (place: number, limit: number) => readonly RecordedEvent[] | null
}

export interface RingLimits {
  readonly events: number
  /** In characters of data and metadata. */
  readonly text: number
}

/** `start` is the place after which it begins. */
export const ring = (start: number, limits: RingLimits): Ring => {
  let kept: RecordedEvent[] = []
  let first = start + 1
  let text = 0
  const trim = () => {
    let dropped = 0
    for (; kept.length - dropped > limits.events || text > limits.text; dropped++) text -= textOf(kept[dropped])
    kept = kept.slice(dropped)
    first += dropped
  }
  return {
    last: () => first + kept.length - 1,
    push: (events) => {
      kept.push(...events)
      for (const event of events) text += textOf(event)
      // Trimmed by the quarter, not by the event: each event is moved a few times at most.
      if (kept.length > limits.events * 1.25 || text > limits.text * 1.25) trim()
    },
    after: (place, limit) => {
      if (place < first - 1) return null
      return kept.slice(place - first + 1, place - first + 1 + limit)
    },
  }
}

const textOf = (event: RecordedEvent | undefined) => (event ? event.data.length + event.meta.length : 0)
