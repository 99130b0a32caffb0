import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import { undoableUntil } from '../../domain/ava/address-changes.ts'
import { PayoutAddressRestored, PayoutAddressSet } from '../../domain/ava/wallet-state.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { nameReservationMinutes } from '../accounts/name-reservation.ts'
import { asPolicy, type PolicyContext, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(PayoutAddressSet, PayoutAddressRestored)

/**
 * Confirms the reservation of a new or restored payout address and releases the former one. Considers the current address,
 * since later changes may have undone this one. A change is announced to the owner, who may not have made it.
 * @rule Q-127 a payout address belongs to one account; a letter announces each change
 */
export const payoutAddressPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'payout-address',
  events,
  startsFrom: 'now',
  react: (recorded) => {
    const { accountId, addressId, formerAddressId, at } = recorded.event.data
    const { execute, load } = asPolicy('payout-address', context, recorded)
    const addresses = nameReservation('payee')
    const reservation = { type: 'ReserveName', accountId, at, until: plusMinutes(at, nameReservationMinutes) } as const
    return withState(load(wallet, accountId), ({ addressId: current }) =>
      inSequence([
        ...(addressId !== null && current === addressId
          ? [
              execute(addresses, addressId, reservation, ['NameTaken', 'ClaimLapsed']),
              execute(addresses, addressId, { type: 'ConfirmName', accountId }, ['NameTaken', 'NameNotClaimed']),
            ]
          : []),
        ...(formerAddressId === null || current === formerAddressId
          ? []
          : [execute(addresses, formerAddressId, { type: 'ReleaseName', accountId })]),
      ]),
    )
  },
  effects: ({ event: { type, data } }) => {
    const { accountId, changeId, payableFrom, at } = data
    if (type !== 'PayoutAddressSet' || changeId === null) return []
    const times = { at, payableFrom, undoableUntil: undoableUntil({ at, payableFrom }) }
    const letter = { accountId, changeId, ...times }
    return [{ id: 'letter', queue: 'mail', job: 'payout-address-changed-mail', data: letter }]
  },
})
