import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { flagAbuseRule, flagWeight } from '../../../domain/reviews/flag-weight.ts'
import type { SanctionRecordEvent } from '../../../domain/sanctions/sanction-record-events.ts'
import { countStrikes } from '../../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../../domain/sanctions/sanction-record.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  flagAbuseFacts,
  flaggingJudged,
  flaggingQuestioned,
  shortFlagAbuseRule,
  flagOutcomeRecorded,
  decideFlagAbuse,
  noteFlag,
  suspensionImposed,
  violationRecorded,
  warningIssued,
} from '../../support/sanctions/sanction-fixtures.ts'

const { given } = spec(sanctionRecord)
const questionedAfterTwo = [flagOutcomeRecorded(1), flagOutcomeRecorded(2), flaggingQuestioned()]

describe('many dismissed flags of one reporter', () => {
  it('open a case for moderators at the threshold', () => {
    given().when(noteFlag(1)).then(flagOutcomeRecorded(1))
    given(flagOutcomeRecorded(1)).when(noteFlag(2)).then(flagOutcomeRecorded(2), flaggingQuestioned())
  })

  it('raise none while too many of the decided flags were upheld', () => {
    const right = [flagOutcomeRecorded(1, 'upheld'), flagOutcomeRecorded(2)]
    given(...right)
      .when(noteFlag(3))
      .then(flagOutcomeRecorded(3))
    given(...right, flagOutcomeRecorded(3))
      .when(noteFlag(4))
      .then(flagOutcomeRecorded(4), flaggingQuestioned(1, 3, 4))
  })

  it('open one case at a time', () =>
    given(...questionedAfterTwo)
      .when(noteFlag(3))
      .then(flagOutcomeRecorded(3)))

  it('raise another only after as many more dismissals since the last decision', () => {
    const decided = [...questionedAfterTwo, flagOutcomeRecorded(3), flaggingJudged('in-order')]
    given(...decided)
      .when(noteFlag(4))
      .then(flagOutcomeRecorded(4))
    given(...decided, flagOutcomeRecorded(4))
      .when(noteFlag(5))
      .then(flagOutcomeRecorded(5), flaggingQuestioned(2))
  })

  it('are counted once each, with the outcome after an appeal', () => {
    given(flagOutcomeRecorded(1)).when(noteFlag(1)).thenNothing()
    given(flagOutcomeRecorded(1)).when(noteFlag(1, 'upheld')).then(flagOutcomeRecorded(1, 'upheld'))
    given(flagOutcomeRecorded(1), flagOutcomeRecorded(1, 'upheld')).when(noteFlag(2)).then(flagOutcomeRecorded(2))
  })

  it('are not counted again, even if an appeal changes them twice', () =>
    given(...questionedAfterTwo, flaggingJudged('in-order'), flagOutcomeRecorded(1, 'upheld'), flagOutcomeRecorded(3))
      .when(noteFlag(1))
      .then(flagOutcomeRecorded(1)))
})

