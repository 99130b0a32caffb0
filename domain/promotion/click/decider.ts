import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Day, Instant } from '../../kernel/primitives.ts'
import { romeDay } from '../../kernel/rome.ts'
import { ClickEvents, type ClickEvent } from './events.ts'

export interface CountClick {
  readonly type: 'CountClick'
  readonly linkId: string
  readonly accountId: string
  readonly userType: 'user' | 'client'
  readonly at: Instant
}

/** The last day a click was counted. */
export type ClickState = Day | null

/** The stream of one person's clicks on one advertisement: however many press at one moment, none waits for another. */
export const clickId = ({ linkId, accountId }: Pick<CountClick, 'linkId' | 'accountId'>) => `${linkId}_${accountId}`

/** A person's clicks on an advertisement count once a day: nobody drives a number up by pressing. */
export const click: Aggregate<CountClick, ClickEvent, ClickState, never> = {
  category: 'adclick',
  events: ClickEvents,
  initial: null,
  evolve: (state, { data: { day } }) => (state === null || day > state ? day : state),
  decide: ({ type: _, ...data }, counted) => {
    const day = romeDay(data.at)
    return E.right(counted !== null && counted >= day ? [] : [{ type: 'AdvertisementClicked', data: { ...data, day } }])
  },
}
