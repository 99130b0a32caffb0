import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { SanctionRecordEvent } from '../../../domain/sanctions/sanction-record-events.ts'
import { activeSuspension, sanctionRecord } from '../../../domain/sanctions/sanction-record.ts'
import { findSanction } from '../../../domain/sanctions/sanction-record-state.ts'
import { histories, spec } from '../../support/decider-spec.ts'
import { anySanctionCommand } from '../../support/sanctions/any-sanction-command.ts'
import {
  answerProposal,
  appealApproved,
  appealSubmitted,
  appealTakenUnderReview,
  decideAppeal,
  expireSanctions,
  imposeSanction,
  manualSuspensionImposed,
  manualViolationRecorded,
  permanentSuspensionConsented,
  permanentSuspensionImposed,
  permanentSuspensionProposed,
  permanentSuspensionRefused,
  sanctionExpired,
  sanctionLifted,
  start,
} from '../../support/sanctions/sanction-fixtures.ts'

const { given } = spec(sanctionRecord)
const inDays = (days: number) => plusDays(start, days)
const propose = imposeSanction({ severity: 'PERMANENT', permanentNeedsTwo: true })
const proposed = [manualViolationRecorded({ severity: 'MEDIUM' }), permanentSuspensionProposed()]
const stateAfter = (...events: readonly SanctionRecordEvent[]) => fold(sanctionRecord, events)

describe('Q-128: a permanent suspension', () => {
  it('suspends for 7 days until a second moderator consents', () => {
    given()
      .when(propose)
      .then(...proposed)
    expect(activeSuspension(stateAfter(...proposed), inDays(6))).not.toBeNull()
    expect(activeSuspension(stateAfter(...proposed), inDays(7))).toBeNull()
  })

  it('is imposed at once where one moderator is enough', () =>
    expect(
      activeSuspension(
        stateAfter(manualViolationRecorded({ severity: 'PERMANENT' }), permanentSuspensionImposed(1)),
        inDays(9999),
      ),
    ).toMatchObject({ severity: 'PERMANENT', proposal: null }))

  it('other severities need no second moderator', () =>
    given()
      .when(imposeSanction({ permanentNeedsTwo: true }))
      .then(manualViolationRecorded(), manualSuspensionImposed()))

  it('is proposed once: repeating the proposal changes nothing, also after it was answered', () => {
    given(...proposed)
      .when(propose)
      .thenNothing()
    given(...proposed, permanentSuspensionConsented())
      .when(propose)
      .thenNothing()
    given(...proposed, permanentSuspensionRefused())
      .when(propose)
      .thenNothing()
  })

  it('no longer ends after the consent and keeps its id; the period for appealing starts again', () => {
    given(...proposed)
      .when(answerProposal('consented', { at: inDays(3) }))
      .then(permanentSuspensionConsented('ugo', inDays(3)))
    expect(
      activeSuspension(stateAfter(...proposed, permanentSuspensionConsented('ugo', inDays(3))), inDays(9999)),
    ).toMatchObject({
      sanctionId: 'sanction-m',
      severity: 'PERMANENT',
      until: null,
      appealableUntil: inDays(187),
    })
    given(...proposed, permanentSuspensionConsented())
      .when(expireSanctions(inDays(30)))
      .thenNothing()
  })

  it('ends after 7 days without consent, or if it is refused', () => {
    given(...proposed)
      .when(expireSanctions(inDays(7)))
      .then(sanctionExpired('m', inDays(7)))
    given(...proposed)
      .when(answerProposal('refused'))
      .then(permanentSuspensionRefused())
    given(...proposed, permanentSuspensionRefused())
      .when(expireSanctions(inDays(7)))
      .then(sanctionExpired('m', inDays(7)))
  })

  it.each(['consented', 'refused'] as const)('is not %s by the proposer or the account itself', (outcome) => {
    given(...proposed)
      .when(answerProposal(outcome, { by: 'lia' }))
      .thenRejected({ type: 'ProposedByYou' })
    given(...proposed)
      .when(answerProposal(outcome, { by: 'ana' }))
      .thenRejected({ type: 'OwnMatter' })
  })

  it('is answered once: repeating the answer changes nothing, another one is rejected', () => {
    given(...proposed, permanentSuspensionConsented())
      .when(answerProposal('consented'))
      .thenNothing()
    given(...proposed, permanentSuspensionRefused())
      .when(answerProposal('refused'))
      .thenNothing()
    given(...proposed, permanentSuspensionRefused())
      .when(answerProposal('consented'))
      .thenRejected({ type: 'NothingProposed' })
    given(...proposed, permanentSuspensionConsented())
      .when(answerProposal('consented', { by: 'mario' }))
      .thenRejected({ type: 'NothingProposed' })
  })

  it('cannot be answered once the suspension has ended or was lifted, or if nothing was proposed', () => {
    const rejected = { type: 'NothingProposed' } as const
    given(...proposed)
      .when(answerProposal('consented', { at: inDays(7) }))
      .thenRejected(rejected)
    given(...proposed, sanctionLifted('m'))
      .when(answerProposal('consented'))
      .thenRejected(rejected)
    given(manualViolationRecorded(), manualSuspensionImposed()).when(answerProposal('consented')).thenRejected(rejected)
    given().when(answerProposal('consented')).thenRejected({ type: 'SanctionNotFound' })
  })

  it('its appeal is decided by a third moderator', () => {
    const appealed = [...proposed, permanentSuspensionConsented(), appealSubmitted('m')]
    for (const by of ['lia', 'ugo'])
      given(...appealed)
        .when(decideAppeal('APPROVED', { n: 'm', by }))
        .thenRejected({ type: 'SanctionedByYou' })
    given(...appealed)
      .when(decideAppeal('APPROVED', { n: 'm', by: 'mario' }))
      .then(appealTakenUnderReview('m', 'mario'), appealApproved('m', 'mario'))
  })
})

it('Q-128: whatever happens, no suspension that one moderator proposed becomes permanent without another one', () =>
  fc.assert(
    fc.property(histories(sanctionRecord, anySanctionCommand), (past) => {
      const state = fold(sanctionRecord, past)
      const sanction = findSanction(state, 'sanction-m')
      if (sanction === undefined || sanction.proposal === null) return
      const { by, outcome } = sanction.proposal
      expect(sanction.severity === 'PERMANENT').toBe(outcome === 'consented')
      expect(sanction.until === null).toBe(outcome === 'consented')
      expect([sanction.by, 'ana']).not.toContain(by)
    }),
  ))
