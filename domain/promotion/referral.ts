import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, Whole } from '../kernel/primitives.ts'

export const ReferralOpened = event('ReferralOpened', { code: clear(Id), accountId: clear(Id), at: clear(Instant) })

/** Somebody who came by the code has confirmed their e-mail address; by the programme then in force. */
export const ReferralConverted = event('ReferralConverted', {
  code: clear(Id),
  referredId: clear(Id),
  programmeId: clear(Id),
  rateHundredths: clear(Whole),
  at: clear(Instant),
})

export const ReferralEvents = family(ReferralOpened, ReferralConverted)
export type ReferralEvent = EventIn<typeof ReferralEvents>

export type ReferralCommand =
  | { readonly type: 'OpenReferral'; readonly code: string; readonly accountId: string; readonly at: Instant }
  | {
      readonly type: 'ConvertReferral'
      readonly referredId: string
      /** Whoever came is whoever sent, under another account. */
      readonly isSelfReferral: boolean
      readonly programmeId: string
      readonly rateHundredths: number
      readonly at: Instant
    }

type Conversion = Extract<ReferralEvent, { readonly type: 'ReferralConverted' }>['data']

export interface ReferralState {
  readonly code: string | null
  /** Whose it is; null while it is nobody's. */
  readonly accountId: string | null
  /** By whom they brought. */
  readonly conversions: ReadonlyMap<string, Conversion>
}

export interface ReferralRejection {
  readonly type: 'ReferralCodeTaken'
}

const evolve = (state: ReferralState, { type, data }: ReferralEvent): ReferralState =>
  type === 'ReferralOpened'
    ? { ...state, code: data.code, accountId: data.accountId }
    : { ...state, conversions: new Map([...state.conversions, [data.referredId, data]]) }

const decide = (
  command: ReferralCommand,
  { code, accountId, conversions }: ReferralState,
): E.Either<ReferralRejection, readonly ReferralEvent[]> => {
  if (command.type === 'OpenReferral') {
    const { type: _, ...data } = command
    if (accountId === null) return E.right([{ type: 'ReferralOpened', data }])
    return accountId === command.accountId ? E.right([]) : E.left({ type: 'ReferralCodeTaken' })
  }
  const { type: _, isSelfReferral, ...conversion } = command
  const { referredId } = conversion
  // once, never for oneself
  const counts = code !== null && !isSelfReferral && referredId !== accountId && !conversions.has(referredId)
  return E.right(counts ? [{ type: 'ReferralConverted', data: { code, ...conversion } }] : [])
}

/** What a code has brought; its stream goes by the code, so that no two accounts have the same. */
export const referral: Aggregate<ReferralCommand, ReferralEvent, ReferralState, ReferralRejection> = {
  category: 'referral',
  events: ReferralEvents,
  initial: { code: null, accountId: null, conversions: new Map() },
  evolve,
  decide,
}

/** Somebody followed a link; nothing of who it was. */
export const ReferralClicked = event('ReferralClicked', { code: clear(Id), clickId: clear(Id), at: clear(Instant) })

export const ReferralClicksEvents = family(ReferralClicked)
export type ReferralClicksEvent = EventIn<typeof ReferralClicksEvents>

export interface CountReferralClick {
  readonly type: 'CountClick'
  readonly code: string
  readonly clickId: string
  readonly at: Instant
}

/** The clicks of the day. */
export type ReferralClicksState = ReadonlySet<string>

/** More of one code in one day come from no people. */
export const maxClicksPerDay = 1_000

const countReferralClick = (
  { type: _, ...data }: CountReferralClick,
  state: ReferralClicksState,
): E.Either<never, readonly ReferralClicksEvent[]> =>
  E.right(state.has(data.clickId) || state.size >= maxClicksPerDay ? [] : [{ type: 'ReferralClicked', data }])

/** How often the links of a code were followed on one day; the stream goes by code and day, so that it stays short. */
export const referralClicks: Aggregate<CountReferralClick, ReferralClicksEvent, ReferralClicksState, never> = {
  category: 'clicks',
  events: ReferralClicksEvents,
  initial: new Set(),
  evolve: (state, { data }) => new Set([...state, data.clickId]),
  decide: countReferralClick,
}
