import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { PersistentMap, PersistentSet } from '../kernel/collections.ts'
import { clear, type DataOf, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant, Whole } from '../kernel/primitives.ts'
import { maxClicksPerDay } from './rules.ts'

// --- Events -----------------------------------------------------------------------------------------

export const ReferralCodeRegistered = event('ReferralOpened' /* stored name */, {
  code: clear(Id),
  accountId: clear(Id),
  at: clear(Instant),
})

/** A person referred by the code confirmed their e-mail address; rate of the programme valid then. */
export const ReferralConverted = event('ReferralConverted', {
  code: clear(Id),
  referredId: clear(Id),
  programmeId: clear(Id),
  rateHundredths: clear(Whole),
  at: clear(Instant),
})

export const ReferralEvents = family(ReferralCodeRegistered, ReferralConverted)
export type ReferralEvent = EventIn<typeof ReferralEvents>

// --- State ------------------------------------------------------------------------------------------

type Conversion = DataOf<ReferralEvent, 'ReferralConverted'>

export interface ReferralState {
  readonly code: string | null
  /** Owner of the code; null if nobody owns it. */
  readonly accountId: string | null
  /** By referred account. */
  readonly conversions: PersistentMap<string, Conversion>
}

const evolve = (state: ReferralState, { type, data }: ReferralEvent): ReferralState =>
  type === ReferralCodeRegistered.type
    ? { ...state, code: data.code, accountId: data.accountId }
    : { ...state, conversions: state.conversions.set(data.referredId, data) }

// --- Decisions --------------------------------------------------------------------------------------

export type ReferralCommand =
  | { readonly type: 'RegisterReferralCode'; readonly code: string; readonly accountId: string; readonly at: Instant }
  | {
      readonly type: 'ConvertReferral'
      readonly referredId: string
      /** The referred person owns the code, under another account. */
      readonly isSelfReferral: boolean
      readonly programmeId: string
      readonly rateHundredths: number
      readonly at: Instant
    }

/** Another account registered the code. */
export interface ReferralRejection {
  readonly type: 'ReferralCodeTaken'
}

/** Registers the code, or records a conversion. @rule Q-81 once per person, never for the owner */
const decide = (
  command: ReferralCommand,
  { code, accountId, conversions }: ReferralState,
): DecisionOf<ReferralEvent, ReferralRejection> => {
  if (command.type === 'RegisterReferralCode') {
    const { type: _, ...data } = command
    if (accountId === null) return accept({ type: ReferralCodeRegistered.type, data })
    return accountId === command.accountId ? nothing : reject({ type: 'ReferralCodeTaken' })
  }
  const { type: _, isSelfReferral, ...conversion } = command
  const { referredId } = conversion
  const counts = code !== null && !isSelfReferral && referredId !== accountId && !conversions.has(referredId)
  return counts ? accept({ type: 'ReferralConverted', data: { code, ...conversion } }) : nothing
}

/** Conversions of a referral code. The stream id is the code, which makes codes unique. */
export const referral: Aggregate<ReferralCommand, ReferralEvent, ReferralState, ReferralRejection> = {
  category: 'referral',
  events: ReferralEvents,
  initial: { code: null, accountId: null, conversions: PersistentMap() },
  evolve,
  decide,
}

// --- Clicks on a referral link ----------------------------------------------------------------------

/** A referral link was followed; anonymous. */
export const ReferralClicked = event('ReferralClicked', { code: clear(Id), clickId: clear(Id), at: clear(Instant) })

export const ReferralClicksEvents = family(ReferralClicked)
export type ReferralClicksEvent = EventIn<typeof ReferralClicksEvents>

export interface CountReferralClick {
  readonly type: 'CountReferralClick'
  readonly code: string
  readonly clickId: string
  readonly at: Instant
}

/** Clicks of one day. */
export type ReferralClicksState = PersistentSet<string>

const countReferralClick = (
  { type: _, ...data }: CountReferralClick,
  state: ReferralClicksState,
): DecisionOf<ReferralClicksEvent> =>
  state.has(data.clickId) || state.size >= maxClicksPerDay ? nothing : accept({ type: 'ReferralClicked', data })

/** Clicks on a code's links in one day. One stream per code and day keeps streams short. */
export const referralClicks: Aggregate<CountReferralClick, ReferralClicksEvent, ReferralClicksState, never> = {
  category: 'clicks',
  events: ReferralClicksEvents,
  initial: PersistentSet(),
  evolve: (state, { data }) => state.add(data.clickId),
  decide: countReferralClick,
}
