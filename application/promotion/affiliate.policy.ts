import { EmailConfirmed } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { mailboxOf } from '../../domain/accounts/identifiers.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { affiliate, currentProgramme, ReferralCodeIssued } from '../../domain/promotion/affiliate.ts'
import { commission } from '../../domain/promotion/commission.ts'
import { referral } from '../../domain/promotion/referral.ts'
import { activeSuspension, sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking.ts'
import { connectedAmong } from '../accounts/connections.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'
import type { PersonalData } from '../ports/sealing.ts'

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
        return convertReferral(context, policy, event.data)
      case 'BookingConfirmed':
        return recordCommission(context, policy, { ...event.data, position: recorded.position })
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
  context: PolicyContext,
  { execute, load }: PolicyCommands,
  { accountId: referredId, at }: EventData<'EmailConfirmed'>,
): Reaction =>
  withState(load(account, referredId, 'decrypted'), (referred) => {
    if (referred.kind === null || referred.referral === null) return noReaction
    const code = referred.referral
    return withLookup(findAffiliate(load, code, at), (found) => {
      if (found === null) return noReaction
      const { owner, programme } = found
      return withLookup(connectedAmong(context, referredId, [owner.accountId], at), (connected) => {
        const isSelfReferral = isSamePerson(owner, referred) || connected.length > 0
        return execute(referral, code, { type: 'ConvertReferral', referredId, isSelfReferral, ...programme, at })
      })
    })
  })

type Load = PolicyCommands['load']

/** The owner of a code and the programme in force; null if the owner is deleted or suspended or either is missing. */
const findAffiliate = (load: Load, code: string, at: Instant) =>
  pipe(
    load(referral, code),
    TE.flatMap(({ state: { accountId } }) =>
      accountId === null ? TE.right(null) : loadAffiliate(load, accountId, at),
    ),
  )

const loadAffiliate = (load: Load, accountId: string, at: Instant) =>
  pipe(
    TE.Do,
    TE.apS('owner', loadActive(load, accountId, at, 'decrypted')),
    TE.apS('programmes', load(affiliate, accountId)),
    TE.map(({ owner, programmes }) => {
      const programme = currentProgramme(programmes.state)
      return owner === null || programme === null ? null : { owner, programme }
    }),
  )

/** An account; null if it is deleted or suspended. */
const loadActive = (load: Load, accountId: string, at: Instant, personalData: PersonalData = 'omitted') =>
  pipe(
    TE.Do,
    TE.apS('account', load(account, accountId, personalData)),
    TE.apS('sanctions', load(sanctionRecord, accountId)),
    TE.map(({ account: { state }, sanctions }) =>
      state.kind === null || activeSuspension(sanctions.state, at) !== null ? null : state,
    ),
  )

/**
 * Two accounts with the same phone number or mailbox belong to the same person. Compared here too, because what connects the
 * new account may be recorded a moment later.
 */
const isSamePerson = (first: RegisteredAccount, second: RegisteredAccount): boolean => {
  const number = phoneOf(first)
  return (number !== null && number === phoneOf(second)) || mailboxOf(first.email) === mailboxOf(second.email)
}

const phoneOf = ({ profile: { details } }: RegisteredAccount): string | null =>
  details.phone === null ? null : normalisePhone(details.phone)

/** @rule D-42 of overlapping stays of a guest, the first one yields a commission */
const recordCommission = (
  context: PolicyContext,
  { execute, load }: PolicyCommands,
  { position, ...booked }: EventData<'BookingConfirmed'> & { readonly position: Position },
): Reaction => {
  const { bookingId, accountId: guestId, totalCents, at } = booked
  return withLookup(findReferrer(context, load, { guestId, at }), (referrer) =>
    referrer === null
      ? noReaction
      : withLookup(context.lookups.travel.hasEarlierBooking(booked, position), (isRepeated) =>
          isRepeated
            ? noReaction
            : execute(commission, bookingId, { type: 'RecordCommission', bookingId, ...referrer, totalCents, at }),
        ),
  )
}

interface Referred {
  readonly guestId: string
  readonly at: Instant
}

/**
 * The affiliate whose code the guest registered with and the rate at the conversion; null without a conversion, and while
 * the affiliate is suspended or connected with the guest.
 */
const findReferrer = (context: PolicyContext, load: Load, { guestId, at }: Referred) =>
  pipe(
    TE.Do,
    TE.bind('guest', () => load(account, guestId)),
    TE.let('code', ({ guest: { state } }) => (state.kind === null ? null : state.referral)),
    TE.bind('conversion', ({ code }) => (code === null ? TE.right(null) : findConversion(load, code, guestId))),
    TE.flatMap(({ conversion }) =>
      conversion === null
        ? TE.right(null)
        : pipe(
            mayEarn(context, load, { affiliateId: conversion.accountId, guestId, at }),
            TE.map((may) => (may ? conversion : null)),
          ),
    ),
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

const mayEarn = (
  context: PolicyContext,
  load: Load,
  { affiliateId, guestId, at }: Referred & { readonly affiliateId: string },
) =>
  pipe(
    TE.Do,
    TE.apS('affiliate', loadActive(load, affiliateId, at)),
    TE.apS('connected', connectedAmong(context, guestId, [affiliateId], at)),
    TE.map(({ affiliate, connected }) => affiliate !== null && connected.length === 0),
  )
