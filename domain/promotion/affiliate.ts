import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, nullable, Whole } from '../kernel/primitives.ts'

/** An account's own word for who sent somebody: one for all its programmes. */
export const ReferralCodeIssued = event('ReferralCodeIssued', {
  accountId: clear(Id),
  code: clear(Id),
  at: clear(Instant),
})

export const AffiliateProgrammeCreated = event('AffiliateProgrammeCreated', {
  accountId: clear(Id),
  programmeId: clear(Id),
  name: pii('accountId', t.string, 'Programma cancellato'),
  description: pii('accountId', nullable(t.string), null),
  /** Hundredths of a percent, 0 to 10 000 (C-31). */
  rateHundredths: clear(Whole),
  /** How long after the link was followed a registration still counts. */
  cookieDays: clear(Whole),
  at: clear(Instant),
})

export const AffiliateEvents = family(ReferralCodeIssued, AffiliateProgrammeCreated)
export type AffiliateEvent = EventIn<typeof AffiliateEvents>

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
export const affiliateRules = { cookieDays: 30, maxRateHundredths: 10_000, maxProgrammes: 50 } as const

/** What a conversion of this moment goes by. */
export const currentProgramme = ({ programmes }: AffiliateState): Programme | null => programmes.at(-1) ?? null

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
  const { cookieDays, maxRateHundredths, maxProgrammes } = affiliateRules
  if (state.programmes.some((one) => one.programmeId === programmeId)) return E.right([])
  if (name.trim() === '') return E.left({ type: 'ProgrammeNameMissing' })
  if (!Number.isInteger(rateHundredths) || rateHundredths < 0 || rateHundredths > maxRateHundredths)
    return E.left({ type: 'CommissionOutOfRange', least: 0, most: maxRateHundredths / 100 })
  if (state.programmes.length >= maxProgrammes) return E.left({ type: 'TooManyProgrammes', most: maxProgrammes })
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
