import { describe, expect, it } from 'vitest'
import { nameReservation } from '../../../domain/accounts/name-reservation.ts'
import {
  anyReservationCommand,
  claimName,
  confirmName,
  nameClaimed,
  nameConfirmed,
  nameReleased,
  releaseName,
} from '../../support/accounts/account-fixtures.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(nameReservation('email'))

const nine = { at: at('2026-01-10', '09:00'), until: at('2026-01-10', '09:15') }
const ten = { at: at('2026-01-10', '09:10'), until: at('2026-01-10', '09:25') }
const onTheDot = { at: nine.until, until: at('2026-01-10', '09:30') }
const taken = { type: 'NameTaken' } as const

describe('a name reservation', () => {
  it('is separate by kind: an e-mail address is not a username', () =>
    expect([nameReservation('email').category, nameReservation('username').category]).toEqual(['email', 'username']))

  it('belongs to the first claimant', () => {
    given().when(claimName('aldo', nine)).then(nameClaimed('aldo', nine.until))
    given(nameClaimed('aldo', nine.until)).when(claimName('bice', ten)).thenRejected(taken)
  })

  it('is claimed once when the form is sent twice', () => {
    given(nameClaimed('aldo', nine.until)).when(claimName('aldo', ten)).thenNothing()
    given(nameClaimed('aldo', nine.until), nameConfirmed('aldo')).when(claimName('aldo', ten)).thenNothing()
  })

  it('becomes permanent once its account exists', () => {
    given(nameClaimed('aldo', nine.until)).when(confirmName('aldo')).then(nameConfirmed('aldo'))
    given(nameClaimed('aldo', nine.until), nameConfirmed('aldo')).when(confirmName('aldo')).thenNothing()
    given(nameClaimed('aldo', nine.until), nameConfirmed('aldo'))
      .when(claimName('bice', onTheDot, false))
      .thenRejected(taken)
  })

  it('can be kept by its holder only', () => {
    given(nameClaimed('aldo', nine.until)).when(confirmName('bice')).thenRejected(taken)
    given().when(confirmName('bice')).thenRejected({ type: 'NameNotClaimed' })
  })

  it('with an expired claim checks whether the holder registered', () =>
    given(nameClaimed('aldo', nine.until))
      .when(claimName('bice', onTheDot))
      .thenRejected({ type: 'ClaimLapsed', accountId: 'aldo' }))

  it('with an expired claim stays with a holder that exists', () =>
    given(nameClaimed('aldo', nine.until))
      .when(claimName('bice', onTheDot, true))
      .thenRejected(taken))

  it('with an expired claim passes on when the holder does not exist', () =>
    given(nameClaimed('aldo', nine.until))
      .when(claimName('bice', onTheDot, false))
      .then(nameClaimed('bice', onTheDot.until)))

  it('does not pass on before the claim expires, even if the holder does not exist', () =>
    given(nameClaimed('aldo', nine.until))
      .when(claimName('bice', ten, false))
      .thenRejected(taken))

  it('can be claimed again by the same account after expiry', () => {
    given(nameClaimed('aldo', nine.until)).when(claimName('aldo', onTheDot)).then(nameClaimed('aldo', onTheDot.until))
    given(nameClaimed('aldo', nine.until), nameClaimed('aldo', onTheDot.until))
      .when(claimName('aldo', onTheDot))
      .thenNothing()
  })

  it('is free again when its holder releases it', () => {
    given(nameClaimed('aldo', nine.until)).when(releaseName('aldo')).then(nameReleased('aldo'))
    given(nameClaimed('aldo', nine.until), nameConfirmed('aldo')).when(releaseName('aldo')).then(nameReleased('aldo'))
    const freed = [nameClaimed('aldo', nine.until), nameConfirmed('aldo'), nameReleased('aldo')]
    given(...freed)
      .when(releaseName('aldo'))
      .thenNothing()
    given(...freed)
      .when(claimName('bice', ten))
      .then(nameClaimed('bice', ten.until))
  })

  it('cannot be released by another account', () =>
    given(nameConfirmed('aldo')).when(releaseName('bice')).thenNothing())
})

testDeciderProperties('a reservation', nameReservation('username'), anyReservationCommand)
