import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conduct, inForce, suspensionIn, type ConductCommand } from '../../../domain/conduct/conduct/decider.ts'
import { ladderVersion, stepOf } from '../../../domain/conduct/conduct/ladder.ts'
import { lostDisputesOf } from '../../../domain/conduct/conduct/lost-disputes.ts'
import { strikesOf } from '../../../domain/conduct/conduct/state.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  anyConductCommand,
  banned,
  byHand,
  expire,
  expired,
  first,
  lift,
  lifted,
  note,
  noted,
  overturn,
  recorded,
  recordedByHand,
  suspended,
  suspendedByHand,
  violation,
  warned,
} from '../../support/conduct.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(conduct)
const after = (days: number) => plusDays(first, days)
const afterTwo = [recorded(1), warned(1), recorded(2), suspended(2, 7, { replaces: 'sanction-1' })]

describe('the sanction ladder (B-35, Q-55)', () => {
  it('B-35: answers the first violation with a warning', () => given().when(violation(1)).then(recorded(1), warned(1)))

  it('B-35: answers the second with 7 days, replacing the warning', () =>
    given(recorded(1), warned(1))
      .when(violation(2))
      .then(recorded(2), suspended(2, 7, { replaces: 'sanction-1' })))

  it('B-35: answers the third with 30 days, replacing the active sanction', () =>
    given(...afterTwo)
      .when(violation(3))
      .then(recorded(3), suspended(3, 30, { replaces: 'sanction-2' })))

  it('B-35: answers further violations like the third', () => {
    expect([1, 2, 3, 4, 9].map((strike) => stepOf(strike, false))).toEqual(['LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH'])
    expect(ladderVersion).toBe(1)
  })

  it('B-35: answers a serious violation with permanent suspension', () =>
    given()
      .when(violation(1, { serious: true }))
      .then(recorded(1, { severity: 'PERMANENT' }), banned(1)))

  it('records expired sanctions first', () =>
    given(...afterTwo)
      .when(violation(3, { at: after(8) }))
      .then(
        expired(2, after(8)),
        recorded(3, { at: after(8) }),
        suspended(3, 30, { at: after(8), appealableUntil: after(192) }),
      ))

  it('records a violation once, and one per review', () => {
    given(recorded(1), warned(1)).when(violation(1)).thenNothing()
    given(recorded(1), warned(1))
      .when(violation(2, { evidence: violation(1).evidence }))
      .thenNothing()
  })

  it('points settled 12: issues a warning without a strike for violations off the ladder', () => {
    given()
      .when(violation(1, { counts: false }))
      .then(recorded(1, { strike: 0 }), warned(1, { strikes: 0 }))
    given(recorded(1, { strike: 0 }), warned(1, { strikes: 0 }))
      .when(violation(2))
      .then(recorded(2, { strike: 1, severity: 'LOW' }), warned(2, { strikes: 1, replaces: 'sanction-1' }))
  })

  it('never shortens an active sanction: the strike counts, the heavier sanction stays', () => {
    given(recordedByHand(), suspendedByHand()).when(violation(1)).then(recorded(1))
    given(recorded(1, { severity: 'PERMANENT' }), banned(1))
      .when(violation(2))
      .then(recorded(2))
    given(recorded(1, { severity: 'PERMANENT' }), banned(1))
      .when(violation(2, { serious: true }))
      .then(recorded(2, { severity: 'PERMANENT' }))
  })
})

