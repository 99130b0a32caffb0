import { sizeOf, type Placed } from './batch.ts'

/** The log's last event. */
export interface End {
  readonly place: number
  readonly id: string
}

/** What is known of the log's end when a batch is sent. */
export interface Known {
  /** Behind which event the batch will begin if nobody else writes; null when nobody knows. */
  readonly end: End | null
  /** The batch before it came to lie where it was expected: nobody else is writing just now. */
  readonly isAlone: boolean
}

/** Where the log will end once all that is under way is written. */
export interface Outlook {
  /**
   * These events are sent. Tell `arrived` behind which place they begin, or null when they were not written, and whether it was
   * because the log did not end as expected; it answers whether this must be another log, as one brought back from a copy is.
   */
  readonly sent: (batch: readonly Pick<Placed, 'events'>[]) => {
    readonly known: Known
    readonly arrived: (base: number | null, isMisplaced?: boolean) => boolean
  }
}

export const outlook = (): Outlook => {
  let place: number | null = null
  let id = ''
  let isAlone = false
  let underWay = 0
  return {
    sent: (batch) => {
      const size = sizeOf(batch)
      const expected = place
      const known = { end: expected === null ? null : { place: expected, id }, isAlone }
      id = batch.at(-1)?.events.at(-1)?.id ?? id
      underWay += size
      if (place !== null) place += size
      const arrived = (base: number | null, isMisplaced = false) => {
        // Behind a batch that was not written nothing lies where it was to lie.
        const isAnother = place !== null && (base === null ? isMisplaced : expected !== null && base < expected)
        underWay -= size
        isAlone = base !== null && base === expected
        if (base === null) place = null
        else if (place === null || !isAlone) place = base + size + underWay
        return isAnother
      }
      return { known, arrived }
    },
  }
}
