import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { FavouriteRemoved, type FavouritesEvent } from '../../../domain/accounts/favourites.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts, phones } from '../../../projections/accounts/accounts.ts'
import { favourites } from '../../../projections/accounts/favourites.ts'
import { preferences } from '../../../projections/accounts/preferences.ts'
import { accountSamples, profileSamples } from '../../support/accounts/event-samples.ts'
import { at } from '../../support/sample-values.ts'

/** A log with one stream per account. */
const logged = <Event extends AccountEvent | FavouritesEvent>(...events: readonly Event[]) =>
  events.map((event, n): EventEnvelope<Event> => ({
    id: `event-${n}`,
    stream: `account-${event.data.accountId}`,
    version: n + 1,
    position: String(n).padStart(4, '0'),
    event,
    meta: {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'visitor' },
      occurredAt: at('2026-01-11'),
    },
  }))
const event = (type: AccountEvent['type']) => ({ type, data: accountSamples[type] }) as AccountEvent

describe('read models after a profile change', () => {
  it('accounts: show the current business and find it by its new name', () => {
    const rows = foldInMemory(accounts, logged(event('BusinessRegistered'), event('BusinessProfileChanged')))
    expect(rows.get('account-aurora')).toMatchObject({
      businessName: 'Albergo Aurora',
      searchName: 'albergo aurora',
      businessType: 'bnb',
      location: 'Via Condotti 3, Roma',
      phone: '+390612345679',
      businessPhoto: 'https://foto.example/aurora.jpg',
      profilePhoto: null,
      theForkTenths: 88,
      username: 'hotelaurora',
    })
  })

  it('Q-85: accounts: use one picture of a new business in both places', () => {
    const rows = foldInMemory(accounts, logged(event('BusinessRegistered')))
    expect(rows.get('account-aurora')).toMatchObject({
      businessPhoto: '/media/aurora.jpg',
      profilePhoto: '/media/aurora.jpg',
    })
  })

  it('Q-91: accounts: show a client’s current address until the new one is proven', () => {
    const [registered, edited] = [event('ClientRegistered'), event('ClientProfileChanged')]
    const [requested, changed] = [event('EmailChangeRequested'), event('EmailChanged')]
    const before = foldInMemory(accounts, logged(registered, edited, requested)).get('account-giulia')
    expect(before).toMatchObject({ email: 'giulia.rossi@posta.example', lastName: 'Verdi', residence: 'Torino' })
    const after = foldInMemory(accounts, logged(registered, edited, requested, changed)).get('account-giulia')
    expect(after).toMatchObject({ email: 'giulia.verdi@posta.example', clientId: 'client-giulia', age: 35 })
  })

  it('Q-87: accounts: show the consent to a social photo', () => {
    const given = logged(event('ClientRegistered'), event('PhotoConsentSet'))
    expect(foldInMemory(accounts, given).get('account-giulia')).toMatchObject({ photoConsent: true })
    const data = { ...accountSamples.PhotoConsentSet, given: false }
    const withdrawn = logged(event('ClientRegistered'), event('PhotoConsentSet'), { type: 'PhotoConsentSet', data })
    expect(foldInMemory(accounts, withdrawn).get('account-giulia')).toMatchObject({ photoConsent: false })
  })

  it('Q-05: phones: follow the number and record since when', () => {
    const rows = foldInMemory(phones, logged(event('ClientRegistered'), event('ClientProfileChanged')))
    expect([...rows.values()]).toEqual([
      { accountId: 'account-giulia', kind: 'client', phone: '+393331234568', registeredAt: at('2026-02-11') },
    ])
    const same = { ...accountSamples.ClientProfileChanged, phone: '+39 333 1234567' }
    const kept = foldInMemory(phones, logged(event('ClientRegistered'), { type: 'ClientProfileChanged', data: same }))
    expect(kept.get('account-giulia')).toMatchObject({ phone: '+393331234567', registeredAt: at('2026-01-11') })
    const none = { ...accountSamples.ClientProfileChanged, phone: null }
    const withoutPhone = foldInMemory(
      phones,
      logged(event('ClientRegistered'), { type: 'ClientProfileChanged', data: none }),
    )
    expect(withoutPhone.size).toBe(0)
  })

  it('C-36, Q-114: preferences: show consents and the pending address', () => {
    const row = { accountId: 'account-giulia', privacyVersion: null }
    const defaults = { emailNotifications: true, smsNotifications: false, marketingConsent: false }
    const log = logged(event('EmailChangeRequested'))
    expect(foldInMemory(preferences, log).get('account-giulia')).toEqual({
      ...row,
      ...defaults,
      emailChangeId: 'change-2',
      waitingEmail: 'giulia.verdi@posta.example',
      notificationSettings: null,
    })
    const arrived = foldInMemory(preferences, logged(event('EmailChangeRequested'), event('EmailChanged')))
    expect(arrived.get('account-giulia')).toMatchObject({ emailChangeId: null, waitingEmail: null })
    const marketing = { ...accountSamples.PreferencesSet, marketingConsent: true, smsNotifications: true }
    const business = logged({ type: 'PreferencesSet', data: marketing }, event('PrivacyAccepted'))
    expect(foldInMemory(preferences, business).get('account-aurora')).toMatchObject({
      marketingConsent: true,
      smsNotifications: true,
      privacyVersion: '2025-08-11',
    })
  })

  it('Q-31: favourites: have a row per saved business and none for removed ones', () => {
    const saved: FavouritesEvent = { type: 'FavouriteSaved', data: profileSamples.FavouriteSaved }
    const other: FavouritesEvent = { type: 'FavouriteSaved', data: { ...saved.data, businessId: 'account-borgo' } }
    const dropped: FavouritesEvent = { type: FavouriteRemoved.type, data: profileSamples[FavouriteRemoved.type] }
    expect([...foldInMemory(favourites, logged<FavouritesEvent>(saved, other, dropped)).values()]).toEqual([
      { accountId: 'account-giulia', businessId: 'account-borgo', savedAt: at('2026-03-03') },
    ])
  })
})

const registered = (accountId: string, phone: string | null, n: number) => ({
  id: `event-${n}`,
  stream: `account-${accountId}`,
  version: 1,
  position: String(n).padStart(4, '0'),
  event: { type: 'ClientRegistered' as const, data: { ...accountSamples.ClientRegistered, accountId, phone } },
  meta: {
    correlationId: 'c',
    causationId: null,
    actor: { id: null, role: 'visitor' as const },
    occurredAt: at('2026-01-11'),
  },
})

it('Q-05, Q-86: phone numbers are normalised; accounts without a valid number have no row', () => {
  const log: readonly EventEnvelope<ReturnType<typeof registered>['event']>[] = [
    registered('ana', '333 123 4567', 1),
    registered('eva', 'ciao', 2),
    registered('ida', null, 3),
    registered('lia', '0039 333 1234567', 4),
  ]
  const row = { kind: 'client', phone: '+393331234567', registeredAt: at('2026-01-11') }
  expect([...foldInMemory(phones, log).values()]).toEqual([
    { accountId: 'ana', ...row },
    { accountId: 'lia', ...row },
  ])
})
