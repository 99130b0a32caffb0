import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import {
  appeal,
  appealActionsOf,
  type AppealCommand,
  type AppealEvent,
  appealObstacle,
  possibleMeasures,
} from '../../../domain/moderation/appeal.ts'
import { appealOutcomes } from '../../../domain/moderation/vocabulary.ts'
import { hasEffect, histories, spec, testDeciderProperties } from '../../support/decider-spec.ts'
import {
  appealDecided,
  appealLodged,
  appealReasons,
  appealTaken,
  appealText,
  appealVoided,
  consequencesFor,
  decideAppeal,
  disputeRejected,
  hiddenByUgo,
  lodgeAppeal,
  noAction,
  ratingKept,
  ratingStruck,
  removedByUgo,
  takeAppealUnderReview,
  voidAppeal,
} from '../../support/moderation/appeal-fixtures.ts'
import { anyInstant, instantOn, summarize } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(appeal)

describe('lodging an appeal against a moderation decision', () => {
  it('is idempotent, and rejected with another text', () => {
    given().when(lodgeAppeal()).then(appealLodged())
    given(appealLodged())
      .when(lodgeAppeal(hiddenByUgo, { at: instantOn('2026-03-10') }))
      .thenNothing()
    for (const later of [[], [appealTaken], [appealDecided()], [appealVoided]])
      given(appealLodged(), ...later)
        .when(lodgeAppeal(hiddenByUgo, { text: 'Ho altre cose da dire.' }))
        .thenRejected({ type: 'AlreadyAppealed' })
  })

  it('does not exist for others', () => {
    for (const appellantId of ['bea', 'hotel', 'ugo', 'nobody'])
      given().when(lodgeAppeal(hiddenByUgo, { appellantId })).thenRejected({ type: 'DecisionNotFound' })
  })

  it.each([10, 1000])('accepts %i characters, trimmed', (length) => {
    const text = 'x'.repeat(length)
    given()
      .when(lodgeAppeal(hiddenByUgo, { text: ` ${text}\n` }))
      .then(appealLodged(hiddenByUgo, { text }))
  })

  it.each([0, 9, 1001])('rejects %i characters', (length) =>
    given()
      .when(lodgeAppeal(hiddenByUgo, { text: `${'x'.repeat(length)}    ` }))
      .thenRejected({ type: 'AppealTextLength', min: 10, max: 1000 }),
  )

  it('is possible until the last instant of the term, which the later rejection names', () => {
    const until = instantOn('2026-09-05')
    given()
      .when(lodgeAppeal(hiddenByUgo, { at: until }))
      .then(appealLodged(hiddenByUgo, { at: until }))
    given()
      .when(lodgeAppeal(hiddenByUgo, { at: instantOn('2026-09-05', '10:00:00.001') }))
      .thenRejected({ type: 'AppealTooLate', until })
  })

  it('is rejected when the decision is final', () =>
    given()
      .when(lodgeAppeal({ ...hiddenByUgo, appealableUntil: null }))
      .thenRejected({ type: 'DecisionFinal' }))

  it('is rejected when the decision is no longer in force', () =>
    given()
      .when(lodgeAppeal({ ...hiddenByUgo, inForce: false }))
      .thenRejected({ type: 'DecisionNotInForce' }))

  it('collects several reporters in one appeal, each with their own text', () => {
    const byCarlo = { appellantId: 'carlo', toldId: 'decision-2', text: 'Anche io non sono d’accordo.' }
    given(appealLodged(noAction)).when(lodgeAppeal(noAction, byCarlo)).then(appealLodged(noAction, byCarlo))
    given(appealLodged(noAction), appealDecided({ side: 'reporter' }))
      .when(lodgeAppeal(noAction, byCarlo))
      .thenRejected({ type: 'AppealAlreadyDecided', status: 'UPHELD' })
  })
})

