import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import type { NameFlaw } from '../../../domain/kernel/names.ts'
import {
  anyAccountCommand,
  aurora,
  businessRegistered,
  changePassword,
  clientEmailConfirmed,
  clientRegistered,
  confirmEmail,
  editBusinessProfile,
  editClientProfile,
  endSessions,
  giulia,
  grantRole,
  passwordChanged,
  registerBusiness,
  registerByIdentity,
  registerClient,
  revokeRole,
  roleGranted,
  roleRevoked,
} from '../../support/accounts/account-fixtures.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(account)
const outcomeOf = (before: AccountEvent, changes: Parameters<typeof editBusinessProfile>[0]) =>
  account.decide(editBusinessProfile(changes), fold(account, [before]))

describe('an account', () => {
  it('Q-100: registered as a business is a business', () => {
    given().when(registerBusiness()).then(businessRegistered)
    expect(fold(account, [businessRegistered])).toMatchObject({ kind: 'business', clientId: null, roles: [] })
  })

  it('Q-10: registered as a client has exactly one client record', () => {
    given().when(registerClient()).then(clientRegistered)
    expect(fold(account, [clientRegistered])).toMatchObject({
      kind: 'client',
      accountId: giulia.accountId,
      clientId: giulia.clientId,
      emailConfirmed: false,
      registeredAt: giulia.at,
    })
  })

  it('Q-81: stores its referral code', () =>
    expect(fold(account, [businessRegistered])).toMatchObject({ referral: 'ref-primavera' }))

  it('is registered once when the form is sent twice, even later', () => {
    given(businessRegistered)
      .when(registerBusiness({ at: at('2026-01-10', '09:01') }))
      .thenNothing()
    given(clientRegistered, clientEmailConfirmed).when(registerClient()).thenNothing()
  })

  it('is never overwritten by another registration', () => {
    const taken = (accountId: string) => ({ type: 'AlreadyRegistered', accountId }) as const
    given(businessRegistered)
      .when(registerBusiness({ email: 'altra@posta.example' }))
      .thenRejected(taken(aurora.accountId))
    given(clientRegistered)
      .when(registerClient({ clientId: 'client-altra' }))
      .thenRejected(taken(giulia.accountId))
    given(clientRegistered).when(registerBusiness()).thenRejected(taken(giulia.accountId))
  })

  it('V-25: stores no social photo of a client without consent', () => {
    const withoutConsent = { photoConsent: false, socialPhotoUrl: giulia.socialPhotoUrl }
    given().when(registerClient(withoutConsent)).thenRejected({ type: 'PhotoConsentMissing' })
    const none = { photoConsent: false, socialPhotoUrl: null, socialPhotoSource: null }
    given()
      .when(registerClient(none))
      .then({ type: 'ClientRegistered', data: { ...giulia, ...none } })
  })

  it('Q-131: is not registered under a name with forbidden characters, nor under a reserved one', () => {
    const rejected = (flaw: NameFlaw) => ({ type: 'NameNotAllowed', flaw }) as const
    given()
      .when(registerBusiness({ businessName: 'Hotel Gаrbо' }))
      .thenRejected(rejected('reserved'))
    given()
      .when(registerBusiness({ username: 'adm1n' }))
      .thenRejected(rejected('reserved'))
    given()
      .when(registerClient({ firstName: 'Ana\u202E' }))
      .thenRejected(rejected('invisible'))
    given()
      .when(registerClient({ lastName: 'http://x' }))
      .thenRejected(rejected('address'))
    const byGoogle = registerByIdentity(true, { lastName: '@giulia' })
    given().when(byGoogle).thenRejected(rejected('address'))
    given()
      .when(registerClient({ lastName: 'Garbo' }))
      .then({ type: 'ClientRegistered', data: { ...giulia, lastName: 'Garbo' } })
  })

  it('Q-131: keeps a name from before the rule, also when other fields change, but takes no other such name', () => {
    const businessName = 'Hotel Garbo'
    const before: AccountEvent = { type: 'BusinessRegistered', data: { ...aurora, businessName } }
    given(before).when(registerBusiness({ businessName })).thenNothing()
    expect(outcomeOf(before, { businessName, province: 'MI' })).toMatchObject({ right: [{ data: { province: 'MI' } }] })
    given(before)
      .when(editBusinessProfile({ businessName: 'Bar Garbo' }))
      .thenRejected({ type: 'NameNotAllowed', flaw: 'reserved' })
    given(clientRegistered)
      .when(editClientProfile({ firstName: 'Ana\u200B' }))
      .thenRejected({ type: 'NameNotAllowed', flaw: 'invisible' })
  })

  it('Q-24: confirms its e-mail once', () => {
    given(clientRegistered).when(confirmEmail).then(clientEmailConfirmed)
    given(clientRegistered, clientEmailConfirmed).when(confirmEmail).thenNothing()
    expect(fold(account, [clientRegistered, clientEmailConfirmed])).toMatchObject({ emailConfirmed: true })
  })

  it('Q-24: confirms the e-mail of a business as such', () =>
    given(businessRegistered)
      .when(confirmEmail)
      .then({
        type: 'EmailConfirmed',
        data: { accountId: aurora.accountId, kind: 'business', clientId: null, at: at('2026-01-12') },
      }))

  it('Q-03: records that the password changed, why, and its version, never the password', () => {
    const first = passwordChanged({ changeId: 'one', reason: 'reset', credentialVersion: 1 })
    given(clientRegistered).when(changePassword('one', 'reset')).then(first)
    given(clientRegistered, first)
      .when(changePassword('two', 'temporary'))
      .then(passwordChanged({ changeId: 'two', reason: 'temporary', credentialVersion: 2 }))
    given(clientRegistered, first).when(changePassword('one', 'reset')).thenNothing()
  })

  it('ASVS 7.4.5: can have its sessions ended by the operator, recorded once each', () => {
    const ended = (endingId: string, by: string | null): AccountEvent => ({
      type: 'SessionsEnded',
      data: { accountId: giulia.accountId, endingId, by, at: at('2026-03-02') },
    })
    given(clientRegistered).when(endSessions('one')).then(ended('one', null))
    given(clientRegistered, ended('one', null)).when(endSessions('one')).thenNothing()
    given(clientRegistered, ended('one', null))
      .when(endSessions('two', 'account-admin'))
      .then(ended('two', 'account-admin'))
  })

  it('Q-11: is granted a staff role by the operator and keeps its kind', () => {
    given(clientRegistered).when(grantRole('MODERATORE')).then(roleGranted('MODERATORE'))
    given(clientRegistered).when(grantRole('REVISORE', 'account-admin')).then(roleGranted('REVISORE', 'account-admin'))
    expect(fold(account, [clientRegistered, roleGranted('ADMIN'), roleGranted('MODERATORE')])).toMatchObject({
      kind: 'client',
      roles: ['ADMIN', 'MODERATORE'],
    })
  })

  it('has each role once and loses only the revoked one', () => {
    given(clientRegistered, roleGranted('ADMIN')).when(grantRole('ADMIN', 'account-other')).thenNothing()
    given(clientRegistered, roleGranted('ADMIN')).when(revokeRole('ADMIN')).then(roleRevoked('ADMIN'))
    given(clientRegistered, roleGranted('ADMIN'), roleRevoked('ADMIN')).when(revokeRole('ADMIN')).thenNothing()
    const history = [clientRegistered, roleGranted('ADMIN'), roleGranted('REVISORE'), roleRevoked('ADMIN')]
    expect(fold(account, history)).toMatchObject({ roles: ['REVISORE'] })
  })

  it.each([
    confirmEmail,
    changePassword('one', 'changed'),
    endSessions('one'),
    grantRole('ADMIN'),
    revokeRole('ADMIN'),
  ])('does nothing before registration: $type', (command) =>
    given().when(command).thenRejected({ type: 'AccountNotRegistered' }),
  )
})

testDeciderProperties('an account', account, anyAccountCommand)
