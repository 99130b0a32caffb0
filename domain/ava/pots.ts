import { type AvaPot, avaPots, type avaStates, type EarningReason } from './vocabulary.ts'

/** Available AVA by where they come from. @rule Q-126 */
export type Pots = Readonly<Record<AvaPot, number>>

export const emptyPots: Pots = { ratings: 0, stays: 0, unconfirmedStays: 0 }

/** AVA that may leave as a payout. @rule Q-126 never those of bookings that no partner confirmed */
export const payableOf = ({ ratings, stays }: Pots): number => ratings + stays

/** All available AVA. */
export const totalOf = (pots: Pots): number => avaPots.reduce((sum, pot) => sum + pots[pot], 0)

/** Pot of AVA that were not earned by a booking. */
export const potOf = (reason: Exclude<EarningReason, 'BOOKING'>): AvaPot =>
  reason === 'TEN_RATINGS' ? 'ratings' : 'stays'

/** @rule Q-126 spending takes first what may not leave */
const spendingOrder: readonly AvaPot[] = ['unconfirmedStays', 'stays', 'ratings']
/** The last only for payouts recorded before there were pots. */
const payoutOrder: readonly AvaPot[] = ['stays', 'ratings', 'unconfirmedStays']
/** Takes from other pots what was spent in the meantime. */
const takeBackOrder = (pot: AvaPot): readonly AvaPot[] => [pot, ...spendingOrder.filter((other) => other !== pot)]

/** An event of a wallet, with what concerns the pots. */
type PotEvent =
  | {
      readonly type: 'AvaEarned' | 'AvaTakenBack'
      readonly data: { readonly amount: number; readonly pot: AvaPot; readonly state: (typeof avaStates)[number] }
    }
  | { readonly type: 'AvaMatured'; readonly data: { readonly amount: number; readonly pot: AvaPot } }
  | { readonly type: 'AvaSpent' | 'PayoutReserved'; readonly data: { readonly amount: number } }
  | { readonly type: 'PayoutReleased'; readonly data: object }
  | {
      readonly type:
        | 'RatingCounted'
        | 'RatingUncounted'
        | 'AvaWrittenOff'
        | 'PremiumActivated'
        | 'PayoutAddressSet'
        | 'PayoutAddressRestored'
        | 'PayoutThresholdSet'
        | 'PayoutConfirmed'
        | 'WalletClosed'
      readonly data: object
    }

/** The pots after an event; `reserved` is what the event's payout has taken from them. */
export const potsAfter = (pots: Pots, { type, data }: PotEvent, reserved: Pots): Pots => {
  switch (type) {
    case 'AvaEarned':
      return data.state === 'available' ? credit(pots, data.pot, data.amount) : pots
    case 'AvaMatured':
      return credit(pots, data.pot, data.amount)
    case 'AvaTakenBack':
      return data.state === 'available' ? debit(pots, data.amount, takeBackOrder(data.pot)) : pots
    case 'AvaSpent':
      return debit(pots, data.amount, spendingOrder)
    case 'PayoutReserved':
      return debit(pots, data.amount, payoutOrder)
    case 'PayoutReleased':
      return avaPots.reduce((sum, pot) => credit(sum, pot, reserved[pot]), pots)
    case 'RatingCounted':
    case 'RatingUncounted':
    case 'AvaWrittenOff':
    case 'PremiumActivated':
    case 'PayoutAddressSet':
    case 'PayoutAddressRestored':
    case 'PayoutThresholdSet':
    case 'PayoutConfirmed':
    case 'WalletClosed':
      return pots
  }
}

/** What is missing in `after`. */
export const takenFrom = (before: Pots, after: Pots): Pots =>
  avaPots.reduce((taken, pot) => credit(taken, pot, before[pot] - after[pot]), emptyPots)

const credit = (pots: Pots, pot: AvaPot, amount: number): Pots => ({ ...pots, [pot]: pots[pot] + amount })

/** Empties the pots in this order. What exceeds all of them, in a damaged log, is taken from the first. */
const debit = (pots: Pots, amount: number, order: readonly AvaPot[]): Pots => {
  let [rest, left] = [amount, pots]
  for (const pot of order) {
    const taken = Math.min(rest, Math.max(0, left[pot]))
    left = credit(left, pot, -taken)
    rest -= taken
  }
  const [first] = order
  return rest === 0 || first === undefined ? left : credit(left, first, -rest)
}