describe('deciding an appeal', () => {
  const decidingCommands = [takeAppealUnderReview, (who: { readonly by: string }) => decideAppeal('UPHELD', who)]

  it('is not open to a moderator who decided the matter at any level', () => {
    const overturning = { ...hiddenByUgo, level: 2, deciders: ['ugo', 'nina'] }
    for (const by of ['ugo', 'nina'])
      for (const commandBy of decidingCommands)
        given(appealLodged(overturning)).when(commandBy({ by })).thenRejected({ type: 'DecidedBefore' })
  })

  it('is not open to appellants and parties', () => {
    for (const commandBy of decidingCommands) {
      given(appealLodged(noAction), appealLodged(noAction, { appellantId: 'carlo' }))
        .when(commandBy({ by: 'carlo' }))
        .thenRejected(conflictOfInterest)
      given(appealLodged())
        .when({ ...commandBy({ by: 'hotel' }), parties: ['ada', 'hotel'] } as AppealCommand)
        .thenRejected(conflictOfInterest)
    }
  })

  it('is possible with or without claiming it first', () => {
    given(appealLodged()).when(takeAppealUnderReview()).then(appealTaken)
    given(appealLodged(), appealTaken)
      .when(takeAppealUnderReview({ by: 'nina' }))
      .thenNothing()
    for (const before of [[], [appealTaken]])
      given(appealLodged(), ...before)
        .when(decideAppeal('UPHELD'))
        .then(appealDecided())
  })

  it('requires a reason of 10 to 1000 characters and a matching ground', () => {
    for (const facts of ['', ' corto    ', 'x'.repeat(1001)])
      given(appealLodged())
        .when(decideAppeal('UPHELD', { reasons: { ...appealReasons(false), facts } }))
        .thenRejected({ type: 'AppealReasonLength', min: 10, max: 1000 })
    given(appealLodged())
      .when(decideAppeal('OVERTURNED', { reasons: appealReasons(false) }))
      .thenRejected({ type: 'GroundDoesNotFit', ground: 'OFFENSIVE' })
    given(appealLodged())
      .when(decideAppeal('UPHELD', { reasons: appealReasons(true) }))
      .thenRejected({ type: 'GroundDoesNotFit', ground: 'NO_VIOLATION' })
  })

  it('is idempotent, and rejected with another outcome', () => {
    given(appealLodged(), appealDecided()).when(decideAppeal('UPHELD')).thenNothing()
    given(appealLodged(), appealDecided())
      .when(decideAppeal('OVERTURNED', { visible: true }))
      .thenRejected({ type: 'AppealAlreadyDecided', status: 'UPHELD' })
  })

  it.each([
    ['the author of a hidden review', hiddenByUgo, { UPHELD: 'HIDDEN', PARTLY: '', OVERTURNED: 'VISIBLE' }],
    ['the author of a removed one', removedByUgo, { UPHELD: 'REMOVED', PARTLY: 'HIDDEN', OVERTURNED: 'VISIBLE' }],
    ['a reporter nobody believed', noAction, { UPHELD: 'VISIBLE', PARTLY: '', OVERTURNED: 'HIDDEN REMOVED' }],
    ['a business that lost', disputeRejected, { UPHELD: 'VISIBLE', PARTLY: 'HIDDEN', OVERTURNED: 'REMOVED' }],
  ])('allows a short list of outcomes when %s appeals', (_, decision, expected) => {
    const measures = ['VISIBLE', 'HIDDEN', 'REMOVED'] as const
    for (const [outcome, possible] of Object.entries(expected)) {
      const accepted = measures.filter((measure) => {
        const details = { measure, visible: measure === 'VISIBLE' }
        const decided = appeal.decide(
          decideAppeal(outcome as 'UPHELD', details),
          fold(appeal, [appealLodged(decision)]),
        )
        return summarize(decided) === 'AppealDecided'
      })
      expect(accepted.join(' ')).toBe(possible)
    }
  })
})

