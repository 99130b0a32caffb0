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
 * @rule Q-81 affiliate programme: the first programme registers the account's referral code; a registration by the code converts when its
 * e-mail address is confirmed; its bookings yield a commission, pending until the stay is over and void if cancelled.
 * Deleted accounts bring no conversions and earn nothing.
 * @rule D-13
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
  withState(load(account, referredId, 'decrypted'), (referred) => {
    if (referred.kind === null || referred.referral === null) return noReaction
    const code = referred.referral
    return withLookup(findAffiliate(load, code), (found) => {
      if (found === null) return noReaction
      const isSelfReferral = isSamePerson(found.owner, referred)
      return execute(referral, code, { type: 'ConvertReferral', referredId, isSelfReferral, ...found.programme, at })
    })
  })

type Load = PolicyCommands['load']

/** The owner of a code and the programme in force; null if the owner is deleted or either is missing. */
const findAffiliate = (load: Load, code: string) =>
  pipe(
    load(referral, code),
    TE.flatMap(({ state: { accountId } }) => (accountId === null ? TE.right(null) : loadAffiliate(load, accountId))),
  )

const loadAffiliate = (load: Load, accountId: string) =>
  pipe(
    TE.Do,
    TE.apS('account', load(account, accountId, 'decrypted')),
    TE.apS('programmes', load(affiliate, accountId)),
    TE.map(({ account: { state: owner }, programmes }) => {
      const programme = currentProgramme(programmes.state)
      return owner.kind === null || programme === null ? null : { owner, programme }
    }),
  )

/** Two accounts with the same phone number belong to the same person; an e-mail address has only one account. */
const isSamePerson = (first: RegisteredAccount, second: RegisteredAccount): boolean => {
  const number = phoneOf(first)
  return number !== null && number === phoneOf(second)
}

const phoneOf = ({ profile: { details } }: RegisteredAccount): string | null =>
  details.phone === null ? null : normalisePhone(details.phone)

const recordCommission = (
  { execute, load }: PolicyCommands,
  { bookingId, accountId: guestId, totalCents, at }: EventData<'BookingConfirmed'>,
): Reaction =>
  withLookup(findReferrer(load, guestId), (referrer) =>
    referrer === null
      ? noReaction
      : execute(commission, bookingId, { type: 'RecordCommission', bookingId, ...referrer, totalCents, at }),
  )

/** The affiliate whose code the guest registered with and the rate at the conversion; null without a conversion. */
const findReferrer = (load: Load, guestId: string) =>
  pipe(
    TE.Do,
    TE.bind('guest', () => load(account, guestId)),
    TE.let('code', ({ guest: { state } }) => (state.kind === null ? null : state.referral)),
    TE.bind('conversion', ({ code }) => (code === null ? TE.right(null) : findConversion(load, code, guestId))),
    TE.bind('affiliate', ({ conversion }) =>
      conversion === null ? TE.right(null) : load(account, conversion.accountId),
    ),
    TE.map(({ conversion, affiliate }) => (affiliate === null || affiliate.state.kind === null ? null : conversion)),
  )

const findConversion = (load: Load, code: string, guestId: string) =>
  pipe(
    load(referral, code),
    TE.map(({ state: { accountId, conversions } }) => {
      const conversion = conversions.get(guestId)
      if (accountId === null || conversion === undefined) return null
      return { code, accountId, rateHundredths: conversion.rateHundredths }
    }),
  )
