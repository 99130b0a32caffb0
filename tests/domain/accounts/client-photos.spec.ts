import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account, type AccountCommand } from '../../../domain/accounts/account.ts'
import { spec } from '../../support/decider-spec.ts'
import { samples } from '../../support/event-samples.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(account)
type Change = Extract<AccountCommand, { readonly type: 'ChangeClientPhotos' }>

const accountId = samples.ClientRegistered.accountId
const photo = 'https://foto.example/nuova.jpg'
const client = (overrides: Partial<(typeof samples)['ClientRegistered']> = {}): AccountEvent => ({
  type: 'ClientRegistered',
  data: {
    ...samples.ClientRegistered,
    profilePhoto: null,
    socialPhotoUrl: null,
    socialPhotoSource: null,
    photoConsent: false,
    ...overrides,
  },
})
const change = (changes: Change['changes'], byKind: Change['byKind'] = 'business'): Change => ({
  type: 'ChangeClientPhotos',
  changes,
  by: byKind === 'business' ? 'account-aurora' : accountId,
  byKind,
  at: at('2026-02-12'),
})
const changed = (
  photos: Partial<(typeof samples)['ClientPhotosChanged']>,
  byKind: Change['byKind'] = 'business',
): AccountEvent => ({
  type: 'ClientPhotosChanged',
  data: {
    accountId,
    profilePhoto: null,
    socialPhotoUrl: null,
    socialPhotoSource: null,
    by: byKind === 'business' ? 'account-aurora' : accountId,
    byKind,
    at: at('2026-02-12'),
    ...photos,
  },
})
const consenting = client({ photoConsent: true })
const social = { socialPhotoUrl: 'https://instagram.example/g.jpg', socialPhotoSource: 'instagram' } as const
const withdrawn: AccountEvent = { type: 'PhotoConsentSet', data: { accountId, given: false, at: at('2026-02-13') } }

describe('Q-89, A-37: changing a client’s photos', () => {
  it('is allowed to a business with the client’s consent, and the event names the business', () =>
    given(consenting)
      .when(change({ profilePhoto: photo }))
      .then(changed({ profilePhoto: photo })))

  it('is not open to a business without consent or after its withdrawal', () => {
    given(client())
      .when(change({ profilePhoto: photo }))
      .thenRejected({ type: 'PhotoConsentNotGiven' })
    given(consenting, withdrawn)
      .when(change({ profilePhoto: photo }))
      .thenRejected({ type: 'PhotoConsentNotGiven' })
  })

  it('needs no consent when clients change their own photo', () =>
    given(client())
      .when(change({ profilePhoto: photo }, 'client'))
      .then(changed({ profilePhoto: photo }, 'client')))

  it('V-25: needs consent for a social photo by the client too', () => {
    given(client()).when(change(social, 'client')).thenRejected({ type: 'PhotoConsentMissing' })
    given(consenting).when(change(social, 'client')).then(changed(social, 'client'))
  })

  it('leaves unnamed photos unchanged', () =>
    given(consenting, changed(social, 'client'))
      .when(change({ profilePhoto: photo }))
      .then(changed({ ...social, profilePhoto: photo })))

  it('to the same photos does nothing', () =>
    given(consenting, changed({ profilePhoto: photo }))
      .when(change({ profilePhoto: photo }))
      .thenNothing())

  it('D-20: withdrawing consent removes the social photo and keeps the profile photo', () =>
    given(consenting, changed({ ...social, profilePhoto: photo }), withdrawn)
      .when(change({ profilePhoto: photo }, 'client'))
      .thenNothing())

  it('is not possible for a business account', () =>
    given({ type: 'BusinessRegistered', data: samples.BusinessRegistered })
      .when(change({ profilePhoto: photo }))
      .thenRejected({ type: 'ProfileOfOtherKind' }))

  it('Q-122: by a business is possible once for each client and Italian day', () => {
    const other = 'https://foto.example/altra.jpg'
    const today = [consenting, changed({ profilePhoto: photo })]
    given(...today)
      .when(change({ profilePhoto: other }))
      .thenRejected({ type: 'PhotosChangedToday' })
    given(...today)
      .when({ ...change({ profilePhoto: other }), at: at('2026-02-12', '23:00') })
      .then(changed({ profilePhoto: other, at: at('2026-02-12', '23:00') }))
  })

  it('Q-122: by another business, or by the client, does not depend on it', () => {
    const other = 'https://foto.example/altra.jpg'
    const today = [consenting, changed({ profilePhoto: photo })]
    given(...today)
      .when({ ...change({ profilePhoto: other }), by: 'account-lido' })
      .then(changed({ profilePhoto: other, by: 'account-lido' }))
    given(...today)
      .when(change({ profilePhoto: other }, 'client'))
      .then(changed({ profilePhoto: other }, 'client'))
  })

  it('is idempotent', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(null, photo, 'https://foto.example/altra.jpg'),
        fc.constantFrom('client' as const, 'business' as const),
        (profilePhoto, byKind) => {
          given(consenting, changed({ profilePhoto }, byKind)).when(change({ profilePhoto }, byKind)).thenNothing()
        },
      ),
    ))
})
