import type { Position } from '../../domain/kernel/recorded.ts'

/** Something that should not be; says ids and amounts, never what is personal. */
export interface Fault {
  readonly stream: string | null
  readonly position: Position | null
  readonly what: string
}

export interface Faults {
  readonly add: (fault: Fault) => void
  readonly count: () => number
  /** The first of them, `mostKept` at most. */
  readonly first: () => readonly Fault[]
}

const mostKept = 100

/** However much is wrong, no more than a page of it is kept. */
export const faultsFound = (): Faults => {
  const kept: Fault[] = []
  let count = 0
  return {
    add: (fault) => {
      count++
      if (kept.length < mostKept) kept.push(fault)
    },
    count: () => count,
    first: () => kept,
  }
}
