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

const claimAtNine = { at: at('2026-01-10', '09:00'), until: at('2026-01-10', '09:15') }
const claimAtTen = { at: at('2026-01-10', '09:10'), until: at('2026-01-10', '09:25') }
const claimAtExpiry = { at: claimAtNine.until, until: at('2026-01-10', '09:30') }
const nameTaken = { type: 'NameTaken' } as const

describe('a name reservation', () => {
  it('is separate by kind: an e-mail address is not a username', () =>
    expect([nameReservation('email').category, nameReservation('username').category]).toEqual(['email', 'username']))

  it('belongs to the first claimant', () => {
    given().when(claimName('aldo', claimAtNine)).then(nameClaimed('aldo', claimAtNine.until))
    given(nameClaimed('aldo', claimAtNine.until)).when(claimName('bice', claimAtTen)).thenRejected(nameTaken)
  })

  it('is claimed once when the form is sent twice', () => {
    given(nameClaimed('aldo', claimAtNine.until)).when(claimName('aldo', claimAtTen)).thenNothing()
    given(nameClaimed('aldo', claimAtNine.until), nameConfirmed('aldo'))
      .when(claimName('aldo', claimAtTen))
      .thenNothing()
  })

  it('becomes permanent once its account exists', () => {
    given(nameClaimed('aldo', claimAtNine.until)).when(confirmName('aldo')).then(nameConfirmed('aldo'))
    given(nameClaimed('aldo', claimAtNine.until), nameConfirmed('aldo')).when(confirmName('aldo')).thenNothing()
    given(nameClaimed('aldo', claimAtNine.until), nameConfirmed('aldo'))
      .when(claimName('bice', claimAtExpiry, false))
      .thenRejected(nameTaken)
  })

  it('can be confirmed by its holder only', () => {
    given(nameClaimed('aldo', claimAtNine.until)).when(confirmName('bice')).thenRejected(nameTaken)
    given().when(confirmName('bice')).thenRejected({ type: 'NameNotClaimed' })
  })

  it('with an expired claim checks whether the holder registered', () =>
    given(nameClaimed('aldo', claimAtNine.until))
      .when(claimName('bice', claimAtExpiry))
      .thenRejected({ type: 'ClaimLapsed', accountId: 'aldo' }))

  it('with an expired claim stays with a holder that exists', () =>
    given(nameClaimed('aldo', claimAtNine.until))
      .when(claimName('bice', claimAtExpiry, true))
      .thenRejected(nameTaken))

  it('with an expired claim passes on when the holder does not exist', () =>
    given(nameClaimed('aldo', claimAtNine.until))
      .when(claimName('bice', claimAtExpiry, false))
      .then(nameClaimed('bice', claimAtExpiry.until)))

  it('does not pass on before the claim expires, even if the holder does not exist', () =>
    given(nameClaimed('aldo', claimAtNine.until))
      .when(claimName('bice', claimAtTen, false))
      .thenRejected(nameTaken))

  it('can be claimed again by the same account after expiry', () => {
    given(nameClaimed('aldo', claimAtNine.until))
      .when(claimName('aldo', claimAtExpiry))
      .then(nameClaimed('aldo', claimAtExpiry.until))
    given(nameClaimed('aldo', claimAtNine.until), nameClaimed('aldo', claimAtExpiry.until))
      .when(claimName('aldo', claimAtExpiry))
      .thenNothing()
  })

  it('is free again when its holder releases it', () => {
    given(nameClaimed('aldo', claimAtNine.until)).when(releaseName('aldo')).then(nameReleased('aldo'))
    given(nameClaimed('aldo', claimAtNine.until), nameConfirmed('aldo'))
      .when(releaseName('aldo'))
      .then(nameReleased('aldo'))
    const freed = [nameClaimed('aldo', claimAtNine.until), nameConfirmed('aldo'), nameReleased('aldo')]
    given(...freed)
      .when(releaseName('aldo'))
      .thenNothing()
    given(...freed)
      .when(claimName('bice', claimAtTen))
      .then(nameClaimed('bice', claimAtTen.until))
  })

  it('cannot be released by another account', () =>
    given(nameConfirmed('aldo')).when(releaseName('bice')).thenNothing())
})

testDeciderProperties('a reservation', nameReservation('username'), anyReservationCommand)
