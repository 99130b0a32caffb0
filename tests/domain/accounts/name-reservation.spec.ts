import { describe, expect, it } from 'vitest'
import { nameReservation } from '../../../domain/accounts/name-reservation.ts'
import {
  anyReservationCommand,
  confirmName,
  nameConfirmed,
  nameReleased,
  nameReserved,
  releaseName,
  reserveName,
} from '../../support/accounts/account-fixtures.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(nameReservation('email'))

const reservedAtNine = { at: at('2026-01-10', '09:00'), until: at('2026-01-10', '09:15') }
const reservedAtTen = { at: at('2026-01-10', '09:10'), until: at('2026-01-10', '09:25') }
const reservedAtExpiry = { at: reservedAtNine.until, until: at('2026-01-10', '09:30') }
const nameTaken = { type: 'NameTaken' } as const

describe('a name reservation', () => {
  it('is separate by kind: an e-mail address is not a username', () =>
    expect([nameReservation('email').category, nameReservation('username').category]).toEqual(['email', 'username']))

  it('belongs to the account that reserves it first', () => {
    given().when(reserveName('aldo', reservedAtNine)).then(nameReserved('aldo', reservedAtNine.until))
    given(nameReserved('aldo', reservedAtNine.until)).when(reserveName('bice', reservedAtTen)).thenRejected(nameTaken)
  })

  it('is reserved once when the form is sent twice', () => {
    given(nameReserved('aldo', reservedAtNine.until)).when(reserveName('aldo', reservedAtTen)).thenNothing()
    given(nameReserved('aldo', reservedAtNine.until), nameConfirmed('aldo'))
      .when(reserveName('aldo', reservedAtTen))
      .thenNothing()
  })

  it('becomes permanent once its account exists', () => {
    given(nameReserved('aldo', reservedAtNine.until)).when(confirmName('aldo')).then(nameConfirmed('aldo'))
    given(nameReserved('aldo', reservedAtNine.until), nameConfirmed('aldo')).when(confirmName('aldo')).thenNothing()
    given(nameReserved('aldo', reservedAtNine.until), nameConfirmed('aldo'))
      .when(reserveName('bice', reservedAtExpiry, false))
      .thenRejected(nameTaken)
  })

  it('can be confirmed by its holder only', () => {
    given(nameReserved('aldo', reservedAtNine.until)).when(confirmName('bice')).thenRejected(nameTaken)
    given().when(confirmName('bice')).thenRejected({ type: 'NameNotClaimed' })
  })

  it('with an expired reservation checks whether the holder registered', () =>
    given(nameReserved('aldo', reservedAtNine.until))
      .when(reserveName('bice', reservedAtExpiry))
      .thenRejected({ type: 'ClaimLapsed', accountId: 'aldo' }))

  it('with an expired reservation stays with a holder that exists', () =>
    given(nameReserved('aldo', reservedAtNine.until))
      .when(reserveName('bice', reservedAtExpiry, true))
      .thenRejected(nameTaken))

  it('with an expired reservation passes on when the holder does not exist', () =>
    given(nameReserved('aldo', reservedAtNine.until))
      .when(reserveName('bice', reservedAtExpiry, false))
      .then(nameReserved('bice', reservedAtExpiry.until)))

  it('does not pass on before the reservation expires, even if the holder does not exist', () =>
    given(nameReserved('aldo', reservedAtNine.until))
      .when(reserveName('bice', reservedAtTen, false))
      .thenRejected(nameTaken))

  it('can be reserved again by the same account after expiry', () => {
    given(nameReserved('aldo', reservedAtNine.until))
      .when(reserveName('aldo', reservedAtExpiry))
      .then(nameReserved('aldo', reservedAtExpiry.until))
    given(nameReserved('aldo', reservedAtNine.until), nameReserved('aldo', reservedAtExpiry.until))
      .when(reserveName('aldo', reservedAtExpiry))
      .thenNothing()
  })

  it('is free again when its holder releases it', () => {
    given(nameReserved('aldo', reservedAtNine.until)).when(releaseName('aldo')).then(nameReleased('aldo'))
    given(nameReserved('aldo', reservedAtNine.until), nameConfirmed('aldo'))
      .when(releaseName('aldo'))
      .then(nameReleased('aldo'))
    const freed = [nameReserved('aldo', reservedAtNine.until), nameConfirmed('aldo'), nameReleased('aldo')]
    given(...freed)
      .when(releaseName('aldo'))
      .thenNothing()
    given(...freed)
      .when(reserveName('bice', reservedAtTen))
      .then(nameReserved('bice', reservedAtTen.until))
  })

  it('cannot be released by another account', () =>
    given(nameConfirmed('aldo')).when(releaseName('bice')).thenNothing())
})

testDeciderProperties('a reservation', nameReservation('username'), anyReservationCommand)
