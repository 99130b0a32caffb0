import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account, type AccountCommand } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import type { DataOf } from '../../../domain/kernel/event.ts'
import {
  aurora,
  businessRegistered,
  changeEmail,
  clientEmailConfirmed,
  clientRegistered,
  editBusinessProfile,
  editClientProfile,
  giulia,
  preferences,
  requestEmailChange,
} from '../../support/accounts/account-fixtures.ts'
import { accountSamples } from '../../support/accounts/event-samples.ts'
import { spec } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(account)

const businessIs = (changes: Partial<DataOf<AccountEvent, 'BusinessProfileChanged'>>): AccountEvent => {
  const { businessName, businessType, location, province, phone, businessPhoto, theForkTenths } = aurora
  const place = { businessName, businessType, location, province, phone, theForkTenths }
  const data = { accountId: aurora.accountId, ...place, businessPhoto, profilePhoto: businessPhoto }
  return { type: 'BusinessProfileChanged', data: { ...data, at: at('2026-02-10'), ...changes } }
}
const clientIs = (changes: Partial<DataOf<AccountEvent, 'ClientProfileChanged'>>): AccountEvent => {
  const { accountId, firstName, lastName, phone, age, residence, travelType, profilePhoto } = giulia
  const data = { accountId, firstName, lastName, phone, age, residence, travelType, profilePhoto }
  return { type: 'ClientProfileChanged', data: { ...data, at: at('2026-02-11'), ...changes } }
}
const requested: AccountEvent = { type: 'EmailChangeRequested', data: accountSamples.EmailChangeRequested }
const changed: AccountEvent = { type: 'EmailChanged', data: accountSamples.EmailChanged }
const { email: newEmail } = accountSamples.EmailChanged

describe('a profile', () => {
  it('A-62: changes the given fields and keeps the others', () => {
    given(businessRegistered)
      .when(editBusinessProfile({ businessName: 'Albergo Aurora', theForkTenths: null }))
      .then(businessIs({ businessName: 'Albergo Aurora', theForkTenths: null }))
    given(clientRegistered)
      .when(editClientProfile({ lastName: 'Verdi', age: 35 }))
      .then(clientIs({ lastName: 'Verdi', age: 35 }))
  })

  it('R-87: treats the two photos of a business separately once they have been changed', () => {
    const first = businessIs({ profilePhoto: 'https://foto.example/1.jpg' })
    given(businessRegistered)
      .when(editBusinessProfile({ profilePhoto: 'https://foto.example/1.jpg' }))
      .then(first)
    given(businessRegistered, first)
      .when(editBusinessProfile({ businessPhoto: null }))
      .then(businessIs({ businessPhoto: null, profilePhoto: 'https://foto.example/1.jpg' }))
  })

  it('saved unchanged writes nothing', () => {
    const { businessName, location } = aurora
    given(businessRegistered).when(editBusinessProfile({ businessName, location })).thenNothing()
    given(clientRegistered).when(editClientProfile({})).thenNothing()
  })

  it('Q-36: accepts only the fields of its kind of account', () => {
    given(clientRegistered)
      .when(editBusinessProfile({ businessName: 'Mia' }))
      .thenRejected({ type: 'ProfileOfOtherKind' })
    given(businessRegistered)
      .when(editClientProfile({ lastName: 'Verdi' }))
      .thenRejected({ type: 'ProfileOfOtherKind' })
  })

  it('does not change the registration data, so that a repeated form is recognised', () => {
    const { type, data } = businessRegistered as Extract<AccountEvent, { type: 'BusinessRegistered' }>
    given(businessRegistered, businessIs({ businessName: 'Altro nome' }))
      .when({ ...data, type: type === 'BusinessRegistered' ? 'RegisterBusiness' : type })
      .thenNothing()
  })
})

