import { account, type RegisteredAccount } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { normalisePhone } from '../../domain/access/phone.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { affiliate, programmeInForce } from '../../domain/promotion/affiliate/decider.ts'
import { ReferralCodeIssued } from '../../domain/promotion/affiliate/events.ts'
import { commission } from '../../domain/promotion/commission/decider.ts'
import { referral } from '../../domain/promotion/referral/decider.ts'
import { BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking/events.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(ReferralCodeIssued, EmailConfirmed, BookingConfirmed, BookingCompleted, BookingCancelled)
type Event = EventIn<typeof events>
type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>['data']
type Desk = ReturnType<typeof inTheNameOf>

/**
 * Q-81, points settled 13: a code is opened with the programme that brought it; who registered by it converts when their
 * e-mail address is confirmed; what they book is commission: pending, earned after the stay, void when it is cancelled.
 * Whoever has deleted their account brings nobody any more, and earns nothing.
 */
export const affiliatePolicy = (hands: Hands): Policy<Event> => ({
  name: 'affiliate',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const desk = inTheNameOf('affiliate', hands, recorded)
    const { event } = recorded
    switch (event.type) {
      case 'ReferralCodeIssued':
        return desk.run(referral, event.data.code, { type: 'OpenReferral', ...event.data })
      case 'EmailConfirmed':
        return convert(desk, event.data)
      case 'BookingConfirmed':
        return record(desk, event.data)
      case 'BookingCompleted':
      case 'BookingCancelled': {
        const { bookingId, at } = event.data
        const type = event.type === 'BookingCompleted' ? 'EarnCommission' : 'VoidCommission'
        return desk.run(commission, bookingId, { type, bookingId, at })
      }
    }
  },
})

const convert = ({ run, look }: Desk, { accountId: referredId, at }: Of<'EmailConfirmed'>): Reaction =>
  seeing(look(account, referredId, 'open'), (referred) => {
    if (referred.kind === null || referred.referral === null) return nothing
    const code = referred.referral
    return seeing(look(referral, code), ({ accountId }) => {
      if (accountId === null) return nothing
      const both = pipe(
        TE.Do,
        TE.apS('owner', look(account, accountId, 'open')),
        TE.apS('programmes', look(affiliate, accountId)),
      )
      return looking(both, ({ owner, programmes }) => {
        const programme = programmeInForce(programmes.state)
        if (owner.state.kind === null || programme === null) return nothing
        const isOneself = isSamePerson(owner.state, referred)
        return run(referral, code, { type: 'ConvertReferral', referredId, isOneself, ...programme, at })
      })
    })
  })

/** An e-mail address has one account; a telephone number may have several, and they are one person's. */
const isSamePerson = (one: RegisteredAccount, other: RegisteredAccount): boolean => {
  const number = numberOf(one)
  return number !== null && number === numberOf(other)
}

const numberOf = ({ profile: { details } }: RegisteredAccount): string | null =>
  details.phone === null ? null : normalisePhone(details.phone)

const record = ({ run, look }: Desk, { bookingId, accountId, totalCents, at }: Of<'BookingConfirmed'>): Reaction =>
  seeing(look(account, accountId), (guest) => {
    if (guest.kind === null || guest.referral === null) return nothing
    const code = guest.referral
    return seeing(look(referral, code), ({ accountId: owner, conversions }) => {
      const conversion = conversions.get(accountId)
      if (owner === null || conversion === undefined) return nothing
      const { rateHundredths } = conversion
      const about = { bookingId, code, accountId: owner, rateHundredths, totalCents, at }
      return seeing(look(account, owner), ({ kind }) =>
        kind === null ? nothing : run(commission, bookingId, { type: 'RecordCommission', ...about }),
      )
    })
  })
