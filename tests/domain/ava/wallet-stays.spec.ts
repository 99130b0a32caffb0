import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avaRuleSets, type RuleSetActivation } from '../../../domain/ava/rules.ts'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import { calculateStayEarnings, type CountedStay } from '../../../domain/ava/stay-ava.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  acceptedEvents,
  accountId,
  activatePremium,
  confirmPayout,
  eventsAfter,
  reconcileStays,
  reservePayout,
  setPayoutAddress,
  start,
  stateAfter,
  stay,
} from '../../support/ava/wallet-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(wallet)
const secondRuleSet: readonly RuleSetActivation[] = [{ version: 2, from: at('2026-03-01') }]
const venues = (many: number) => Array.from({ length: many }, (_, i) => stay(`r${i}`, `v${i}`, 4))
const earningsOf = (stays: readonly CountedStay[], activations = secondRuleSet) =>
  calculateStayEarnings(stays, activations).map(({ reason, amount }) => `${reason} ${amount}`)
const sumOf = (stays: readonly CountedStay[]) =>
  calculateStayEarnings(stays, secondRuleSet).reduce((sum, { amount }) => sum + amount, 0)

describe('AVA earned by stays under the second rule set (B-31, Q-68)', () => {
  it('are five for the first stay at a venue and one more for five stars', () => {
    expect(earningsOf([stay('r1', 'aurora', 4)])).toEqual(['FIRST_STAY 5'])
    expect(earningsOf([stay('r1', 'aurora', 5)])).toEqual(['FIVE_STARS 1', 'FIRST_STAY 5'])
  })

  it('are ten for the fifth different venue, once', () => {
    expect(earningsOf(venues(5)).filter((earning) => earning.startsWith('FIVE_VENUES'))).toEqual(['FIVE_VENUES 10'])
    expect(earningsOf(venues(4)).filter((earning) => earning.startsWith('FIVE_VENUES'))).toEqual([])
    expect(earningsOf(venues(11)).filter((earning) => earning.startsWith('FIVE_VENUES'))).toHaveLength(1)
  })

  it('are ten for each return to a venue, up to fifty in total', () => {
    const returns = Array.from({ length: 9 }, (_, i) => stay(`r${i}`, i % 2 === 0 ? 'aurora' : 'belvedere', 3))
    const loyalty = earningsOf(returns).filter((earning) => earning.startsWith('LOYALTY'))
    expect(loyalty).toEqual(Array.from({ length: 5 }, () => 'LOYALTY 10'))
  })

  it('are none under the first rule set, which is active by default', () => {
    expect(earningsOf(venues(5), [])).toEqual([])
    expect(avaRuleSets[0].stays).toBeNull()
  })

  it('are none for stays before activation, whose venues still count as known', () => {
    const before = stay('r1', 'aurora', 5, at('2026-02-01'))
    expect(earningsOf([before])).toEqual([])
    expect(earningsOf([before, stay('r2', 'aurora', 5)])).toEqual(['FIVE_STARS 1', 'LOYALTY 10'])
  })

  it('stop when the first rule set is active again, and nothing earned is lost', () => {
    const back: readonly RuleSetActivation[] = [...secondRuleSet, { version: 1, from: at('2026-04-01') }]
    expect(earningsOf([stay('r1', 'aurora', 4), stay('r2', 'belvedere', 5, at('2026-04-02'))], back)).toEqual([
      'FIRST_STAY 5',
    ])
  })

  it('do not depend on the order of the stays', () =>
    fc.assert(
      fc.property(fc.array(someStay, { maxLength: 15 }), fc.infiniteStream(fc.nat()), (some, order) => {
        const stays = some.map((one, i) => ({
          ...one,
          ratingId: `r${i}`,
          since: at(`2026-03-${String(i + 1).padStart(2, '0')}`),
        }))
        const shuffled = stays.toSorted(() => ((order.next().value ?? 0) % 2 === 0 ? 1 : -1))
        expect(new Set(earningsOf(shuffled))).toEqual(new Set(earningsOf(stays)))
        expect(sumOf(shuffled)).toBe(sumOf(stays))
      }),
    ))

  it('are credited once per cause, at most fifty for loyalty and ten for venues', () =>
    fc.assert(
      fc.property(fc.array(someStay, { maxLength: 40 }), (some) => {
        const earned = calculateStayEarnings(
          some.map((one, i) => ({ ...one, ratingId: `r${i}` })),
          secondRuleSet,
        )
        expect(new Set(earned.map(({ causeId }) => causeId)).size).toBe(earned.length)
        const totalFor = (reason: string) =>
          earned.reduce((sum, earning) => sum + (earning.reason === reason ? earning.amount : 0), 0)
        expect(totalFor('LOYALTY')).toBeLessThanOrEqual(50)
        expect(totalFor('FIVE_VENUES')).toBeLessThanOrEqual(10)
      }),
    ))
})

const someStay = fc
  .record({
    ratingId: fc.constant('r'),
    businessId: fc.constantFrom('aurora', 'belvedere', 'cedro', 'dante', 'elba', 'faro'),
    overall: fc.integer({ min: 1, max: 5 }),
    since: fc.constantFrom(at('2026-02-01'), at('2026-03-02'), at('2026-03-03')),
  })
  .map((one) => ({ ...one, countsAs: one.businessId }))

