/** Where the log will end once all that is under way is written: there the next batch begins, if nobody else writes. */
export interface Outlook {
  /** Null when nobody knows. */
  readonly end: () => number | null
  /** Did the last batch come to lie where it was expected? Then nobody else is writing just now. */
  readonly isAlone: () => boolean
  /** So many events are under way. Tell the answer where they begin, null when they were not written. */
  readonly sent: (size: number) => (base: number | null) => void
}

export const outlook = (): Outlook => {
  let end: number | null = null
  let isAlone = false
  let underWay = 0
  return {
    end: () => end,
    isAlone: () => isAlone,
    sent: (size) => {
      const expected = end
      underWay += size
      if (end !== null) end += size
      return (base) => {
        underWay -= size
        isAlone = base !== null && base === expected
        if (base === null) end = null
        else if (end === null || !isAlone) end = base + size + underWay
      }
    },
  }
}
