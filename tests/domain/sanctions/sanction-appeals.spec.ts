import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { SanctionRecordEvent } from '../../../domain/sanctions/sanction-record-events.ts'
import { allowedFlagAbuseOutcomes, partiesToFlagAbuse } from '../../../domain/sanctions/flag-abuse.ts'
import { sanctionActionsOf, sanctionAppealObstacle } from '../../../domain/sanctions/sanction-appeals.ts'
import { countStrikes, findSanction, openFlagAbuseCase } from '../../../domain/sanctions/sanction-record-state.ts'
import { flagAbuseOutcomes, sanctionAppealOutcomes } from '../../../domain/sanctions/vocabulary.ts'
import { sanctionRecord, type SanctionRecordCommand } from '../../../domain/sanctions/sanction-record.ts'
import { hasEffect, histories, spec } from '../../support/decider-spec.ts'
import { summarize } from '../../support/reviews/review-fixtures.ts'
import { anySanctionCommand } from '../../support/sanctions/any-sanction-command.ts'
import {
  answerProposal,
  appealApproved,
  appealRejected,
  appealSubmitted,
  appealTakenUnderReview,
  appealText,
  decideAppeal,
  decideFlagAbuse,
  liftSanction,
  manualSuspensionImposed,
  manualViolationRecorded,
  sanctionExpired,
  sanctionLifted,
  start,
  submitAppeal,
  suspensionImposed,
  takeAppealUnderReview,
  violationRecorded,
  warningIssued,
} from '../../support/sanctions/sanction-fixtures.ts'

const { given } = spec(sanctionRecord)
const now = plusDays(start, 100)
const imposed = [violationRecorded(1), warningIssued(1)]

/** The appeal against sanction 1, which was imposed automatically after mario's decision. */
const states: Readonly<Record<string, readonly SanctionRecordEvent[]>> = {
  'never sanctioned': [],
  'not appealed': imposed,
  'not appealed, sanction expired': [...imposed, sanctionExpired(1, plusDays(start, 90))],
  'not appealed, sanction replaced': [
    ...imposed,
    violationRecorded(2),
    suspensionImposed(2, 7, { replaces: 'sanction-1' }),
  ],
  'not appealed, sanction lifted': [...imposed, sanctionLifted(1)],
  pending: [...imposed, appealSubmitted()],
  'under review': [...imposed, appealSubmitted(), appealTakenUnderReview()],
  approved: [...imposed, appealSubmitted(), appealTakenUnderReview(), appealApproved()],
  rejected: [...imposed, appealSubmitted(), appealTakenUnderReview(), appealRejected()],
  'pending, then lifted': [...imposed, appealSubmitted(), sanctionLifted(1)],
}
const moderators = { sanctioned: 'ana', 'decided the cause': 'mario', another: 'lia', 'yet another': 'ugo' } as const
const judging = {
  take: (by: string) => takeAppealUnderReview(1, by, now),
  approve: (by: string) => decideAppeal('APPROVED', { by, at: now }),
  reject: (by: string) => decideAppeal('REJECTED', { by, at: now }),
} as const

const resultOf = (command: SanctionRecordCommand, past: readonly SanctionRecordEvent[]) =>
  summarize(sanctionRecord.decide(command, fold(sanctionRecord, past)))

const takenUnderReview = 'AppealTakenUnderReview'
const decided = '✗ SanctionAppealDecided'
const notAppealed = '✗ SanctionNotAppealed'
const unknown = '✗ SanctionNotFound'
/** Expected results of [take, approve, reject] for a moderator who is not a party; lia took the earlier decisions. */
const expected: Readonly<Record<string, readonly [string, string, string]>> = {
  'never sanctioned': [unknown, unknown, unknown],
  'not appealed': [notAppealed, notAppealed, notAppealed],
  'not appealed, sanction expired': [notAppealed, notAppealed, notAppealed],
  'not appealed, sanction replaced': [notAppealed, notAppealed, notAppealed],
  'not appealed, sanction lifted': [notAppealed, notAppealed, notAppealed],
  pending: [takenUnderReview, `${takenUnderReview} AppealApproved`, `${takenUnderReview} AppealRejected`],
  'under review': ['nothing', 'AppealApproved', 'AppealRejected'],
  approved: [decided, 'nothing', decided],
  rejected: [decided, decided, 'nothing'],
  'pending, then lifted': [decided, 'nothing', decided],
}

