import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { type CaseCommand, currentClaim, moderationCase } from '../../../domain/moderation/case.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import {
  caseClaimed,
  caseClosed,
  caseEscalated,
  caseOpened,
  caseReprioritised,
  claimCase,
  claimExpired,
  claimReleased,
  closeCase,
  deadlineApproached,
  dueAt,
  escalateCase,
  evidenceOf,
  openCase,
  excludedAccounts,
  releaseCase,
  updateUrgency,
  reprioritiseCase,
} from '../../support/moderation/case-fixtures.ts'
import { anyInstant, instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(moderationCase)
const at = (time: string) => instantOn('2026-03-02', `${time}:00.000`)
const [ten, five, tenPast, quarter] = [at('10:00'), at('10:05'), at('10:10'), at('10:15')]
const claimedByLia = caseClaimed('lia', ten, tenPast)

describe('a case on the moderators’ queue', () => {
  it('D-07: opens with the first flag', () => given().when(openCase).then(caseOpened()))

  it('opens once, even if requested again after closing', () => {
    given(caseOpened()).when(openCase).thenNothing()
    given(caseOpened(), caseClosed()).when(openCase).thenNothing()
  })

  it('D-07: becomes HELD once, when the threshold is reached', () => {
    given(caseOpened()).when(escalateCase).then(caseEscalated)
    given(caseOpened(), caseEscalated).when(escalateCase).thenNothing()
    given(caseOpened(), caseEscalated, caseClosed()).when(escalateCase).thenNothing()
  })

  it.each(['DISPUTE', 'APPEAL'] as const)('is never escalated when it is a %s', (kind) =>
    given(caseOpened(kind)).when(escalateCase).thenRejected({ type: 'CaseNotEscalatable', kind }),
  )

  it('is not escalated once it is closed', () =>
    given(caseOpened(), caseClosed()).when(escalateCase).thenRejected({ type: 'CaseAlreadyClosed', outcome: 'upheld' }))

  it('does not change after closing', () => {
    const past = [caseOpened(), caseClosed('dismissed')]
    given(...past)
      .when(openCase)
      .thenNothing()
    given(...past)
      .when(reprioritiseCase(evidenceOf(2)))
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'dismissed' })
    given(...past)
      .when(escalateCase)
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'dismissed' })
    given(...past)
      .when(claimCase('lia', ten))
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'dismissed' })
    given(...past)
      .when(updateUrgency(instantOn('2026-04-01')))
      .thenNothing()
  })

  it('is closed once and keeps its outcome', () => {
    given(caseOpened()).when(closeCase()).then(caseClosed())
    given(caseOpened(), caseClosed()).when(closeCase()).thenNothing()
    given(caseOpened(), caseClosed())
      .when(closeCase('dismissed'))
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'upheld' })
  })

  it('is closed despite a claim, since the underlying decision has been taken', () =>
    given(caseOpened(), caseClaimed('ugo', ten, tenPast))
      .when(closeCase())
      .then(caseClosed()))

  it('does nothing before it opens', () => {
    for (const command of [escalateCase, claimCase('lia', ten), releaseCase('lia', ten), closeCase()])
      given().when(command).thenRejected({ type: 'CaseNotFound' })
  })
})