describe('an overturned strike', () => {
  it('is removed from the count, so that the next violation is the first again', () =>
    given(recorded(1), warned(1), lifted(1))
      .when(violation(2))
      .then(recorded(2, { strike: 1, severity: 'LOW' }), warned(2, { strikes: 1 })))

  it('ends its sanction once when its basis no longer holds', () => {
    given(recorded(1), warned(1)).when(overturn(1)).then(lifted(1, null))
    given(recorded(1), warned(1), lifted(1, null)).when(overturn(1)).thenNothing()
    given(recorded(1), warned(1)).when(overturn(2)).thenNothing()
  })

  it('without a sanction is removed alone', () =>
    given(recordedByHand(), suspendedByHand(), recorded(1))
      .when(overturn(1))
      .then({ type: 'ViolationOverturned', data: { accountId: 'ana', violationId: 'violation-1', at: first } }))

  it('does not return when an old decision is redelivered, only with a new one', () => {
    const past = [recorded(1), warned(1), lifted(1, null, after(3))]
    const same = { evidence: violation(1).evidence, violationId: 'violation-2', sanctionId: 'sanction-2' }
    given(...past)
      .when(violation(2, { ...same, at: after(3) }))
      .thenNothing()
    expect(conduct.decide(violation(2, { ...same, at: after(4) }), fold(conduct, past))).toMatchObject({
      right: [{ type: 'ViolationRecorded' }, { type: 'WarningIssued' }],
    })
  })

  it('is not removed by a restoration older than the strike', () =>
    given(recorded(1, { at: after(3) }), warned(1, { at: after(3) }))
      .when(overturn(1, after(2)))
      .thenNothing())
})

describe('a manual sanction', () => {
  it('V-57: has the severity chosen by the moderator and adds no strike', () => {
    given().when(byHand()).then(recordedByHand(), suspendedByHand())
    expect(strikesOf(fold(conduct, [recordedByHand(), suspendedByHand()]))).toBe(0)
  })

  it('points settled 11: is refused while another record is active, which is named, and accepted later', () => {
    given(...afterTwo)
      .when(byHand())
      .thenRejected({ type: 'SanctionActive', sanctionId: 'sanction-2', severity: 'MEDIUM', until: after(7) })
    given(...afterTwo)
      .when(byHand({ at: after(7) }))
      .then(expired(2, after(7)), recordedByHand({ at: after(7) }), suspendedByHand({ at: after(7), strikes: 2 }))
  })

  it('is idempotent, and refused with another text', () => {
    given(recordedByHand(), suspendedByHand()).when(byHand()).thenNothing()
    given(recordedByHand(), suspendedByHand())
      .when(byHand({ severity: 'LOW' }))
      .thenRejected({ type: 'SanctionImposedOtherwise', sanctionId: 'sanction-m' })
  })

  it('V-58: has a description of at most 2000 characters', () => {
    given()
      .when(byHand({ description: 'x'.repeat(2001) }))
      .thenRejected({ type: 'SanctionDescriptionTooLong', most: 2000 })
    const long = 'x'.repeat(2000)
    given()
      .when(byHand({ description: long }))
      .then(recordedByHand(), suspendedByHand({ description: long }))
  })

  it('cannot be imposed on oneself', () =>
    given()
      .when(byHand({ by: 'ana' }))
      .thenRejected({ type: 'OwnMatter' }))
})

describe('a sanction', () => {
  it('is over at its end, whether or not the expiry is recorded', () => {
    const state = fold(conduct, afterTwo)
    expect(suspensionIn(state, after(6.99))?.sanctionId).toBe('sanction-2')
    expect(suspensionIn(state, after(7))).toBeNull()
    expect(inForce(fold(conduct, [recorded(1), warned(1)]), after(89))?.sanctionId).toBe('sanction-1')
    expect(suspensionIn(fold(conduct, [recorded(1), warned(1)]), first)).toBeNull()
    expect(suspensionIn(fold(conduct, [recorded(1, { severity: 'PERMANENT' }), banned(1)]), after(9999))).not.toBeNull()
  })

  it('expires once, not before its end', () => {
    given(...afterTwo)
      .when(expire(after(6)))
      .thenNothing()
    given(...afterTwo)
      .when(expire(after(7)))
      .then(expired(2, after(7)))
    given(...afterTwo, expired(2, after(7)))
      .when(expire(after(8)))
      .thenNothing()
  })

  it('can be lifted once, whatever its state, by anybody but the sanctioned account', () => {
    given(recorded(1), warned(1)).when(lift(1)).then(lifted(1))
    given(...afterTwo)
      .when(lift(1))
      .then(lifted(1))
    given(recorded(1), warned(1), lifted(1)).when(lift(1, 'ugo')).thenNothing()
    given(recorded(1), warned(1)).when(lift(1, 'ana')).thenRejected({ type: 'OwnMatter' })
    given().when(lift(1)).thenRejected({ type: 'SanctionNotFound' })
  })
})