const isOver = (state: string) => /^approved|^rejected|lifted$/.test(state)

describe('S-15, Q-55: sanction appeals by state and role', () => {
  const rows = Object.entries(states)
  it.each(rows)('S-15: %s, when decided', (name, past) => {
    const actions = Object.values(judging)
    const resultsOf = (role: keyof typeof moderators) => actions.map((act) => resultOf(act(moderators[role]), past))
    const answers = expected[name] ?? []
    const answersIfRejected = (why: string) => answers.map((answer) => (answer === unknown ? unknown : why))
    expect(resultsOf('another')).toEqual(answers)
    // repeating one's own decision changes nothing; another moderator's is rejected
    expect(resultsOf('yet another')).toEqual(
      answers.map((answer) => (answer === 'nothing' && isOver(name) ? decided : answer)),
    )
    expect(resultsOf('sanctioned')).toEqual(answersIfRejected('✗ OwnMatter'))
    expect(resultsOf('decided the cause')).toEqual(answersIfRejected('✗ SanctionedByYou'))
  })

  it.each([
    ['never sanctioned', unknown, unknown],
    ['not appealed', 'AppealSubmitted', 'AppealSubmitted'],
    ['not appealed, sanction expired', 'AppealSubmitted', 'AppealSubmitted'],
    ['not appealed, sanction replaced', 'AppealSubmitted', 'AppealSubmitted'],
    ['not appealed, sanction lifted', '✗ SanctionAlreadyLifted', '✗ SanctionAlreadyLifted'],
    ['pending', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['under review', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['approved', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['rejected', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['pending, then lifted', 'nothing', '✗ SanctionAlreadyAppealed'],
  ])('S-15: %s, when appealed with the same and another text', (name, same, other) => {
    const past = states[name] ?? []
    expect(resultOf(submitAppeal(1, appealText, now), past)).toBe(same)
    expect(resultOf(submitAppeal(1, `${appealText} Davvero.`, now), past)).toBe(other)
  })

  it('cover every state', () => expect(Object.keys(expected)).toEqual(Object.keys(states)))
})

describe('a sanction appeal', () => {
  it('V-59: has 10 to 1000 characters, trimmed', () => {
    const tooShort = { type: 'SanctionAppealLength', field: 'appealReason', min: 10, max: 1000 } as const
    given(...imposed)
      .when(submitAppeal(1, '  brevissimo?  '.slice(0, 11)))
      .thenRejected(tooShort)
    given(...imposed)
      .when(submitAppeal(1, 'x'.repeat(1001)))
      .thenRejected(tooShort)
    expect(resultOf(submitAppeal(1, 'x'.repeat(10)), imposed)).toBe('AppealSubmitted')
    expect(resultOf(submitAppeal(1, 'x'.repeat(1000)), imposed)).toBe('AppealSubmitted')
  })

  it('V-60: is decided in 10 to 1000 characters', () => {
    const past = [...imposed, appealSubmitted()]
    const invalidLength = { type: 'SanctionAppealLength', field: 'reason', min: 10, max: 1000 } as const
    given(...past)
      .when(decideAppeal('REJECTED', { reason: 'No.' }))
      .thenRejected(invalidLength)
    given(...past)
      .when(decideAppeal('APPROVED', { reason: 'x'.repeat(1001) }))
      .thenRejected(invalidLength)
  })

  it('can be lodged for 184 days, including the last', () => {
    const last = plusDays(start, 184)
    expect(resultOf(submitAppeal(1, appealText, last), imposed)).toBe('AppealSubmitted')
    given(...imposed)
      .when(submitAppeal(1, appealText, plusDays(last, 0.001)))
      .thenRejected({ type: 'SanctionAppealTooLate', until: last })
  })

  it('Q-55: deactivates the sanction and removes its strike when approved', () => {
    given(...imposed, appealSubmitted())
      .when(decideAppeal('APPROVED'))
      .then(appealTakenUnderReview(), appealApproved())
    const after = fold(sanctionRecord, [...imposed, appealSubmitted(), appealTakenUnderReview(), appealApproved()])
    expect([...after.sanctions.values()].map(({ status }) => status)).toEqual(['lifted'])
    expect(countStrikes(after)).toBe(0)
  })

  it('Q-55: changes neither when rejected', () => {
    given(...imposed, appealSubmitted(), appealTakenUnderReview())
      .when(decideAppeal('REJECTED'))
      .then(appealRejected())
    const after = fold(sanctionRecord, [...imposed, appealSubmitted(), appealTakenUnderReview(), appealRejected()])
    expect([...after.sanctions.values()].map(({ status }) => status)).toEqual(['active'])
    expect(countStrikes(after)).toBe(1)
  })

  it('against a manual sanction is not decided by the moderator who imposed it', () => {
    const past = [manualViolationRecorded(), manualSuspensionImposed(), appealSubmitted('m')]
    for (const act of [
      takeAppealUnderReview('m'),
      decideAppeal('APPROVED', { n: 'm' }),
      decideAppeal('REJECTED', { n: 'm' }),
    ])
      given(...past)
        .when(act)
        .thenRejected({ type: 'SanctionedByYou' })
    given(...past)
      .when(decideAppeal('REJECTED', { n: 'm', by: 'ugo' }))
      .then(appealTakenUnderReview('m', 'ugo'), appealRejected('m', 'ugo'))
  })

  it('counts as decided when the sanction is lifted', () => {
    given(...imposed, appealSubmitted())
      .when(liftSanction(1))
      .then(sanctionLifted(1))
    expect(fold(sanctionRecord, [...imposed, appealSubmitted(), sanctionLifted(1)]).sanctions.first()?.appeal).toBe(
      'APPROVED',
    )
  })
})

describe('what is offered about a sanction', () => {
  const numbers = fc.constantFrom(1, 2, 3, 'm' as const)
  const people = fc.constantFrom('ana', 'mario', 'lia', 'ugo')
  const instants = fc.constantFrom(now, plusDays(start, 184), plusDays(start, 400))

  it('to a moderator is exactly what the moderator may do', () =>
    fc.assert(
      fc.property(histories(sanctionRecord, anySanctionCommand), numbers, people, (past, n, by) => {
        const state = fold(sanctionRecord, past)
        const sanction = findSanction(state, `sanction-${n}`)
        if (sanction === undefined) return
        const actions = sanctionActionsOf('ana', sanction, by, now)
        const changes = (command: SanctionRecordCommand) => hasEffect(sanctionRecord, state, command)
        expect(actions.includes('take-appeal')).toBe(changes(takeAppealUnderReview(n, by, now)))
        for (const decision of sanctionAppealOutcomes)
          expect(actions.includes('decide-appeal')).toBe(changes(decideAppeal(decision, { n, by, at: now })))
        expect(actions.includes('consent')).toBe(changes(answerProposal('consented', { n, by, at: now })))
        expect(actions.includes('refuse')).toBe(changes(answerProposal('refused', { n, by, at: now })))
        expect(actions.includes('lift')).toBe(changes(liftSanction(n, by, now)))
      }),
    ))

  it('to the account is an appeal exactly if it would be accepted', () =>
    fc.assert(
      fc.property(histories(sanctionRecord, anySanctionCommand), numbers, instants, (past, n, at) => {
        const state = fold(sanctionRecord, past)
        const sanction = findSanction(state, `sanction-${n}`)
        if (sanction === undefined) return
        const command = submitAppeal(n, 'Un testo mai inviato prima.', at)
        expect(sanctionAppealObstacle(sanction, at) === null).toBe(hasEffect(sanctionRecord, state, command))
      }),
    ))

  it('to a moderator are decisions about flag abuse exactly if they would be accepted', () =>
    fc.assert(
      fc.property(histories(sanctionRecord, anySanctionCommand), fc.constantFrom(1, 2), people, (past, number, by) => {
        const state = fold(sanctionRecord, past)
        const abuseCase = {
          isOpen: openFlagAbuseCase(state.flagAbuse) === number,
          parties: partiesToFlagAbuse('ana', state),
        }
        const offered = allowedFlagAbuseOutcomes(abuseCase, by)
        for (const outcome of flagAbuseOutcomes)
          expect(offered.includes(outcome)).toBe(
            hasEffect(sanctionRecord, state, decideFlagAbuse(outcome, { number, by })),
          )
      }),
    ))
})
