import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import { lostDisputesOf } from '../../../domain/sanctions/lost-disputes.ts'
import { ladderVersion, severityOf } from '../../../domain/sanctions/rules.ts'
import { countStrikes } from '../../../domain/sanctions/sanction-record-state.ts'
import {
  activeSanction,
  activeSuspension,
  sanctionRecord,
  type SanctionRecordCommand,
} from '../../../domain/sanctions/sanction-record.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { anySanctionCommand } from '../../support/sanctions/any-sanction-command.ts'
import {
  disputeOutcomeRecorded,
  expireSanctions,
  imposeSanction,
  liftSanction,
  lostDisputesRule,
  manualSuspensionImposed,
  manualViolationRecorded,
  noteDispute,
  overturnViolations,
  permanentSuspensionImposed,
  recordViolation,
  sanctionExpired,
  sanctionLifted,
  start,
  suspensionImposed,
  violationRecorded,
  warningIssued,
} from '../../support/sanctions/sanction-fixtures.ts'

const { given } = spec(sanctionRecord)
const daysLater = (days: number) => plusDays(start, days)
const twoStrikes = [
  violationRecorded(1),
  warningIssued(1),
  violationRecorded(2),
  suspensionImposed(2, 7, { replaces: 'sanction-1' }),
]

describe('the sanction ladder (B-35, Q-55)', () => {
  it('B-35: answers the first violation with a warning', () =>
    given().when(recordViolation(1)).then(violationRecorded(1), warningIssued(1)))

  it('B-35: answers the second with 7 days, replacing the warning', () =>
    given(violationRecorded(1), warningIssued(1))
      .when(recordViolation(2))
      .then(violationRecorded(2), suspensionImposed(2, 7, { replaces: 'sanction-1' })))

  it('B-35: answers the third with 30 days, replacing the active sanction', () =>
    given(...twoStrikes)
      .when(recordViolation(3))
      .then(violationRecorded(3), suspensionImposed(3, 30, { replaces: 'sanction-2' })))

  it('B-35: answers further violations like the third', () => {
    expect([1, 2, 3, 4, 9].map((strike) => severityOf(strike, false))).toEqual([
      'LOW',
      'MEDIUM',
      'HIGH',
      'HIGH',
      'HIGH',
    ])
    expect(ladderVersion).toBe(1)
  })

  it('B-35: answers a serious violation with permanent suspension', () =>
    given()
      .when(recordViolation(1, { serious: true }))
      .then(violationRecorded(1, { severity: 'PERMANENT' }), permanentSuspensionImposed(1)))

  it('records expired sanctions first', () =>
    given(...twoStrikes)
      .when(recordViolation(3, { at: daysLater(8) }))
      .then(
        sanctionExpired(2, daysLater(8)),
        violationRecorded(3, { at: daysLater(8) }),
        suspensionImposed(3, 30, { at: daysLater(8), appealableUntil: daysLater(192) }),
      ))

  it('records a violation once, and one per review', () => {
    given(violationRecorded(1), warningIssued(1)).when(recordViolation(1)).thenNothing()
    given(violationRecorded(1), warningIssued(1))
      .when(recordViolation(2, { evidence: recordViolation(1).evidence }))
      .thenNothing()
  })

  it('D-12: issues a warning without a strike for violations off the ladder', () => {
    given()
      .when(recordViolation(1, { isStrike: false }))
      .then(violationRecorded(1, { strike: 0 }), warningIssued(1, { strikes: 0 }))
    given(violationRecorded(1, { strike: 0 }), warningIssued(1, { strikes: 0 }))
      .when(recordViolation(2))
      .then(
        violationRecorded(2, { strike: 1, severity: 'LOW' }),
        warningIssued(2, { strikes: 1, replaces: 'sanction-1' }),
      )
  })

  it('never shortens an active sanction: the strike counts, the heavier sanction stays', () => {
    given(manualViolationRecorded(), manualSuspensionImposed()).when(recordViolation(1)).then(violationRecorded(1))
    given(violationRecorded(1, { severity: 'PERMANENT' }), permanentSuspensionImposed(1))
      .when(recordViolation(2))
      .then(violationRecorded(2))
    given(violationRecorded(1, { severity: 'PERMANENT' }), permanentSuspensionImposed(1))
      .when(recordViolation(2, { serious: true }))
      .then(violationRecorded(2, { severity: 'PERMANENT' }))
  })
})

