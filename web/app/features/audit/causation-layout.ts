import type { ResponseOf } from '../../shared/api.ts'

type Roots = ResponseOf<'correlation'>['roots']
type CorrelatedEvent = Roots[number]

/** An event with its place in the drawing, which has one event in each row. */
export interface PlacedEvent extends Omit<CorrelatedEvent, 'children'> {
  /** 1 for roots. */
  readonly level: number
  /** Row of the event that caused it; null for roots. */
  readonly cause: number | null
}

/** The events in rows, each after its cause and before what its later siblings led to. */
export const placedEvents = (roots: Roots): readonly PlacedEvent[] => {
  const placed: PlacedEvent[] = []
  const place = ({ children, ...event }: CorrelatedEvent, level: number, cause: number | null) => {
    const row = placed.push({ ...event, level, cause }) - 1
    for (const child of children) place(child, level + 1, row)
  }
  for (const root of roots) place(root, 1, null)
  return placed
}

/**
 * The row that a key leads to, as in trees that are always expanded: up and down by row, left to the cause, right to the
 * first consequence; null if it leads nowhere.
 */
export const nextFocus = (events: readonly PlacedEvent[], row: number, key: string): number | null => {
  const last = events.length - 1
  const to = {
    ArrowUp: row - 1,
    ArrowDown: row + 1,
    ArrowLeft: events[row]?.cause ?? -1,
    ArrowRight: events[row + 1]?.cause === row ? row + 1 : -1,
    Home: 0,
    End: last,
  }[key]
  return to === undefined || to < 0 || to > last ? null : to
}
