import * as fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import {
  allowedDisputeStatuses,
  dispute,
  type DisputeCommand,
  type DisputeEvent,
} from '../../../domain/reviews/dispute.ts'
import { type SettableDisputeStatus, settableDisputeStatuses } from '../../../domain/reviews/vocabulary.ts'
import { hasEffect, histories, spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { overturnDispute } from '../../support/reviews/appeal-outcome-fixtures.ts'
import { fileStatement } from '../../support/reviews/reply-fixtures.ts'
import {
  anyInstant,
  closeDispute,
  disputeOpened,
  disputeModerated,
  disputeVoided,
  instantOn,
  openDispute,
  decideDispute,
  summarize,
  takeUnderReview,
  voidDispute,
} from '../../support/reviews/review-fixtures.ts'

const { given } = spec(dispute)
const reviewed = { targetType: 'BUSINESS' as const, targetId: 'hotel', status: 'ACTIVE' as const }

describe('opening a dispute', () => {
  it('B-47: sets a due date at the end of the fifth working day', () =>
    given()
      .when(openDispute())
      .then(disputeOpened({ dueAt: instantOn('2026-03-09', '22:59:59.999') })))

  it('D-21: uses the configured number of working days', () =>
    given()
      .when(openDispute({ workingDays: 2 }))
      .then(disputeOpened({ dueAt: instantOn('2026-03-04', '22:59:59.999') })))

  it('B-29, P-13: is open to the reviewed business only', () => {
    const rejected = { type: 'NotTheDisputedBusiness' } as const
    given()
      .when(openDispute({ businessId: 'bar' }))
      .thenRejected(rejected)
    given(disputeOpened())
      .when(openDispute({ businessId: 'bar' }))
      .thenRejected(rejected)
    for (const targetType of ['PLACE', 'USER'] as const)
      given()
        .when(openDispute({ review: { ...reviewed, targetType } }))
        .thenRejected(rejected)
  })

  it('E-07, B-28: is possible once: idempotent, and rejected with other content', () => {
    given(disputeOpened())
      .when(openDispute({ at: instantOn('2026-03-09') }))
      .thenNothing()
    given(disputeOpened(), disputeModerated('DisputeRejected')).when(openDispute()).thenNothing()
    for (const overrides of [
      { reason: 'OTHER' as const },
      { message: 'Un motivo del tutto diverso dal primo.' },
      { evidenceUrls: [] },
      { evidenceUrls: ['https://hotel.example/altre'] },
    ])
      given(disputeOpened()).when(openDispute(overrides)).thenRejected({ type: 'AlreadyDisputed' })
  })

  it('S-11: is rejected for a hidden or removed review, and allowed for a held one', () => {
    for (const status of ['HIDDEN', 'REMOVED'] as const)
      given()
        .when(openDispute({ review: { ...reviewed, status } }))
        .thenRejected({ type: 'ReviewNotDisputable', status })
    given()
      .when(openDispute({ review: { ...reviewed, status: 'PENDING_REVIEW' } }))
      .then(disputeOpened())
  })

  it('changes nothing when repeated after removal', () =>
    given(disputeOpened(), disputeModerated('DisputeUpheld'))
      .when(openDispute({ review: { ...reviewed, status: 'REMOVED' } }))
      .thenNothing())

  it.each([20, 2000])('V-48: accepts %i characters, trimmed', (length) => {
    const message = 'x'.repeat(length)
    given()
      .when(openDispute({ message: `  ${message}\n` }))
      .then(disputeOpened({ message }))
  })

  it.each([0, 19, 2001])('V-48: rejects %i characters', (length) =>
    given()
      .when(openDispute({ message: `${'x'.repeat(length)}     ` }))
      .thenRejected({ type: 'DisputeMessageLength', min: 20, max: 2000 }),
  )

  it('V-49, Q-51: accepts up to five https addresses', () => {
    const evidenceUrls = Array.from({ length: 5 }, (_, i) => `https://hotel.example/prova?n=${i}`)
    given()
      .when(openDispute({ evidenceUrls: [...evidenceUrls.slice(0, 4), ` ${evidenceUrls[4]} `] }))
      .then(disputeOpened({ evidenceUrls }))
    given()
      .when(openDispute({ evidenceUrls: [] }))
      .then(disputeOpened({ evidenceUrls: [] }))
    const invalidUrls = ['http://hotel.example', 'javascript:alert(1)', 'hotel.example', 'https://', '']
    for (const urls of [[...evidenceUrls, 'https://hotel.example'], ...invalidUrls.map((url) => [url])])
      given()
        .when(openDispute({ evidenceUrls: urls }))
        .thenRejected({ type: 'DisputeEvidenceInvalid', max: 5 })
  })
})

describe('deciding a dispute', () => {
  it('Q-52: takes notes for moderators and a resolution for the parties, trimmed', () =>
    given(disputeOpened())
      .when(decideDispute('upheld', { moderatorNotes: ' Vero ', resolution: ' Rimossa ' }))
      .then(disputeModerated('DisputeUpheld', { moderatorNotes: 'Vero', resolution: 'Rimossa' })))

  it.each(['moderatorNotes', 'resolution'] as const)('V-50: %s of at most 2000 characters', (field) => {
    const text = 'x'.repeat(2000)
    given(disputeOpened())
      .when(decideDispute('rejected', { [field]: text }))
      .then(disputeModerated('DisputeRejected', { [field]: text }))
    given(disputeOpened())
      .when(decideDispute('rejected', { [field]: `${text}x` }))
      .thenRejected({ type: 'DisputeNotesTooLong', field, max: 2000 })
  })

  it.each([
    ['the business', 'hotel'],
    ['the review’s author', 'ada'],
    ['the reporter of a pending flag, which the decision would close', 'rita'],
  ])('D-02: is not open to %s', (_, by) => {
    for (const command of [takeUnderReview({ by }), decideDispute('rejected', { by }), { ...closeDispute, by }])
      given(disputeOpened()).when(command).thenRejected(conflictOfInterest)
  })

  it('Q-52: keeps the outcome when the dispute is closed', () => {
    const outcomeOf = (...events: readonly DisputeEvent[]) => {
      const state = fold(dispute, [disputeOpened(), ...events, disputeModerated('DisputeClosed')])
      return state.status === 'NONE' ? null : [state.status, state.outcome]
    }
    expect(outcomeOf(disputeModerated('DisputeUpheld'))).toEqual(['CLOSED', 'upheld'])
    expect(outcomeOf(disputeModerated('DisputeRejected'))).toEqual(['CLOSED', 'rejected'])
  })
})

describe('S-13: disputes by state and action', () => {
  const upheld = [disputeOpened(), disputeModerated('DisputeUpheld')]
  const rejected = [disputeOpened(), disputeModerated('DisputeTakenUnderReview'), disputeModerated('DisputeRejected')]
  const states: Readonly<Record<string, readonly DisputeEvent[]>> = {
    none: [],
    OPEN: [disputeOpened()],
    UNDER_REVIEW: [disputeOpened(), disputeModerated('DisputeTakenUnderReview')],
    RESOLVED_UPHELD: upheld,
    RESOLVED_REJECTED: rejected,
    CLOSED: [...upheld, disputeModerated('DisputeClosed')],
    void: [disputeOpened(), disputeVoided],
  }
  const actions: Readonly<Record<string, DisputeCommand>> = {
    open: openDispute(),
    take: takeUnderReview(),
    uphold: decideDispute('upheld'),
    reject: decideDispute('rejected'),
    close: closeDispute,
    void: voidDispute,
  }
  const table = `
    none               open    DisputeOpened
    none               take    ✗ DisputeNotFound
    none               uphold  ✗ DisputeNotFound
    none               reject  ✗ DisputeNotFound
    none               close   ✗ DisputeNotFound
    none               void    nothing
    OPEN               open    nothing
    OPEN               take    DisputeTakenUnderReview
    OPEN               uphold  DisputeUpheld
    OPEN               reject  DisputeRejected
    OPEN               close   ✗ DisputeTransitionNotAllowed
    OPEN               void    DisputeVoided
    UNDER_REVIEW       open    nothing
    UNDER_REVIEW       take    nothing
    UNDER_REVIEW       uphold  DisputeUpheld
    UNDER_REVIEW       reject  DisputeRejected
    UNDER_REVIEW       close   ✗ DisputeTransitionNotAllowed
    UNDER_REVIEW       void    DisputeVoided
    RESOLVED_UPHELD    open    nothing
    RESOLVED_UPHELD    take    ✗ DisputeTransitionNotAllowed
    RESOLVED_UPHELD    uphold  nothing
    RESOLVED_UPHELD    reject  ✗ DisputeTransitionNotAllowed
    RESOLVED_UPHELD    close   DisputeClosed
    RESOLVED_UPHELD    void    nothing
    RESOLVED_REJECTED  open    nothing
    RESOLVED_REJECTED  take    ✗ DisputeTransitionNotAllowed
    RESOLVED_REJECTED  uphold  ✗ DisputeTransitionNotAllowed
    RESOLVED_REJECTED  reject  nothing
    RESOLVED_REJECTED  close   DisputeClosed
    RESOLVED_REJECTED  void    nothing
    CLOSED             open    nothing
    CLOSED             take    ✗ DisputeTransitionNotAllowed
    CLOSED             uphold  ✗ DisputeTransitionNotAllowed
    CLOSED             reject  ✗ DisputeTransitionNotAllowed
    CLOSED             close   nothing
    CLOSED             void    nothing
    void               open    nothing
    void               take    ✗ DisputeTransitionNotAllowed
    void               uphold  ✗ DisputeTransitionNotAllowed
    void               reject  ✗ DisputeTransitionNotAllowed
    void               close   nothing
    void               void    nothing`

  const rows = [...table.matchAll(/(\w+) +(\w+) +(.+)/g)].map(([, state = '', action = '', outcome = '']) => [
    state,
    action,
    outcome,
  ])

  it('covers every combination', () => {
    const all = Object.keys(states).flatMap((state) => Object.keys(actions).map((action) => `${state} ${action}`))
    expect(rows.map(([state, action]) => `${state} ${action}`)).toEqual(all)
  })

  it.each(rows)('%s: %s → %s', (state, action, outcome) => {
    const [history, command] = [states[state ?? ''], actions[action ?? '']]
    assert(history && command)
    expect(summarize(dispute.decide(command, fold(dispute, history)))).toBe(outcome)
  })

  it('records both states', () =>
    given(...upheld)
      .when(takeUnderReview())
      .thenRejected({ type: 'DisputeTransitionNotAllowed', from: 'RESOLVED_UPHELD', to: 'UNDER_REVIEW' }))

  it('records why a dispute is void', () => given(disputeOpened()).when(voidDispute).then(disputeVoided))
})

const moderators = fc.constantFrom('moderator', 'lia', 'hotel')
const anyCommand: fc.Arbitrary<DisputeCommand> = fc.oneof(
  fc
    .record({
      message: fc.constantFrom('Corto', ' Una descrizione abbastanza lunga. '),
      evidenceUrls: fc.constantFrom([], [' https://hotel.example/camere'], ['http://hotel.example']),
      at: anyInstant,
    })
    .map((overrides) => openDispute(overrides)),
  fc.tuple(moderators, anyInstant).map(([by, at]) => takeUnderReview({ by, at })),
  fc
    .tuple(fc.constantFrom('upheld', 'rejected'), moderators, fc.constantFrom('', ' Vista '))
    .map(([outcome, by, resolution]) => decideDispute(outcome, { by, resolution })),
  fc.constantFrom(closeDispute, voidDispute),
  fc
    .tuple(fc.constantFrom('s-1', 's-2', 's-3'), fc.constantFrom('hotel', 'ada', 'lia'), anyInstant)
    .map(([statementId, by, at]) => fileStatement(by, { statementId, at })),
  fc.constantFrom(overturnDispute('upheld'), overturnDispute('rejected', 'ruling-2')),
)
testDeciderProperties('a dispute', dispute, anyCommand, { longest: 8 })

describe('the statuses offered on a dispute', () => {
  const commandOf = {
    UNDER_REVIEW: (by: string) => takeUnderReview({ by, authorAndReporters }),
    RESOLVED_UPHELD: (by: string) => decideDispute('upheld', { by, authorAndReporters }),
    RESOLVED_REJECTED: (by: string) => decideDispute('rejected', { by, authorAndReporters }),
    CLOSED: (by: string) => ({ ...closeDispute, by, authorAndReporters }),
  } as const satisfies Readonly<Record<SettableDisputeStatus, (by: string) => DisputeCommand>>
  const authorAndReporters = ['ada', 'bruno']

  it('Q-52: are exactly the ones that change it', () =>
    fc.assert(
      fc.property(histories(dispute, anyCommand), fc.constantFrom('lia', 'hotel', 'ada', 'bruno'), (past, by) => {
        const state = fold(dispute, past)
        if (state.status === 'NONE') return
        const offered = allowedDisputeStatuses(state.status, ['hotel', ...authorAndReporters], by)
        for (const status of settableDisputeStatuses)
          expect(offered.includes(status)).toBe(hasEffect(dispute, state, commandOf[status](by)))
      }),
    ))
})
