interface Kept<A> {
  readonly until: number
  readonly answer: Promise<A>
}

/**
 * Keeps answers for a while, so many at most, the oldest going first; who asks for the same at one moment is answered
 * together. What failed is not kept.
 */
export const keptFor = <A>(ms: number, most: number, now: () => number = Date.now) => {
  const kept = new Map<string, Kept<A>>()
  return (name: string, ask: () => Promise<A>): Promise<A> => {
    const known = kept.get(name)
    if (known !== undefined && known.until > now()) return known.answer
    const answer = ask()
    const mine = { until: now() + ms, answer }
    kept.delete(name)
    kept.set(name, mine)
    for (const [oldest] of kept) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    answer.catch(() => {
      if (kept.get(name) === mine) kept.delete(name)
    })
    return answer
  }
}
