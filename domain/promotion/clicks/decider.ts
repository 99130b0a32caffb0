import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { ClicksEvents, type ClicksEvent } from './events.ts'

export interface CountClick {
  readonly type: 'CountClick'
  readonly code: string
  readonly clickId: string
  readonly at: Instant
}

/** The clicks of the day. */
export type ClicksState = ReadonlySet<string>

/** More of one code in one day come from no people. */
export const mostClicksADay = 1_000

const decide = ({ type: _, ...data }: CountClick, state: ClicksState): E.Either<never, readonly ClicksEvent[]> =>
  E.right(state.has(data.clickId) || state.size >= mostClicksADay ? [] : [{ type: 'ReferralClicked', data }])

/** How often the links of a code were followed on one day; the stream goes by code and day, so that it stays short. */
export const clicks: Aggregate<CountClick, ClicksEvent, ClicksState, never> = {
  category: 'clicks',
  events: ClicksEvents,
  initial: new Set(),
  evolve: (state, { data }) => new Set([...state, data.clickId]),
  decide,
}