describe('a decision about flag abuse', () => {
  const evidence = { reviewId: null, decidedBy: 'lia', lost: 2, decided: 2, windowDays: null }
  const cause = {
    trigger: 'FLAGS_DISMISSED',
    reason: 'POLICY_VIOLATION',
    evidence,
    violationId: 'flagging-ana-1',
  } as const
  const warning = {
    ...cause,
    sanctionId: 'sanction-f',
    by: 'lia',
    strikes: 0,
    facts: flagAbuseFacts,
    ground: 'POLICY_VIOLATION',
    automation: 'detection',
  } as const

  it('that finds no abuse has no consequence', () =>
    given(...questionedAfterTwo)
      .when(decideFlagAbuse('in-order'))
      .then(flaggingJudged('in-order')))

  it('D-12: that finds abuse issues a warning with moderator and reason, without a strike', () => {
    const abuse = [flaggingJudged('abusive'), violationRecorded(1, { ...cause, strike: 0 }), warningIssued(1, warning)]
    given(...questionedAfterTwo)
      .when(decideFlagAbuse('abusive'))
      .then(...abuse)
    expect(countStrikes(fold(sanctionRecord, [...questionedAfterTwo, ...abuse]))).toBe(0)
  })

  it('that finds abuse replaces an active warning, and is only recorded next to a heavier sanction', () => {
    const before = [violationRecorded(1), warningIssued(1)]
    const abuse = [flaggingJudged('abusive'), violationRecorded(1, { ...cause, strike: 0 })]
    given(...before, ...questionedAfterTwo)
      .when(decideFlagAbuse('abusive'))
      .then(...abuse, warningIssued(1, { ...warning, strikes: 1, replaces: 'sanction-1' }))
    const { data } = flaggingJudged('abusive') as Extract<SanctionRecordEvent, { readonly type: 'FlaggingJudged' }>
    const beyondAppeal: SanctionRecordEvent = {
      type: 'FlaggingJudged',
      data: { ...data, redress: ['out-of-court', 'court'], appealableUntil: null },
    }
    given(...before, violationRecorded(2), suspensionImposed(2, 7, { replaces: 'sanction-1' }), ...questionedAfterTwo)
      .when(decideFlagAbuse('abusive'))
      .then(beyondAppeal, ...abuse.slice(1))
  })

  it('requires a reason', () =>
    given(...questionedAfterTwo)
      .when(decideFlagAbuse('abusive', { facts: ' ' }))
      .thenRejected({ type: 'FactsMissing' }))

  it('P-16: cannot be made by the reporter or by an author of the flagged reviews', () => {
    given(...questionedAfterTwo)
      .when(decideFlagAbuse('in-order', { by: 'ana' }))
      .thenRejected(conflictOfInterest)
    given(...questionedAfterTwo)
      .when(decideFlagAbuse('abusive', { by: 'bruno' }))
      .thenRejected(conflictOfInterest)
  })

  it('decides an open case once', () => {
    given(flagOutcomeRecorded(1)).when(decideFlagAbuse('in-order')).thenRejected({ type: 'FlaggingNotQuestioned' })
    given(...questionedAfterTwo)
      .when(decideFlagAbuse('in-order', { number: 2 }))
      .thenRejected({ type: 'FlaggingNotQuestioned' })
    const decided = given(...questionedAfterTwo, flaggingJudged('in-order'))
    decided.when(decideFlagAbuse('in-order')).thenNothing()
    decided.when(decideFlagAbuse('abusive')).thenRejected({ type: 'FlaggingAlreadyJudged', outcome: 'in-order' })
    decided.when(decideFlagAbuse('in-order', { by: 'mario' })).thenRejected({
      type: 'FlaggingAlreadyJudged',
      outcome: 'in-order',
    })
  })
})

describe('the flag abuse rule', () => {
  it('Q-54: starts where dismissed flags outweigh the benefit of the doubt, with a weight well below the ordinary one', () => {
    const { version, dismissed, percent } = flagAbuseRule
    expect({ version, dismissed, percent }).toEqual({ version: 1, dismissed: 5, percent: 75 })
    expect(flagWeight(true, { upheld: 0, dismissed: dismissed - 1 })).toBeGreaterThan(60)
    expect(flagWeight(true, { upheld: 0, dismissed })).toBeLessThan(60)
  })

  it('opens a case only after enough dismissals since the last decision, for every history', () => {
    const decisions = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('upheld', 'dismissed')), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(decisions, fc.boolean(), (all, isDecided) => {
        let past: readonly SanctionRecordEvent[] = []
        const counted = new Map<number, 'upheld' | 'dismissed'>()
        const covered = new Set<number>()
        for (const [n, outcome] of all) {
          const written = E.getOrElse((): readonly SanctionRecordEvent[] => [])(
            sanctionRecord.decide(noteFlag(n, outcome), fold(sanctionRecord, past)),
          )
          past = [...past, ...written]
          counted.set(n, outcome)
          const question = written.find((event) => event.type === 'FlaggingQuestioned')
          const open = [...counted].filter(([flag]) => !covered.has(flag))
          const lost = open.filter(([, how]) => how === 'dismissed').length
          expect(question?.data ?? { dismissed: lost }).toMatchObject({ dismissed: lost })
          expect(question === undefined || lost >= shortFlagAbuseRule.dismissed).toBe(true)
          expect(question === undefined || lost * 100 >= open.length * shortFlagAbuseRule.percent).toBe(true)
          if (question === undefined || !isDecided) continue
          past = [...past, flaggingJudged('in-order', question.data.number)]
          for (const [flag] of counted) covered.add(flag)
        }
        const questions = past.filter(({ type }) => type === 'FlaggingQuestioned').length
        expect(isDecided || questions <= 1).toBe(true)
      }),
    )
  })
})
