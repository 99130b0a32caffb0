import type { Query } from './query.ts'
import { prune } from './statements.ts'

const everyMs = 600_000

/** Forgets appends that named no version once their hour is over: now and then, and only after there were new ones. */
export const pruning = (query: Query, every = everyMs): ((appends: number) => void) => {
  let last = performance.now()
  return (appends) => {
    if (appends === 0 || performance.now() - last < every) return
    last = performance.now()
    query(prune, []).catch(() => undefined)
  }
}
