import { describe, expect, it } from 'vitest'
import { balanceOf, ContributionCounted } from '../../../domain/ava/wallet-state.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import {
  accountId,
  activatePremium,
  avaMatured,
  bookingEarned,
  bookingTakenBack,
  configureWallet,
  countContribution,
  countContributions,
  creditBooking,
  eventsAfter,
  fundWallet,
  matureBooking,
  contributionCounted,
  contributionUncounted,
  reservePayout,
  setPayoutAddress,
  start,
  stateAfter,
  takeBackBooking,
  tenthEarned,
  tenthTakenBack,
  uncountContribution,
} from '../../support/ava/wallet-fixtures.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import { spec } from '../../support/decider-spec.ts'
import { day } from '../../support/sample-values.ts'

const { given } = spec(wallet)
const ratedStay = (guestId: string, stayDate: string, connectedGuests: readonly string[] = []) => ({
  guestId,
  connectedGuests,
  stayDate: day(stayDate),
  countsEveryDays: 30,
})

describe('ratings given', () => {
  it('B-30: earn nothing until the tenth', () => {
    given().when(countContribution('c1')).then(contributionCounted('c1'))
    given(...eventsAfter(...countContributions(8)))
      .when(countContribution('c9'))
      .then(contributionCounted('c9'))
  })

  it('B-30, C-22, Q-101: earn one AVA at the tenth and one at every tenth after', () => {
    given(...eventsAfter(...countContributions(9)))
      .when(countContribution('c10'))
      .then(contributionCounted('c10'), tenthEarned(1))
    given(...eventsAfter(...countContributions(10)))
      .when(countContribution('c11'))
      .then(contributionCounted('c11'))
    given(...eventsAfter(...countContributions(19)))
      .when(countContribution('c20'))
      .then(contributionCounted('c20'), tenthEarned(2))
    expect(stateAfter(...countContributions(35))).toMatchObject({ available: 3, maturing: 0 })
  })

  const ratingGiven = (causeId: string, stay: ReturnType<typeof ratedStay>) => ({ ...countContribution(causeId), stay })

  it('D-44: count ten reviews a day, also when some no longer count', () => {
    const review = (n: number, at = start) => ({ ...countContribution(`d${n}`, at), reviewsPerDay: 10 })
    const ten = Array.from({ length: 10 }, (_, n) => review(n))
    expect(stateAfter(...ten, review(10), review(11)).counted.size).toBe(10)
    expect(stateAfter(...ten, uncountContribution('d3'), review(10)).counted.size).toBe(9)
    expect(stateAfter(...ten, review(10, plusDays(start, 1))).counted.size).toBe(11)
    expect(stateAfter(...ten, ratingGiven('r1', ratedStay('ana', '2026-02-10'))).counted.size).toBe(11)
  })

  it('D-40: count once for guests who are connected with one another', () => {
    const counted = eventsAfter(ratingGiven('r1', ratedStay('ana', '2026-02-10')))
    given(...counted)
      .when(ratingGiven('r2', ratedStay('ana.bis', '2026-02-10', ['ana'])))
      .thenNothing()
    given(...counted)
      .when(ratingGiven('r2', ratedStay('ana.bis', '2026-03-12', ['ana'])))
      .then({
        type: ContributionCounted.type,
        data: { accountId, causeId: 'r2', guestId: 'ana.bis', stayDate: day('2026-03-12'), at: start },
      })
  })

  it('Q-121: count once for each guest in thirty days of stay', () => {
    const [stayOf, rating] = [ratedStay, ratingGiven]
    const counted = eventsAfter(rating('r1', stayOf('ana', '2026-02-10')))
    given(...counted)
      .when(rating('r2', stayOf('ana', '2026-02-11')))
      .thenNothing()
    given(...counted)
      .when(rating('r2', stayOf('ana', '2026-01-20')))
      .thenNothing()
    expect(
      stateAfter(rating('r1', stayOf('ana', '2026-02-10')), rating('r2', stayOf('ana', '2026-03-12'))).counted.size,
    ).toBe(2)
    expect(
      stateAfter(rating('r1', stayOf('ana', '2026-02-10')), rating('r2', stayOf('ben', '2026-02-10'))).counted.size,
    ).toBe(2)
    given(...counted, contributionUncounted('r1'))
      .when(rating('r2', stayOf('ana', '2026-02-11')))
      .then({
        type: ContributionCounted.type,
        data: { accountId, causeId: 'r2', guestId: 'ana', stayDate: day('2026-02-11'), at: start },
      })
  })

  it('Q-101: count once each', () =>
    given(...eventsAfter(...countContributions(9)))
      .when(countContribution('c9'))
      .thenNothing())

  it('Q-101: that are withdrawn stop counting, and unknown ones have no effect', () => {
    given(...eventsAfter(...countContributions(3)))
      .when(uncountContribution('c2'))
      .then(contributionUncounted('c2'))
    given(...eventsAfter(...countContributions(3), uncountContribution('c2')))
      .when(uncountContribution('c2'))
      .thenNothing()
    given().when(uncountContribution('c2')).thenNothing()
  })

  it('Q-50: lose the AVA when fewer than ten remain', () =>
    given(...eventsAfter(...countContributions(10)))
      .when(uncountContribution('c4'))
      .then(contributionUncounted('c4'), tenthTakenBack(1)))

  it('Q-50: lose nothing while their ten is complete', () =>
    given(...eventsAfter(...countContributions(11)))
      .when(uncountContribution('c4'))
      .then(contributionUncounted('c4')))

  it('Q-101: earn a tenth again only after it was taken back', () =>
    given(...eventsAfter(...countContributions(10), uncountContribution('c4')))
      .when(countContribution('c11'))
      .then(contributionCounted('c11'), tenthEarned(1)))

  it('Q-50: never take back what was spent and do not earn it twice', () => {
    const spent = [...countContributions(10), ...fundWallet(9), activatePremium()]
    given(...eventsAfter(...spent))
      .when(uncountContribution('c4'))
      .then(contributionUncounted('c4'))
    given(...eventsAfter(...spent, uncountContribution('c4')))
      .when(countContribution('c11'))
      .then(contributionCounted('c11'))
  })

  it('Q-50: never take back what is reserved for a payout', () =>
    given(...eventsAfter(...countContributions(10), setPayoutAddress(), configureWallet(1), reservePayout()))
      .when(uncountContribution('c4'))
      .then(contributionUncounted('c4')))

  it('Q-50: do not take back a spent tenth even when other AVA arrive later', () => {
    const forgiven = [
      ...countContributions(20),
      ...fundWallet(8),
      activatePremium(),
      uncountContribution('c1'),
      creditBooking('b2', 5),
      matureBooking('b2'),
    ]
    const state = stateAfter(...forgiven)
    expect(state).toMatchObject({ available: 5 })
    expect([...state.creditedTens].toSorted()).toEqual(['tenth-1', 'tenth-2'])
    given(...eventsAfter(...forgiven))
      .when(uncountContribution('c2'))
      .then(contributionUncounted('c2'))
  })
})

