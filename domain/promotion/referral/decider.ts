import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { ReferralEvents, type ReferralEvent } from './events.ts'

export type ReferralCommand =
  | { readonly type: 'OpenReferral'; readonly code: string; readonly accountId: string; readonly at: Instant }
  | {
      readonly type: 'ConvertReferral'
      readonly referredId: string
      /** Whoever came is whoever sent, under another account. */
      readonly isOneself: boolean
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
  const { type: _, isOneself, ...conversion } = command
  const { referredId } = conversion
  // once, never for oneself
  const counts = code !== null && !isOneself && referredId !== accountId && !conversions.has(referredId)
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