describe('a ruling that overturns the decision', () => {
  const bea = { accountId: 'bea', side: 'reporter' as const }
  const carlo = { accountId: 'carlo', side: 'reporter' as const }
  const ada = { accountId: 'ada', side: 'author' as const }
  const half = instantOn('2026-09-11')

  it('can be appealed once more for 184 days by the side that lost', () => {
    given(appealLodged())
      .when(decideAppeal('OVERTURNED', { visible: true, consequences: consequencesFor(bea) }))
      .then(
        appealDecided({
          outcome: 'OVERTURNED',
          measure: 'VISIBLE',
          ...appealReasons(true),
          others: [bea],
          redress: ['appeal', 'out-of-court', 'court'],
          appealableUntil: half,
        }),
      )
    given(appealLodged(noAction))
      .when(decideAppeal('OVERTURNED', { consequences: consequencesFor(ada, carlo) }))
      .then(
        appealDecided({
          side: 'reporter',
          outcome: 'OVERTURNED',
          before: 'VISIBLE',
          appellants: ['bea'],
          others: [ada, carlo],
          redress: ['appeal', 'out-of-court', 'court'],
          appealableUntil: half,
        }),
      )
  })

  it.each([
    ['it stands', hiddenByUgo, 'UPHELD', false],
    ['the review stays out of sight', removedByUgo, 'PARTLY', false],
    ['it was the second appeal', { ...hiddenByUgo, level: 2 }, 'OVERTURNED', true],
  ] as const)('is final when %s', (_, decision, outcome, visible) => {
    const command = decideAppeal(outcome, { visible, consequences: consequencesFor(bea) })
    const decided = appeal.decide(command, fold(appeal, [appealLodged(decision)]))
    expect(decided).toMatchObject({
      right: [{ data: { appealableUntil: null, redress: ['out-of-court', 'court'] } }],
    })
  })

  it('is final when no side lost', () => {
    const decided = appeal.decide(decideAppeal('OVERTURNED', { visible: true }), fold(appeal, [appealLodged()]))
    expect(decided).toMatchObject({ right: [{ data: { appealableUntil: null } }] })
  })
})

describe('an appeal whose goal was reached otherwise', () => {
  it('is voided', () => {
    given(appealLodged()).when(voidAppeal(true)).then(appealVoided)
    given(appealLodged(), appealVoided).when(voidAppeal(true)).thenNothing()
    given(appealLodged(), appealVoided)
      .when(decideAppeal('UPHELD'))
      .thenRejected({ type: 'AppealAlreadyDecided', status: 'VOID' })
  })

  it('stays open while the goal is not reached', () => {
    given(appealLodged()).when(voidAppeal(false)).thenNothing()
    given(appealLodged(noAction)).when(voidAppeal(true)).thenNothing()
    given(appealLodged(), appealDecided()).when(voidAppeal(true)).thenNothing()
    given().when(voidAppeal(true)).thenNothing()
  })
})

describe('appeals by action, state and role', () => {
  const states: Readonly<Record<string, readonly AppealEvent[]>> = {
    none: [],
    open: [appealLodged()],
    taken: [appealLodged(), appealTaken],
    upheld: [appealLodged(), appealDecided()],
    overturned: [appealLodged(), appealDecided({ outcome: 'OVERTURNED', measure: 'VISIBLE' })],
    void: [appealLodged(), appealVoided],
  }
  const actions = {
    lodge: (who: string) => lodgeAppeal(hiddenByUgo, { appellantId: who }),
    take: (by: string) => takeAppealUnderReview({ by, parties: ['ada', 'bea', 'hotel'] }),
    uphold: (by: string) => decideAppeal('UPHELD', { by, parties: ['ada', 'bea', 'hotel'] }),
    overturn: (by: string) => decideAppeal('OVERTURNED', { by, visible: true, parties: ['ada', 'bea', 'hotel'] }),
    moderate: () => voidAppeal(true),
  }
  const people = ['ada', 'bea', 'hotel', 'ugo', 'lia']
  const ownMatter = '✗ OwnMatter'
  const before = '✗ DecidedBefore'
  const notAddressed = '✗ DecisionNotFound'
  const alreadyDecided = '✗ AppealAlreadyDecided'
  const unknown = '✗ AppealNotFound'
  const judged = (byLia: string) => [ownMatter, ownMatter, ownMatter, before, byLia]
  const toAll = (what: string) => people.map(() => what)
  const lodged = (byAda: string) => [byAda, notAddressed, notAddressed, notAddressed, notAddressed]
  const expected: Readonly<Record<keyof typeof actions, Readonly<Record<string, readonly string[]>>>> = {
    lodge: {
      none: lodged('AppealLodged'),
      open: lodged('nothing'),
      taken: lodged('nothing'),
      upheld: lodged('nothing'),
      overturned: lodged('nothing'),
      void: lodged('nothing'),
    },
    take: {
      none: toAll(unknown),
      open: judged('AppealTaken'),
      taken: judged('nothing'),
      upheld: judged(alreadyDecided),
      overturned: judged(alreadyDecided),
      void: judged(alreadyDecided),
    },
    uphold: {
      none: toAll(unknown),
      open: judged('AppealDecided'),
      taken: judged('AppealDecided'),
      upheld: judged('nothing'),
      overturned: judged(alreadyDecided),
      void: judged(alreadyDecided),
    },
    overturn: {
      none: toAll(unknown),
      open: judged('AppealDecided'),
      taken: judged('AppealDecided'),
      upheld: judged(alreadyDecided),
      overturned: judged('nothing'),
      void: judged(alreadyDecided),
    },
    moderate: {
      none: toAll('nothing'),
      open: toAll('AppealVoided'),
      taken: toAll('AppealVoided'),
      upheld: toAll('nothing'),
      overturned: toAll('nothing'),
      void: toAll('nothing'),
    },
  }
  const cells = Object.entries(expected).flatMap(([action, row]) =>
    Object.entries(row).flatMap(([state, answers]) =>
      people.map((who, i) => ({ action: action as keyof typeof actions, state, who, answer: answers[i] })),
    ),
  )

  it.each(cells)('$action on $state by $who: $answer', ({ action, state, who, answer }) =>
    expect(summarize(appeal.decide(actions[action](who), fold(appeal, states[state] ?? [])))).toBe(answer),
  )
})