describe('lost disputes (MULTIPLE_DISPUTES_LOST)', () => {
  const rule = { count: 3, percent: 60, windowDays: 90 }
  const told = (...outcomes: readonly ('upheld' | 'rejected')[]) =>
    fold(
      conduct,
      outcomes.map((outcome, n) => noted(n, outcome, after(n))),
    )

  it('are recorded once each', () => {
    given().when(note(1, 'rejected')).then(noted(1, 'rejected'))
    given(noted(1, 'rejected'))
      .when(note(1, 'rejected', after(1)))
      .thenNothing()
    given(noted(1, 'rejected'))
      .when(note(1, 'upheld', after(1)))
      .then(noted(1, 'upheld', after(1)))
  })

  it('count by their share of decided disputes, not only by number', () => {
    expect(lostDisputesOf(told('rejected', 'rejected'), after(9), rule)).toBeNull()
    expect(lostDisputesOf(told('rejected', 'rejected', 'rejected'), after(9), rule)).toEqual({ lost: 3, decided: 3 })
    const fair = told('upheld', 'upheld', 'upheld', 'rejected', 'rejected', 'rejected')
    expect(lostDisputesOf(fair, after(9), rule)).toBeNull()
    const unfair = told('upheld', 'upheld', 'rejected', 'rejected', 'rejected')
    expect(lostDisputesOf(unfair, after(9), rule)).toEqual({ lost: 3, decided: 5 })
  })

  it('count only within the window, and once', () => {
    const three = told('rejected', 'rejected', 'rejected')
    expect(lostDisputesOf(three, after(91), rule)).toBeNull()
    expect(lostDisputesOf(three, after(1), rule)).toBeNull()
    const held = conduct.evolve(three, recorded(1, { trigger: 'DISPUTES_LOST', strike: 0, at: after(2) }))
    expect(lostDisputesOf(held, after(9), rule)).toBeNull()
  })
})

const past = fc.array(anyConductCommand, { minLength: 1, maxLength: 20, size: 'max' })
const lived = (commands: readonly ConductCommand[]) =>
  commands.reduce((state, command) => {
    const decided = conduct.decide(command, state)
    return decided._tag === 'Right' ? decided.right.reduce(conduct.evolve, state) : state
  }, conduct.initial)

describe('an account’s sanction record, for every history', () => {
  it('points settled 11: has at most one active record', () =>
    fc.assert(
      fc.property(past, (commands) => {
        const { sanctions } = lived(commands)
        expect(sanctions.filter(({ status }) => status === 'active').length).toBeLessThanOrEqual(1)
      }),
    ))

  it('never lets an automatic sanction shorten the active one', () =>
    fc.assert(
      fc.property(past, fc.constantFrom(1, 2, 3), (commands, n) => {
        const state = lived(commands)
        const at = after(30)
        const before = suspensionIn(state, at)
        const decided = conduct.decide(violation(n, { at }), state)
        if (before === null || decided._tag === 'Left') return
        const now = suspensionIn(decided.right.reduce(conduct.evolve, state), at)
        expect(now).not.toBeNull()
        if (now?.until === null) return
        expect(before.until).not.toBeNull()
        expect((now?.until ?? '') >= (before.until ?? '')).toBe(true)
      }),
    ))
})

deciderKeepsItsPromises('conduct', conduct, anyConductCommand)
