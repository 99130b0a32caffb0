import { EmailConfirmed } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { affiliate, currentProgramme, ReferralCodeIssued } from '../../domain/promotion/affiliate.ts'
import { commission } from '../../domain/promotion/commission.ts'
import { referral } from '../../domain/promotion/referral.ts'
import { BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(ReferralCodeIssued, EmailConfirmed, BookingConfirmed, BookingCompleted, BookingCancelled)
type Event = EventIn<typeof events>
type EventData<T extends Event['type']> = Extract<Event, { readonly type: T }>['data']
type PolicyCommands = ReturnType<typeof asPolicy>

/**
 * @rule Q-81 affiliate programme: a code opens with its first programme; a registration by the code converts when its
 * e-mail address is confirmed; its bookings yield a commission, pending until the stay is over and void if cancelled
 * (points settled 13). Deleted accounts bring no conversions and earn nothing.
 */
export const affiliatePolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'affiliate',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const policy = asPolicy('affiliate', context, recorded)
    const { event } = recorded
    switch (event.type) {
      case 'ReferralCodeIssued':
        return policy.execute(referral, event.data.code, { type: 'RegisterReferralCode', ...event.data })
      case 'EmailConfirmed':
        return convertReferral(policy, event.data)
      case 'BookingConfirmed':
        return recordCommission(policy, event.data)
      case 'BookingCompleted':
      case 'BookingCancelled': {
        const { bookingId, at } = event.data
        const type = event.type === 'BookingCompleted' ? 'EarnCommission' : 'VoidCommission'
        return policy.execute(commission, bookingId, { type, bookingId, at })
      }
    }
  },
})

const convertReferral = (
  { execute, load }: PolicyCommands,
  { accountId: referredId, at }: EventData<'EmailConfirmed'>,
): Reaction =>
  withState(load(account, referredId, 'open'), (referred) => {
    if (referred.kind === null || referred.referral === null) return noReaction
    const code = referred.referral
    return withState(load(referral, code), ({ accountId }) => {
      if (accountId === null) return noReaction
      const ownerAndProgrammes = pipe(
        TE.Do,
        TE.apS('owner', load(account, accountId, 'open')),
        TE.apS('programmes', load(affiliate, accountId)),
      )
      return withLookup(ownerAndProgrammes, ({ owner, programmes }) => {
        const programme = currentProgramme(programmes.state)
        if (owner.state.kind === null || programme === null) return noReaction
        const isSelfReferral = isSamePerson(owner.state, referred)
        return execute(referral, code, {
          type: 'ConvertReferral',
          referredId,
          isSelfReferral,
          ...programme,
          at,
        })
      })
    })
  })

/** Two accounts with the same phone number belong to the same person; an e-mail address has only one account. */
const isSamePerson = (first: RegisteredAccount, second: RegisteredAccount): boolean => {
  const number = phoneOf(first)
  return number !== null && number === phoneOf(second)
}

const phoneOf = ({ profile: { details } }: RegisteredAccount): string | null =>
  details.phone === null ? null : normalisePhone(details.phone)

const recordCommission = (
  { execute, load }: PolicyCommands,
  { bookingId, accountId, totalCents, at }: EventData<'BookingConfirmed'>,
): Reaction =>
  withState(load(account, accountId), (guest) => {
    if (guest.kind === null || guest.referral === null) return noReaction
    const code = guest.referral
    return withState(load(referral, code), ({ accountId: owner, conversions }) => {
      const conversion = conversions.get(accountId)
      if (owner === null || conversion === undefined) return noReaction
      const { rateHundredths } = conversion
      const booking = { bookingId, code, accountId: owner, rateHundredths, totalCents, at }
      return withState(load(account, owner), ({ kind }) =>
        kind === null ? noReaction : execute(commission, bookingId, { type: 'RecordCommission', ...booking }),
      )
    })
  })
