import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import { PayoutAddressSet } from '../../domain/ava/wallet-state.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { nameReservationMinutes } from '../accounts/name-reservation.ts'
import { asPolicy, type PolicyContext, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(PayoutAddressSet)

/**
 * Confirms the reservation of a new payout address and releases the former one. Considers the current address, since
 * later changes may have undone this one.
 * @rule Q-127 a payout address belongs to one account
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
})