describe('a booking', () => {
  it('Q-72: is credited immediately but must mature before use', () => {
    given().when(creditBooking('b1', 3)).then(bookingEarned('b1', 3))
    expect(stateAfter(creditBooking('b1', 3))).toMatchObject({ available: 0, maturing: 3 })
    given(...eventsAfter(creditBooking('b1', 3)))
      .when(matureBooking('b1'))
      .then(avaMatured('b1', 3))
    expect(stateAfter(creditBooking('b1', 3), matureBooking('b1'))).toMatchObject({ available: 3, maturing: 0 })
  })

  it('B-32: below 100 euro earns nothing', () => given().when(creditBooking('b1', 0)).thenNothing())

  it('Q-72: loses what has not matured when cancelled', () => {
    given(...eventsAfter(creditBooking('b1', 3), creditBooking('b2', 4)))
      .when(takeBackBooking('b1'))
      .then(bookingTakenBack('b1', 3))
    expect(balanceOf(stateAfter(creditBooking('b1', 3), creditBooking('b2', 4), takeBackBooking('b1')))).toBe(4)
  })

  it('is credited, matured and taken back once each', () => {
    given(...eventsAfter(creditBooking('b1', 3)))
      .when(creditBooking('b1', 3))
      .thenNothing()
    const done = eventsAfter(creditBooking('b1', 3), matureBooking('b1'))
    const gone = eventsAfter(creditBooking('b1', 3), takeBackBooking('b1'))
    for (const command of [matureBooking('b1'), takeBackBooking('b1'), creditBooking('b1', 3)]) {
      given(...done)
        .when(command)
        .thenNothing()
      given(...gone)
        .when(command)
        .thenNothing()
    }
  })

  it('without a credit neither matures nor is taken back', () => {
    given().when(matureBooking('b1')).thenNothing()
    given().when(takeBackBooking('b1')).thenNothing()
  })

  it('cannot be credited again with another amount', () =>
    given(...eventsAfter(creditBooking('b1', 3)))
      .when(creditBooking('b1', 30))
      .thenRejected({ type: 'BookingCreditedOtherwise', bookingId: 'b1', amount: 3 }))

  it('whose id looks like that of a tenth still counts as a booking', () => {
    const state = stateAfter(...countContributions(10), creditBooking('tenth-1', 3), takeBackBooking('tenth-1'))
    expect(state).toMatchObject({ available: 1, maturing: 0 })
    expect([...state.creditedTens]).toEqual(['tenth-1'])
  })
})