describe('an overturned strike', () => {
  it('is removed from the count, so that the next violation is the first again', () =>
    given(violationRecorded(1), warningIssued(1), sanctionLifted(1))
      .when(recordViolation(2))
      .then(violationRecorded(2, { strike: 1, severity: 'LOW' }), warningIssued(2, { strikes: 1 })))

  it('ends its sanction once when its basis no longer holds', () => {
    given(violationRecorded(1), warningIssued(1)).when(overturnViolations(1)).then(sanctionLifted(1, null))
    given(violationRecorded(1), warningIssued(1), sanctionLifted(1, null)).when(overturnViolations(1)).thenNothing()
    given(violationRecorded(1), warningIssued(1)).when(overturnViolations(2)).thenNothing()
  })

  it('without a sanction is removed alone', () =>
    given(manualViolationRecorded(), manualSuspensionImposed(), violationRecorded(1))
      .when(overturnViolations(1))
      .then({ type: 'ViolationOverturned', data: { accountId: 'ana', violationId: 'violation-1', at: start } }))

  it('does not return when an old decision is redelivered, only with a new one', () => {
    const past = [violationRecorded(1), warningIssued(1), sanctionLifted(1, null, daysLater(3))]
    const sameReview = { evidence: recordViolation(1).evidence, violationId: 'violation-2', sanctionId: 'sanction-2' }
    given(...past)
      .when(recordViolation(2, { ...sameReview, at: daysLater(3) }))
      .thenNothing()
    expect(
      sanctionRecord.decide(recordViolation(2, { ...sameReview, at: daysLater(4) }), fold(sanctionRecord, past)),
    ).toMatchObject({
      right: [{ type: 'ViolationRecorded' }, { type: 'WarningIssued' }],
    })
  })

  it('is not removed by a restoration older than the strike', () =>
    given(violationRecorded(1, { at: daysLater(3) }), warningIssued(1, { at: daysLater(3) }))
      .when(overturnViolations(1, daysLater(2)))
      .thenNothing())
})

describe('a manual sanction', () => {
  it('V-57: has the severity chosen by the moderator and adds no strike', () => {
    given().when(imposeSanction()).then(manualViolationRecorded(), manualSuspensionImposed())
    expect(countStrikes(fold(sanctionRecord, [manualViolationRecorded(), manualSuspensionImposed()]))).toBe(0)
  })

  it('D-11: is rejected while another sanction is active, which is named, and accepted later', () => {
    given(...twoStrikes)
      .when(imposeSanction())
      .thenRejected({ type: 'SanctionActive', sanctionId: 'sanction-2', severity: 'MEDIUM', until: daysLater(7) })
    given(...twoStrikes)
      .when(imposeSanction({ at: daysLater(7) }))
      .then(
        sanctionExpired(2, daysLater(7)),
        manualViolationRecorded({ at: daysLater(7) }),
        manualSuspensionImposed({ at: daysLater(7), strikes: 2 }),
      )
  })

  it('is idempotent, and rejected with another text', () => {
    given(manualViolationRecorded(), manualSuspensionImposed()).when(imposeSanction()).thenNothing()
    given(manualViolationRecorded(), manualSuspensionImposed())
      .when(imposeSanction({ severity: 'LOW' }))
      .thenRejected({ type: 'SanctionImposedOtherwise', sanctionId: 'sanction-m' })
  })

  it('V-58: has a description of at most 2000 characters', () => {
    given()
      .when(imposeSanction({ description: 'x'.repeat(2001) }))
      .thenRejected({ type: 'SanctionDescriptionTooLong', max: 2000 })
    const long = 'x'.repeat(2000)
    given()
      .when(imposeSanction({ description: long }))
      .then(manualViolationRecorded(), manualSuspensionImposed({ description: long }))
  })

  it('cannot be imposed on oneself', () =>
    given()
      .when(imposeSanction({ by: 'ana' }))
      .thenRejected(conflictOfInterest))
})

