import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { liveClaim, moderationCase, type CaseCommand } from '../../../domain/moderation/case/decider.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import {
  caseClaimed,
  caseClosed,
  caseEscalated,
  caseOpened,
  claimCase,
  claimReleased,
  closeCase,
  escalateCase,
  openCase,
  releaseCase,
} from '../../support/moderation.ts'
import { instants, on } from '../../support/reputation.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(moderationCase)
const at = (time: string) => on('2026-03-02', `${time}:00.000`)
const [ten, five, tenPast, quarter] = [at('10:00'), at('10:05'), at('10:10'), at('10:15')]
const claimedByLia = caseClaimed('lia', ten, tenPast)

describe('a case on the moderators’ queue', () => {
  it('points settled 7: opens with the first flag', () => given().when(openCase).then(caseOpened()))

  it('once, whatever is asked again and even when it is closed', () => {
    given(caseOpened()).when(openCase).thenNothing()
    given(caseOpened(), caseClosed()).when(openCase).thenNothing()
  })

  it('points settled 7: becomes HELD when the threshold is reached, once', () => {
    given(caseOpened()).when(escalateCase).then(caseEscalated)
    given(caseOpened(), caseEscalated).when(escalateCase).thenNothing()
    given(caseOpened(), caseEscalated, caseClosed()).when(escalateCase).thenNothing()
  })

  it.each(['DISPUTE', 'APPEAL'] as const)('is never escalated when it is a %s', (kind) =>
    given(caseOpened(kind)).when(escalateCase).thenRejected({ type: 'CaseNotEscalatable', kind }),
  )

  it('is not escalated once it is closed', () =>
    given(caseOpened(), caseClosed()).when(escalateCase).thenRejected({ type: 'CaseAlreadyClosed', outcome: 'upheld' }))

  it('is closed once, and keeps its outcome', () => {
    given(caseOpened()).when(closeCase()).then(caseClosed())
    given(caseOpened(), caseClosed()).when(closeCase()).thenNothing()
    given(caseOpened(), caseClosed())
      .when(closeCase('dismissed'))
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'upheld' })
  })

  it('is closed under whoever claimed it: the decision it follows from has been taken', () =>
    given(caseOpened(), caseClaimed('ugo', ten, tenPast))
      .when(closeCase())
      .then(caseClosed()))

  it('does nothing before it is opened', () => {
    for (const command of [escalateCase, claimCase('lia', ten), releaseCase('lia', ten), closeCase()])
      given().when(command).thenRejected({ type: 'CaseNotFound' })
  })
})

describe('a moderator’s claim on a case', () => {
  it('holds for the lease', () => given(caseOpened()).when(claimCase('lia', ten)).then(claimedByLia))

  it('keeps the others off, and tells them who and until when', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('ugo', five))
      .thenRejected({ type: 'ClaimedByAnother', by: 'lia', until: tenPast }))

  it('lapses at the very end of its lease', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('ugo', tenPast))
      .then(caseClaimed('ugo', tenPast, at('10:20'))))

  it('is renewed by claiming again', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('lia', five))
      .then(caseClaimed('lia', five, quarter)))

  it('is taken up again after it lapsed', () =>
    given(caseOpened(), claimedByLia)
      .when(claimCase('lia', quarter))
      .then(caseClaimed('lia', quarter, at('10:25'))))

  it('is never shortened by a late request', () =>
    given(caseOpened(), caseClaimed('lia', five, quarter))
      .when(claimCase('lia', ten))
      .thenNothing())

  it('is given back by its own moderator only', () => {
    given(caseOpened(), claimedByLia).when(releaseCase('lia', five)).then(claimReleased('lia', five))
    given(caseOpened(), claimedByLia)
      .when(releaseCase('ugo', five))
      .thenRejected({ type: 'ClaimedByAnother', by: 'lia', until: tenPast })
  })

  it('needs no giving back when there is none, or it lapsed, or the case is closed', () => {
    given(caseOpened()).when(releaseCase('lia', five)).thenNothing()
    given(caseOpened(), claimedByLia, claimReleased('lia', five)).when(releaseCase('lia', five)).thenNothing()
    given(caseOpened(), claimedByLia).when(releaseCase('ugo', quarter)).thenNothing()
    given(caseOpened(), claimedByLia, caseClosed()).when(releaseCase('lia', five)).thenNothing()
  })

  it('cannot be laid on a closed case', () =>
    given(caseOpened(), caseClosed())
      .when(claimCase('lia', five))
      .thenRejected({ type: 'CaseAlreadyClosed', outcome: 'upheld' }))

  it('points settled 8: is seen by whoever is about to decide', () => {
    const claimed = fold(moderationCase, [caseOpened(), claimedByLia])
    expect(liveClaim(claimed, five)).toEqual({ by: 'lia', until: tenPast })
    expect(liveClaim(claimed, tenPast)).toBeNull()
    expect(liveClaim(fold(moderationCase, [caseOpened()]), five)).toBeNull()
    expect(liveClaim(fold(moderationCase, [caseOpened(), claimedByLia, caseClosed()]), five)).toBeNull()
    expect(liveClaim(moderationCase.initial, five)).toBeNull()
  })

  it('belongs to one moderator at a time, in every history', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('lia', 'ugo'), instants), { minLength: 2 }), (claims) => {
        let state = fold(moderationCase, [caseOpened()])
        const clock = claims.map(([, at]) => at).sort()
        claims.forEach(([by], i) => {
          const at = clock[i] ?? ten
          const before = liveClaim(state, at)
          const decided = moderationCase.decide(claimCase(by, at), state)
          if (decided._tag === 'Right') state = decided.right.reduce(moderationCase.evolve, state)
          expect(liveClaim(state, at)?.by).toBe(before?.by ?? by)
        })
      }),
    ))
})

const moderators = fc.constantFrom('lia', 'ugo')
const anyCommand: fc.Arbitrary<CaseCommand> = fc.oneof(
  fc.constantFrom(openCase, { ...openCase, kind: 'DISPUTE' } as CaseCommand),
  fc.constantFrom(escalateCase, closeCase(), closeCase('dismissed')),
  fc.tuple(moderators, instants).map(([by, at]) => claimCase(by, at)),
  fc.tuple(moderators, instants).map(([by, at]) => releaseCase(by, at)),
)
deciderKeepsItsPromises('a case', moderationCase, anyCommand)