describe('a moderator’s claim on a case', () => {
  it('lasts for the lease', () => given(caseOpened()).when(claimCase('lia', ten)).then(claimedByLia))

  it('excludes the other moderators, who see who holds it and until when', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('ugo', five))
      .thenRejected({ type: 'ClaimedByAnother', by: 'lia', until: tenPast }))

  it('expires at the end of its lease, and a takeover records the expiry', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('ugo', tenPast))
      .then(claimExpired('lia', tenPast, tenPast), caseClaimed('ugo', tenPast, at('10:20'))))

  it('is ended once by the timer when nobody takes over, not before its end', () => {
    given(caseOpened(), claimedByLia)
      .when(updateUrgency(five, instantOn('2026-03-03')))
      .thenNothing()
    given(caseOpened(), claimedByLia)
      .when(updateUrgency(quarter, instantOn('2026-03-03')))
      .then(claimExpired('lia', tenPast, quarter))
    given(caseOpened(), claimedByLia, claimExpired('lia', tenPast, quarter))
      .when(updateUrgency(quarter, instantOn('2026-03-03')))
      .thenNothing()
  })

  it.each(excludedAccounts)('P-16, D-02: is not open to %s, who is a party', (party) => {
    given(caseOpened()).when(claimCase(party, ten)).thenRejected(conflictOfInterest)
    given(caseOpened(), claimedByLia).when(claimCase(party, quarter)).thenRejected(conflictOfInterest)
  })

  it('P-16: is not open to a later reporter too', () =>
    given(caseOpened(), caseReprioritised(evidenceOf(2), [...excludedAccounts, 'ugo']))
      .when(claimCase('ugo', ten))
      .thenRejected(conflictOfInterest))

  it('is renewed by claiming again', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('lia', five))
      .then(caseClaimed('lia', five, quarter)))

  it('can be made again after expiry', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('lia', quarter))
      .then(caseClaimed('lia', quarter, at('10:25'))))

  it('is never shortened by a late request', () =>
    given(caseOpened(), caseClaimed('lia', five, quarter))
      .when(claimCase('lia', ten))
      .thenNothing())

  it('can be released by its own moderator only', () => {
    given(caseOpened(), claimedByLia).when(releaseCase('lia', five)).then(claimReleased('lia', five))
    given(caseOpened(), claimedByLia)
      .when(releaseCase('ugo', five))
      .thenRejected({ type: 'ClaimedByAnother', by: 'lia', until: tenPast })
  })

  it('needs no release when there is none, it expired or the case is closed', () => {
    given(caseOpened()).when(releaseCase('lia', five)).thenNothing()
    given(caseOpened(), claimedByLia, claimReleased('lia', five)).when(releaseCase('lia', five)).thenNothing()
    given(caseOpened(), claimedByLia).when(releaseCase('ugo', quarter)).thenNothing()
    given(caseOpened(), claimedByLia, caseClosed()).when(releaseCase('lia', five)).thenNothing()
  })

  it('is rejected on a closed case', () =>
    given(caseOpened(), caseClosed())
      .when(claimCase('lia', five))
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'upheld' }))

  it('D-08: is visible to moderators who are about to decide', () => {
    const claimed = fold(moderationCase, [caseOpened(), claimedByLia])
    expect(currentClaim(claimed, five)).toEqual({ by: 'lia', until: tenPast })
    expect(currentClaim(claimed, tenPast)).toBeNull()
    expect(currentClaim(fold(moderationCase, [caseOpened()]), five)).toBeNull()
    expect(currentClaim(fold(moderationCase, [caseOpened(), claimedByLia, caseClosed()]), five)).toBeNull()
    expect(currentClaim(moderationCase.initial, five)).toBeNull()
  })

  it('belongs to one moderator at a time, in every history', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('lia', 'ugo'), anyInstant), { minLength: 2 }), (claims) => {
        let state = fold(moderationCase, [caseOpened()])
        const clock = claims.map(([, at]) => at).sort()
        claims.forEach(([by], i) => {
          const at = clock[i] ?? ten
          const before = currentClaim(state, at)
          const decided = moderationCase.decide(claimCase(by, at), state)
          if (decided._tag === 'Right') state = decided.right.reduce(moderationCase.evolve, state)
          expect(currentClaim(state, at)?.by).toBe(before?.by ?? by)
        })
      }),
    ))
})

describe('the deadline of a case (B-47)', () => {
  const dayBefore = instantOn('2026-03-06', '09:00:00.000')

  it('triggers one warning, one working day before', () => {
    given(caseOpened())
      .when(updateUrgency(dayBefore, instantOn('2026-03-08')))
      .thenNothing()
    given(caseOpened()).when(updateUrgency(dayBefore, dueAt)).then(deadlineApproached('soon', dayBefore))
    given(caseOpened(), deadlineApproached('soon', dayBefore)).when(updateUrgency(dayBefore, dueAt)).thenNothing()
  })

  it('makes it overdue after its due time, not at it', () => {
    const after = instantOn('2026-03-09', '10:00:00.001')
    given(caseOpened(), deadlineApproached('soon', dayBefore)).when(updateUrgency(dueAt, dueAt)).thenNothing()
    given(caseOpened(), deadlineApproached('soon', dayBefore))
      .when(updateUrgency(after))
      .then(deadlineApproached('overdue', after))
    given(caseOpened(), deadlineApproached('overdue', after))
      .when(updateUrgency(instantOn('2026-03-20')))
      .thenNothing()
  })

  it('reports only overdue when the timer missed the warning', () =>
    given(caseOpened())
      .when(updateUrgency(instantOn('2026-03-20')))
      .then(deadlineApproached('overdue', instantOn('2026-03-20'))))

  it('stays overdue when the clock is set back', () =>
    given(caseOpened(), deadlineApproached('overdue', instantOn('2026-03-10')))
      .when(updateUrgency(dayBefore, dueAt))
      .thenNothing())
})

const moderators = fc.constantFrom('lia', 'ugo')
const anyEvidence = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 150 }))
const anyCommand: fc.Arbitrary<CaseCommand> = fc.oneof(
  anyEvidence.map(([flags, each]) => reprioritiseCase(evidenceOf(flags, flags * each))),
  fc.tuple(anyInstant, anyInstant).map(([at, until]) => updateUrgency(at, until)),
  fc.constantFrom(openCase, { ...openCase, kind: 'DISPUTE' } as CaseCommand),
  fc.constantFrom(escalateCase, closeCase(), closeCase('dismissed')),
  fc.tuple(moderators, anyInstant).map(([by, at]) => claimCase(by, at)),
  fc.tuple(moderators, anyInstant).map(([by, at]) => releaseCase(by, at)),
)
testDeciderProperties('a case', moderationCase, anyCommand)
