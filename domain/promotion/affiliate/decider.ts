import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { AffiliateEvents, type AffiliateEvent } from './events.ts'

export interface CreateProgramme {
  readonly type: 'CreateProgramme'
  readonly accountId: string
  readonly programmeId: string
  /** Issued if the account has none yet. */
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
  readonly at: Instant
}

interface Programme {
  readonly programmeId: string
  readonly rateHundredths: number
}

export interface AffiliateState {
  readonly code: string | null
  /** The latest comes last. */
  readonly programmes: readonly Programme[]
}

export type AffiliateRejection =
  | { readonly type: 'ProgrammeNameMissing' }
  /** In percent. */
  | { readonly type: 'CommissionOutOfRange'; readonly least: number; readonly most: number }
  | { readonly type: 'TooManyProgrammes'; readonly most: number }

/** C-31 */
export const affiliateRules = { cookieDays: 30, mostRateHundredths: 10_000, mostProgrammes: 50 } as const

/** What a conversion of this moment goes by. */
export const programmeInForce = ({ programmes }: AffiliateState): Programme | null => programmes.at(-1) ?? null

const evolve = (state: AffiliateState, { type, data }: AffiliateEvent): AffiliateState => {
  if (type === 'ReferralCodeIssued') return { ...state, code: data.code }
  const { programmeId, rateHundredths } = data
  return { ...state, programmes: [...state.programmes, { programmeId, rateHundredths }] }
}

const decide = (
  { type: _, code, name, ...programme }: CreateProgramme,
  state: AffiliateState,
): E.Either<AffiliateRejection, readonly AffiliateEvent[]> => {
  const { accountId, programmeId, rateHundredths, at } = programme
  const { cookieDays, mostRateHundredths, mostProgrammes } = affiliateRules
  if (state.programmes.some((one) => one.programmeId === programmeId)) return E.right([])
  if (name.trim() === '') return E.left({ type: 'ProgrammeNameMissing' })
  if (!Number.isInteger(rateHundredths) || rateHundredths < 0 || rateHundredths > mostRateHundredths)
    return E.left({ type: 'CommissionOutOfRange', least: 0, most: mostRateHundredths / 100 })
  if (state.programmes.length >= mostProgrammes) return E.left({ type: 'TooManyProgrammes', most: mostProgrammes })
  const created: AffiliateEvent = { type: 'AffiliateProgrammeCreated', data: { ...programme, name, cookieDays } }
  return E.right(
    state.code === null ? [{ type: 'ReferralCodeIssued', data: { accountId, code, at } }, created] : [created],
  )
}

/** The programmes of one account (V-82); its stream goes by the account. */
export const affiliate: Aggregate<CreateProgramme, AffiliateEvent, AffiliateState, AffiliateRejection> = {
  category: 'affiliate',
  events: AffiliateEvents,
  initial: { code: null, programmes: [] },
  evolve,
  decide,
}
