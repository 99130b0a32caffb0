import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, Text, Whole } from '../kernel/primitives.ts'
import { affiliateRules } from './rules.ts'

// --- Events -----------------------------------------------------------------------------------------

/** @rule Q-81 one referral code per account, shared by its programmes */
export const ReferralCodeIssued = event('ReferralCodeIssued', {
  accountId: clear(Id),
  code: clear(Id),
  at: clear(Instant),
})

export const AffiliateProgrammeCreated = event('AffiliateProgrammeCreated', {
  accountId: clear(Id),
  programmeId: clear(Id),
  name: pii('accountId', Text, 'Programma cancellato'),
  description: pii('accountId', nullable(Text), null),
  /** @rule C-31 hundredths of a percent, 0 to 10 000 */
  rateHundredths: clear(Whole),
  /** Days after following the link in which a registration counts. */
  cookieDays: clear(Whole),
  at: clear(Instant),
})

export const AffiliateEvents = family(ReferralCodeIssued, AffiliateProgrammeCreated)
export type AffiliateEvent = EventIn<typeof AffiliateEvents>

// --- State ------------------------------------------------------------------------------------------

interface Programme {
  readonly programmeId: string
  readonly rateHundredths: number
}

export interface AffiliateState {
  readonly code: string | null
  /** Oldest first. */
  readonly programmes: readonly Programme[]
}

/** The programme that applies to new conversions. */
export const currentProgramme = ({ programmes }: AffiliateState): Programme | null => programmes.at(-1) ?? null

const evolve = (state: AffiliateState, { type, data }: AffiliateEvent): AffiliateState => {
  if (type === 'ReferralCodeIssued') return { ...state, code: data.code }
  const { programmeId, rateHundredths } = data
  return { ...state, programmes: [...state.programmes, { programmeId, rateHundredths }] }
}

// --- Decisions --------------------------------------------------------------------------------------

export interface CreateProgramme {
  readonly type: 'CreateProgramme'
  readonly accountId: string
  readonly programmeId: string
  /** Issued if the account has no code yet. */
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
  readonly at: Instant
}

export type AffiliateRejection =
  /** The programme's name is empty. */
  | { readonly type: 'ProgrammeNameMissing' }
  /** The commission in percent is outside the limits. */
  | { readonly type: 'CommissionOutOfRange'; readonly min: number; readonly max: number }
  /** The account has created as many programmes as allowed. */
  | { readonly type: 'TooManyProgrammes'; readonly max: number }

const decide = (
  { type: _, code, name, ...programme }: CreateProgramme,
  state: AffiliateState,
): DecisionOf<AffiliateEvent, AffiliateRejection> => {
  const { accountId, programmeId, rateHundredths, at } = programme
  const { cookieDays, minRateHundredths, maxRateHundredths, maxProgrammes } = affiliateRules
  if (state.programmes.some((programme) => programme.programmeId === programmeId)) return nothing
  if (name.trim() === '') return reject({ type: 'ProgrammeNameMissing' })
  if (!Number.isInteger(rateHundredths) || rateHundredths < minRateHundredths || rateHundredths > maxRateHundredths)
    return reject({ type: 'CommissionOutOfRange', min: minRateHundredths / 100, max: maxRateHundredths / 100 })
  if (state.programmes.length >= maxProgrammes) return reject({ type: 'TooManyProgrammes', max: maxProgrammes })
  const created: AffiliateEvent = { type: 'AffiliateProgrammeCreated', data: { ...programme, name, cookieDays } }
  return state.code === null
    ? accept({ type: 'ReferralCodeIssued', data: { accountId, code, at } }, created)
    : accept(created)
}

/** @rule V-82 programmes of one account; stream id is the account id */
export const affiliate: Aggregate<CreateProgramme, AffiliateEvent, AffiliateState, AffiliateRejection> = {
  category: 'affiliate',
  events: AffiliateEvents,
  initial: { code: null, programmes: [] },
  evolve,
  decide,
}