describe('a sanction', () => {
  it('is over at its end, whether or not the expiry is recorded', () => {
    const state = fold(sanctionRecord, twoStrikes)
    expect(activeSuspension(state, daysLater(6.99))?.sanctionId).toBe('sanction-2')
    expect(activeSuspension(state, daysLater(7))).toBeNull()
    expect(
      activeSanction(fold(sanctionRecord, [violationRecorded(1), warningIssued(1)]), daysLater(89))?.sanctionId,
    ).toBe('sanction-1')
    expect(activeSuspension(fold(sanctionRecord, [violationRecorded(1), warningIssued(1)]), start)).toBeNull()
    expect(
      activeSuspension(
        fold(sanctionRecord, [violationRecorded(1, { severity: 'PERMANENT' }), permanentSuspensionImposed(1)]),
        daysLater(9999),
      ),
    ).not.toBeNull()
  })

  it('expires once, not before its end', () => {
    given(...twoStrikes)
      .when(expireSanctions(daysLater(6)))
      .thenNothing()
    given(...twoStrikes)
      .when(expireSanctions(daysLater(7)))
      .then(sanctionExpired(2, daysLater(7)))
    given(...twoStrikes, sanctionExpired(2, daysLater(7)))
      .when(expireSanctions(daysLater(8)))
      .thenNothing()
  })

  it('can be lifted once, whatever its state, by anybody but the sanctioned account', () => {
    given(violationRecorded(1), warningIssued(1)).when(liftSanction(1)).then(sanctionLifted(1))
    given(...twoStrikes)
      .when(liftSanction(1))
      .then(sanctionLifted(1))
    given(violationRecorded(1), warningIssued(1), sanctionLifted(1)).when(liftSanction(1, 'ugo')).thenNothing()
    given(violationRecorded(1), warningIssued(1)).when(liftSanction(1, 'ana')).thenRejected(conflictOfInterest)
    given().when(liftSanction(1)).thenRejected({ type: 'SanctionNotFound' })
  })
})

