import type { PersistentSet } from './collections.ts'
import { accept, type DecisionOf, nothing, reject } from './decider.ts'
import type { AnyEvent } from './event.ts'
import type { Day } from './primitives.ts'

/** Ids of what an account did on one day. A single stream also counts what happens at the same time. */
export type DailyUses = PersistentSet<string>

/** Stream id of what an account did on one Italian day. */
export const dailyId = (accountId: string, day: Day): string => `${accountId}_${day}`

interface Use {
  readonly id: string
  readonly dailyLimit: number
}

/** Records a use once, as long as the day has fewer than its limit. */
export const spendAllowance = <Event extends AnyEvent, Rejection>(
  uses: DailyUses,
  { id, dailyLimit }: Use,
  used: Event,
  exhausted: Rejection,
): DecisionOf<Event, Rejection> => {
  if (uses.has(id)) return nothing
  return uses.size < dailyLimit ? accept(used) : reject(exhausted)
}
