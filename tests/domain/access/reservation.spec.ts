import { describe, expect, it } from 'vitest'
import { reservation } from '../../../domain/access/reservation/decider.ts'
import { claim, claimed, keep, kept, release, released, reservationCommand } from '../../support/access.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { at } from '../../support/samples/moments.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(reservation('email'))

const nine = { at: at('2026-01-10', '09:00'), until: at('2026-01-10', '09:15') }
const ten = { at: at('2026-01-10', '09:10'), until: at('2026-01-10', '09:25') }
const onTheDot = { at: nine.until, until: at('2026-01-10', '09:30') }
const taken = { type: 'NameTaken' } as const

describe('a name reservation', () => {
  it('is separate by kind: an e-mail address is not a username', () =>
    expect([reservation('email').category, reservation('username').category]).toEqual(['email', 'username']))

  it('belongs to the first claimant', () => {
    given().when(claim('aldo', nine)).then(claimed('aldo', nine.until))
    given(claimed('aldo', nine.until)).when(claim('bice', ten)).thenRejected(taken)
  })

  it('is claimed once when the form is sent twice', () => {
    given(claimed('aldo', nine.until)).when(claim('aldo', ten)).thenNothing()
    given(claimed('aldo', nine.until), kept('aldo')).when(claim('aldo', ten)).thenNothing()
  })

  it('becomes permanent once its account exists', () => {
    given(claimed('aldo', nine.until)).when(keep('aldo')).then(kept('aldo'))
    given(claimed('aldo', nine.until), kept('aldo')).when(keep('aldo')).thenNothing()
    given(claimed('aldo', nine.until), kept('aldo'))
      .when(claim('bice', onTheDot, false))
      .thenRejected(taken)
  })

  it('can be kept by its holder only', () => {
    given(claimed('aldo', nine.until)).when(keep('bice')).thenRejected(taken)
    given().when(keep('bice')).thenRejected({ type: 'NameNotClaimed' })
  })

  it('with an expired claim checks whether the holder registered', () =>
    given(claimed('aldo', nine.until))
      .when(claim('bice', onTheDot))
      .thenRejected({ type: 'ClaimLapsed', accountId: 'aldo' }))

  it('with an expired claim stays with a holder that exists', () =>
    given(claimed('aldo', nine.until))
      .when(claim('bice', onTheDot, true))
      .thenRejected(taken))

  it('with an expired claim passes on when the holder does not exist', () =>
    given(claimed('aldo', nine.until))
      .when(claim('bice', onTheDot, false))
      .then(claimed('bice', onTheDot.until)))

  it('does not pass on before the claim expires, even if the holder does not exist', () =>
    given(claimed('aldo', nine.until))
      .when(claim('bice', ten, false))
      .thenRejected(taken))

  it('can be claimed again by the same account after expiry', () => {
    given(claimed('aldo', nine.until)).when(claim('aldo', onTheDot)).then(claimed('aldo', onTheDot.until))
    given(claimed('aldo', nine.until), claimed('aldo', onTheDot.until)).when(claim('aldo', onTheDot)).thenNothing()
  })

  it('is free again when its holder releases it', () => {
    given(claimed('aldo', nine.until)).when(release('aldo')).then(released('aldo'))
    given(claimed('aldo', nine.until), kept('aldo')).when(release('aldo')).then(released('aldo'))
    const freed = [claimed('aldo', nine.until), kept('aldo'), released('aldo')]
    given(...freed)
      .when(release('aldo'))
      .thenNothing()
    given(...freed)
      .when(claim('bice', ten))
      .then(claimed('bice', ten.until))
  })

  it('cannot be released by another account', () => given(kept('aldo')).when(release('bice')).thenNothing())
})

deciderKeepsItsPromises('a reservation', reservation('username'), reservationCommand)
