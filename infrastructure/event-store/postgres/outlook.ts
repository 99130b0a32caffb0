/** What is known of the log's end when a batch is sent. */
export interface Known {
  /** Where the batch will begin if nobody else writes; null when nobody knows. */
  readonly base: number | null
  /** The batch before it came to lie where it was expected: nobody else is writing just now. */
  readonly isAlone: boolean
  /** Nothing else is under way. */
  readonly isFirst: boolean
}

/** Where the log will end once all that is under way is written. */
export interface Outlook {
  /** So many events are sent. Tell `arrived` where they begin, null when they were not written. */
  readonly sent: (size: number) => { readonly known: Known; readonly arrived: (base: number | null) => void }
}

export const outlook = (): Outlook => {
  let end: number | null = null
  let isAlone = false
  let underWay = 0
  return {
    sent: (size) => {
      const expected = end
      const known = { base: expected, isAlone, isFirst: underWay === 0 }
      underWay += size
      if (end !== null) end += size
      const arrived = (base: number | null) => {
        underWay -= size
        isAlone = base !== null && base === expected
        if (base === null) end = null
        else if (end === null || !isAlone) end = base + size + underWay
      }
      return { known, arrived }
    },
  }
}