const decisions = fc.constantFrom(hiddenByUgo, removedByUgo, noAction, disputeRejected, ratingKept, ratingStruck, {
  ...hiddenByUgo,
  level: 2,
})
const judges = fc.constantFrom('lia', 'ugo', 'nina')
const anyCommand: fc.Arbitrary<AppealCommand> = fc.oneof(
  fc
    .tuple(decisions, fc.nat(1), anyInstant, fc.constantFrom(appealText, 'Un altro testo lungo abbastanza.'))
    .map(([decision, i, at, text]) =>
      lodgeAppeal(decision, { appellantId: decision.addressees[i] ?? 'ada', at, text }),
    ),
  fc.tuple(judges, anyInstant).map(([by, at]) => takeAppealUnderReview({ by, at })),
  fc
    .tuple(judges, fc.constantFrom('UPHELD', 'PARTLY', 'OVERTURNED'), fc.boolean(), anyInstant)
    .map(([by, outcome, visible, at]) => decideAppeal(outcome, { by, visible, at })),
  fc.boolean().map(voidAppeal),
)
testDeciderProperties('an appeal', appeal, anyCommand)

describe('what is offered about an appeal', () => {
  const parties = ['bea', 'hotel']

  it('to a moderator is exactly what the moderator may do', () =>
    fc.assert(
      fc.property(histories(appeal, anyCommand), fc.constantFrom('lia', 'ugo', 'ada', 'bea'), (past, by) => {
        const state = fold(appeal, past)
        if (state.status === 'NONE') return
        const offered = appealActionsOf(state, parties, by)
        expect(offered.includes('take')).toBe(hasEffect(appeal, state, takeAppealUnderReview({ by, parties })))
        const outcomes = appealOutcomes.map((outcome) => {
          const [measure = 'VISIBLE'] = possibleMeasures(state, outcome)
          return hasEffect(appeal, state, decideAppeal(outcome, { by, parties, visible: measure === 'VISIBLE' }))
        })
        expect(offered.includes('decide')).toBe(outcomes.some(Boolean))
      }),
    ))

  it('to an addressee is an appeal exactly if it would be accepted', () =>
    fc.assert(
      fc.property(
        histories(appeal, anyCommand),
        fc.constantFrom(hiddenByUgo, { ...hiddenByUgo, inForce: false }, { ...hiddenByUgo, appealableUntil: null }),
        fc.constantFrom(instantOn('2026-03-09'), instantOn('2026-09-05'), instantOn('2026-09-06')),
        (past, decision, at) => {
          const state = fold(appeal, past)
          const hasAppealed = state.status !== 'NONE' && state.appeals.some(({ appellantId }) => appellantId === 'ada')
          const isClosed = state.status !== 'NONE' && state.closedAt !== null
          const command = lodgeAppeal(decision, { appellantId: 'ada', text: 'Un testo mai inviato prima.', at })
          const canAppeal = appealObstacle(decision, { hasAppealed, isClosed }, at) === null
          expect(canAppeal).toBe(hasEffect(appeal, state, command))
        },
      ),
    ))
})