describe('an e-mail address', () => {
  it('Q-91: stays in force until the new one is proven', () => {
    given(clientRegistered, clientEmailConfirmed).when(requestEmailChange(newEmail)).then(requested)
    expect(fold(account, [clientRegistered, requested])).toMatchObject({
      email: giulia.email,
      pendingEmail: { changeId: 'change-2', email: newEmail },
    })
    given(clientRegistered, clientEmailConfirmed, requested).when(changeEmail()).then(changed)
    expect(fold(account, [clientRegistered, requested, changed])).toMatchObject({
      email: newEmail,
      pendingEmail: null,
    })
  })

  it('Q-24: not yet confirmed is confirmed by the change', () =>
    given(clientRegistered, requested)
      .when(changeEmail())
      .then(changed, {
        type: 'EmailConfirmed',
        data: { accountId: giulia.accountId, kind: 'client', clientId: giulia.clientId, at: at('2026-02-12', '09:05') },
      }))

  it('takes effect only if it was the most recently requested one', () => {
    const third: AccountEvent = {
      type: 'EmailChangeRequested',
      data: { ...accountSamples.EmailChangeRequested, changeId: 'change-3', email: 'terza@posta.example' },
    }
    given(clientRegistered, requested).when(requestEmailChange('terza@posta.example', 'change-3')).then(third)
    given(clientRegistered, requested, third).when(changeEmail('change-2')).thenRejected({ type: 'EmailChangeUnknown' })
    given(clientRegistered).when(changeEmail()).thenRejected({ type: 'EmailChangeUnknown' })
  })

  it('requested or confirmed twice changes once; a request id names one address', () => {
    given(clientRegistered, requested).when(requestEmailChange(newEmail)).thenNothing()
    given(clientRegistered, requested)
      .when(requestEmailChange('altra@posta.example'))
      .thenRejected({ type: 'EmailChangeDiffers' })
    given(clientRegistered, requested, changed).when(changeEmail()).thenNothing()
    given(clientRegistered).when(requestEmailChange(giulia.email)).thenNothing()
  })
})

describe('consents', () => {
  const complete = (more: Partial<typeof preferences> = {}): AccountCommand => ({
    type: 'CompleteProfile',
    changes: { location: 'Via Condotti 3, Roma' },
    preferences: { ...preferences, ...more },
    at: at('2026-02-10'),
  })
  const set: AccountEvent = { type: 'PreferencesSet', data: accountSamples.PreferencesSet }
  const accepted: AccountEvent = { type: 'PrivacyAccepted', data: accountSamples.PrivacyAccepted }

  it('A-15, Q-114: are recorded with content, time and text version when the profile is completed', () => {
    const moved = businessIs({ location: 'Via Condotti 3, Roma' })
    given(businessRegistered).when(complete()).then(moved, set, accepted)
    given(businessRegistered, moved, set, accepted).when(complete()).thenNothing()
    given(businessRegistered, moved, set, accepted)
      .when(complete({ marketingConsent: true }))
      .then({ type: 'PreferencesSet', data: { ...accountSamples.PreferencesSet, marketingConsent: true } })
  })

  it('Q-114: are renewed for a new text version', () => {
    const version = '2027-01-01'
    given(businessRegistered, set, accepted)
      .when({ type: 'SetPreferences', ...preferences, version, at: at('2026-02-10') })
      .then({ type: 'PreferencesSet', data: { ...accountSamples.PreferencesSet, version } })
    given(businessRegistered, set, accepted)
      .when({ type: 'AcceptPrivacy', version, at: at('2026-02-10') })
      .then({ type: 'PrivacyAccepted', data: { ...accountSamples.PrivacyAccepted, version } })
  })

  it('A-15: belong to the profile wizard of a business', () =>
    given(clientRegistered).when(complete()).thenRejected({ type: 'ProfileOfOtherKind' }))

  it('Q-87: for a social photo can be given and withdrawn', () => {
    const consent = (given: boolean): AccountCommand => ({ type: 'SetPhotoConsent', given, at: at('2026-02-11') })
    const consentSet = (given: boolean): AccountEvent => ({
      type: 'PhotoConsentSet',
      data: { ...accountSamples.PhotoConsentSet, given },
    })
    const withoutConsent: AccountEvent = {
      type: 'ClientRegistered',
      data: { ...giulia, photoConsent: false, socialPhotoUrl: null, socialPhotoSource: null },
    }
    given(withoutConsent).when(consent(false)).thenNothing()
    given(withoutConsent).when(consent(true)).then(consentSet(true))
    given(withoutConsent, consentSet(true)).when(consent(false)).then(consentSet(false))
    given(clientRegistered).when(consent(true)).thenNothing()
    expect(fold(account, [clientRegistered, consentSet(false)])).toMatchObject({ photoConsent: false })
  })
})