describe('a wallet whose owner has stays', () => {
  const [aurora, again] = [stay('r1', 'aurora', 5), stay('r2', 'aurora', 4)]
  const fields = { accountId, at: at('2026-03-01') }
  const earned = (causeId: string, reason: 'FIRST_STAY' | 'FIVE_STARS' | 'LOYALTY', amount: number): WalletEvent => ({
    type: 'AvaEarned',
    data: {
      ...fields,
      causeId,
      reason,
      amount,
      state: 'available',
      ruleVersion: 2,
      pot: 'stays',
      checkIn: null,
      checkOut: null,
    },
  })
  const takenBack = (causeId: string, amount: number): WalletEvent => ({
    type: 'AvaTakenBack',
    data: { ...fields, causeId, amount, state: 'available', pot: 'stays' },
  })

  it('is credited what each stay earns, with the rule set version (B-31)', () =>
    given()
      .when(reconcileStays([aurora]))
      .then(earned('five-stars-r1', 'FIVE_STARS', 1), earned('first-stay-aurora', 'FIRST_STAY', 5)))

  it('is credited new earnings only, and nothing twice', () => {
    given(...eventsAfter(reconcileStays([aurora])))
      .when(reconcileStays([aurora]))
      .thenNothing()
    given(...eventsAfter(reconcileStays([aurora])))
      .when(reconcileStays([aurora, again]))
      .then(earned('return-r2', 'LOYALTY', 10))
  })

  it('loses what is no longer earned: the remaining stay becomes the first (Q-50)', () =>
    given(...eventsAfter(reconcileStays([aurora, again])))
      .when(reconcileStays([again]))
      .then(takenBack('five-stars-r1', 1), takenBack('return-r2', 10)))

  it('keeps what was spent and does not earn it again (Q-50)', () => {
    const spent = eventsAfter(reconcileStays([aurora, again]), activatePremium())
    given(...spent)
      .when(reconcileStays([again]))
      .then(takenBack('five-stars-r1', 1), {
        type: 'AvaWrittenOff',
        data: { ...fields, causeId: 'return-r2', amount: 10 },
      })
    const after = fold(wallet, [
      ...spent,
      ...eventsAfter(reconcileStays([aurora, again]), activatePremium(), reconcileStays([again])).slice(spent.length),
    ])
    expect(after.available).toBe(5)
    expect(wallet.decide(reconcileStays([again, stay('r2', 'aurora', 4)]), after)).toMatchObject({ right: [] })
  })

  it('earns no second five-star AVA when a venue withdraws and repeats a rating whose AVA were spent (D-41)', () => {
    const [second, third] = [stay('r3', 'aurora', 5), stay('r4', 'aurora', 5)]
    const paidOut = [setPayoutAddress(), reservePayout(), confirmPayout()]
    const commands = [reconcileStays([aurora, again]), ...paidOut, reconcileStays([])]
    const causesOf = (events: readonly WalletEvent[], wanted: WalletEvent['type']) =>
      events.flatMap(({ type, data }) =>
        type === wanted && 'reason' in data && data.reason === 'FIVE_STARS' ? [data.causeId] : [],
      )
    const before = causesOf(acceptedEvents(commands), 'AvaEarned')
    expect(before).toEqual(['five-stars-r1'])
    const fiveStarsAfter = (stays: readonly CountedStay[]) =>
      causesOf(acceptedEvents([...commands, reconcileStays(stays, secondRuleSet, [aurora])]), 'AvaEarned').slice(1)
    expect(fiveStarsAfter([second])).toEqual([])
    expect(fiveStarsAfter([second, third])).toEqual(['five-stars-r4'])
    expect(fiveStarsAfter([stay('r5', 'altra', 5)])).toEqual(['five-stars-r5'])
    expect(fiveStarsAfter([aurora, second])).toEqual(['five-stars-r3'])
  })

  it('earns nothing for stays at a new business until it counts (D-43)', () => {
    const isNew = { ...aurora, countsAs: null }
    expect(earningsOf([isNew, stay('r3', 'belvedere', 4)])).toEqual(['FIRST_STAY 5'])
    given(...eventsAfter(reconcileStays([isNew])))
      .when(reconcileStays([aurora]))
      .then(earned('five-stars-r1', 'FIVE_STARS', 1), earned('first-stay-aurora', 'FIRST_STAY', 5))
  })

  it('earns for the venues of one owner as for one (Q-123)', () => {
    const ofOneOwner = venues(5).map((one) => ({ ...one, countsAs: 'v0' }))
    expect(earningsOf(ofOneOwner)).toEqual(['FIRST_STAY 5'])
    const again = [...ofOneOwner, { ...stay('r9', 'v3', 5), countsAs: 'v0' }]
    expect(earningsOf(again)).toEqual(['FIRST_STAY 5', 'FIVE_STARS 1', 'LOYALTY 10'])
  })

  it('earns at most fifty for loyalty ever, even when ratings are withdrawn and given again (B-31)', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ stays: fc.boolean(), spends: fc.boolean() }), { maxLength: 25 }), (turns) => {
        let standing: readonly CountedStay[] = [aurora]
        const commands = turns.flatMap((turn, n) => {
          const given = [...standing, stay(`k${n}`, 'aurora', 4)]
          if (turn.stays) standing = given
          const buying = turn.spends ? [activatePremium(`buy-${n}`, plusDays(start, n * 31))] : []
          return [reconcileStays(given), ...buying, reconcileStays(standing)]
        })
        const events = acceptedEvents(commands)
        const loyal = new Set(
          events.flatMap(({ type, data }) => (type === 'AvaEarned' && data.reason === 'LOYALTY' ? [data.causeId] : [])),
        )
        const sumOf = (wanted: WalletEvent['type']) =>
          events.reduce(
            (sum, { type, data }) =>
              sum +
              (type === wanted && 'causeId' in data && 'amount' in data && loyal.has(data.causeId) ? data.amount : 0),
            0,
          )
        expect(sumOf('AvaEarned') - sumOf('AvaTakenBack')).toBeLessThanOrEqual(50)
      }),
    ))

  it('adds them to its balance (Q-69)', () => expect(stateAfter(reconcileStays([aurora, again])).available).toBe(16))
})