describe('lost disputes (MULTIPLE_DISPUTES_LOST)', () => {
  const rule = lostDisputesRule
  const stateAfterDisputes = (...outcomes: readonly ('upheld' | 'rejected')[]) =>
    fold(
      sanctionRecord,
      outcomes.map((outcome, n) => disputeOutcomeRecorded(n, outcome, daysLater(n))),
    )

  it('are recorded once each', () => {
    given().when(noteDispute(1, 'rejected')).then(disputeOutcomeRecorded(1, 'rejected'))
    given(disputeOutcomeRecorded(1, 'rejected'))
      .when(noteDispute(1, 'rejected', daysLater(1)))
      .thenNothing()
    given(disputeOutcomeRecorded(1, 'rejected'))
      .when(noteDispute(1, 'upheld', daysLater(1)))
      .then(disputeOutcomeRecorded(1, 'upheld', daysLater(1)))
  })

  it('count by their share of decided disputes, not only by number', () => {
    expect(lostDisputesOf(stateAfterDisputes('rejected', 'rejected'), daysLater(9), rule)).toBeNull()
    expect(lostDisputesOf(stateAfterDisputes('rejected', 'rejected', 'rejected'), daysLater(9), rule)).toEqual({
      lost: 3,
      decided: 3,
    })
    const halfLost = stateAfterDisputes('upheld', 'upheld', 'upheld', 'rejected', 'rejected', 'rejected')
    expect(lostDisputesOf(halfLost, daysLater(9), rule)).toBeNull()
    const mostLost = stateAfterDisputes('upheld', 'upheld', 'rejected', 'rejected', 'rejected')
    expect(lostDisputesOf(mostLost, daysLater(9), rule)).toEqual({ lost: 3, decided: 5 })
  })

  it('count only within the window, and once', () => {
    const threeLost = stateAfterDisputes('rejected', 'rejected', 'rejected')
    expect(lostDisputesOf(threeLost, daysLater(91), rule)).toBeNull()
    expect(lostDisputesOf(threeLost, daysLater(1), rule)).toBeNull()
    const held = sanctionRecord.evolve(
      threeLost,
      violationRecorded(1, { trigger: 'DISPUTES_LOST', strike: 0, at: daysLater(2) }),
    )
    expect(lostDisputesOf(held, daysLater(9), rule)).toBeNull()
  })

  describe('won on appeal', () => {
    const warning = { trigger: 'DISPUTES_LOST', strike: 0 } as const
    const afterWarning = (...outcomes: readonly ('upheld' | 'rejected')[]) => {
      const at = daysLater(outcomes.length)
      return [
        ...outcomes.map((outcome, n) => disputeOutcomeRecorded(n, outcome, daysLater(n + 1))),
        violationRecorded(1, { ...warning, at }),
        warningIssued(1, { trigger: 'DISPUTES_LOST', strikes: 0, at }),
      ]
    }

    it('lift the warning that counted them, once', () => {
      const won = [disputeOutcomeRecorded(0, 'upheld', daysLater(9)), sanctionLifted(1, null, daysLater(9))]
      given(...afterWarning('rejected', 'rejected', 'rejected'))
        .when(noteDispute(0, 'upheld', daysLater(9)))
        .then(...won)
      given(...afterWarning('rejected', 'rejected', 'rejected'), ...won)
        .when(noteDispute(1, 'upheld', daysLater(10)))
        .then(disputeOutcomeRecorded(1, 'upheld', daysLater(10)))
    })

    it('lift it too when their share of the decided disputes is too small without them', () =>
      given(...afterWarning('upheld', 'upheld', 'upheld', 'rejected', 'rejected', 'rejected', 'rejected', 'rejected'))
        .when(noteDispute(7, 'upheld', daysLater(9)))
        .then(disputeOutcomeRecorded(7, 'upheld', daysLater(9)), sanctionLifted(1, null, daysLater(9))))

    it('leave it when the others still meet the rule', () =>
      given(...afterWarning('rejected', 'rejected', 'rejected', 'rejected'))
        .when(noteDispute(0, 'upheld', daysLater(9)))
        .then(disputeOutcomeRecorded(0, 'upheld', daysLater(9))))

    it('leave it when it did not count them', () => {
      given(...afterWarning('rejected', 'rejected', 'rejected'), disputeOutcomeRecorded(5, 'rejected', daysLater(5)))
        .when(noteDispute(5, 'upheld', daysLater(9)))
        .then(disputeOutcomeRecorded(5, 'upheld', daysLater(9)))
      given(disputeOutcomeRecorded(8, 'rejected', daysLater(-91)), ...afterWarning('rejected', 'rejected', 'rejected'))
        .when(noteDispute(8, 'upheld', daysLater(9)))
        .then(disputeOutcomeRecorded(8, 'upheld', daysLater(9)))
    })

    it('cancel the violation alone if it led to no warning', () =>
      given(
        permanentSuspensionImposed(1),
        ...[0, 1, 2].map((n) => disputeOutcomeRecorded(n, 'rejected', daysLater(n))),
        violationRecorded(2, { ...warning, at: daysLater(2) }),
      )
        .when(noteDispute(0, 'upheld', daysLater(9)))
        .then(disputeOutcomeRecorded(0, 'upheld', daysLater(9)), {
          type: 'ViolationOverturned',
          data: { accountId: 'ana', violationId: 'violation-2', at: daysLater(9) },
        }))
  })
})

const past = fc.array(anySanctionCommand, { minLength: 1, maxLength: 20, size: 'max' })
const stateAfter = (commands: readonly SanctionRecordCommand[]) =>
  commands.reduce((state, command) => {
    const decided = sanctionRecord.decide(command, state)
    return decided._tag === 'Right' ? decided.right.reduce(sanctionRecord.evolve, state) : state
  }, sanctionRecord.initial)

describe('an account’s sanction record, for every history', () => {
  it('D-11: has at most one active sanction', () =>
    fc.assert(
      fc.property(past, (commands) => {
        const { sanctions } = stateAfter(commands)
        expect(sanctions.count(({ status }) => status === 'active')).toBeLessThanOrEqual(1)
      }),
    ))

  it('never lets an automatic sanction shorten the active one', () =>
    fc.assert(
      fc.property(past, fc.constantFrom(1, 2, 3), (commands, n) => {
        const state = stateAfter(commands)
        const at = daysLater(30)
        const before = activeSuspension(state, at)
        const decided = sanctionRecord.decide(recordViolation(n, { at }), state)
        if (before === null || decided._tag === 'Left') return
        const now = activeSuspension(decided.right.reduce(sanctionRecord.evolve, state), at)
        expect(now).not.toBeNull()
        if (now?.until === null) return
        expect(before.until).not.toBeNull()
        expect((now?.until ?? '') >= (before.until ?? '')).toBe(true)
      }),
    ))
})

testDeciderProperties('a sanction record', sanctionRecord, anySanctionCommand)
