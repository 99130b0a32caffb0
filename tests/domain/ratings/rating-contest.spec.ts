import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import {
  canDecideContest,
  ratingContest,
  type RatingContestCommand,
  type RatingContestEvent,
} from '../../../domain/ratings/rating-contest.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { contestSamples } from '../../support/ratings/event-samples.ts'
import { anyInstant, instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(ratingContest)
type CommandOf<T extends RatingContestCommand['type']> = Extract<RatingContestCommand, { readonly type: T }>

const parties = { ratingId: 'rating-1', businessId: 'hotel', clientAccountId: 'giulia' }
const message = 'Ho pagato tutto al mio arrivo.'
const answer = 'Il saldo è arrivato tre giorni dopo.'
const at = instantOn('2026-03-06')
const contestRating = (overrides: Partial<CommandOf<'ContestRating'>> = {}): RatingContestCommand => ({
  type: 'ContestRating',
  ...parties,
  reason: 'UNFAIR_RATING',
  message,
  workingDays: 5,
  at,
  ...overrides,
})
const contested: RatingContestEvent = {
  type: 'RatingContested',
  data: { ...parties, reason: 'UNFAIR_RATING', message, dueAt: instantOn('2026-03-13', '22:59:59.999'), at },
}
const answerContest = (by = 'hotel', text = answer): RatingContestCommand => ({
  type: 'AnswerContest',
  by,
  message: text,
  at,
})
const answered: RatingContestEvent = { type: 'ContestAnswered', data: { ...parties, message: answer, at } }
const decideContest = (overrides: Partial<CommandOf<'DecideContest'>> = {}): RatingContestCommand => ({
  type: 'DecideContest',
  by: 'moderator',
  outcome: 'KEPT',
  moderatorNotes: null,
  resolution: null,
  reasons: { facts: 'I documenti confermano il ritardo.', ground: 'NO_VIOLATION', violation: null },
  at,
  ...overrides,
})
const struck = {
  outcome: 'STRUCK',
  reasons: { facts: 'Saldo puntuale.', ground: 'UNFAIR_RATING', violation: null },
} as const
const kept: RatingContestEvent = { type: 'RatingKept', data: { ...contestSamples.RatingKept, ...parties } }
const voided: RatingContestEvent = { type: 'ContestVoided', data: { ...parties, cause: 'rating-withdrawn', at } }
const { facts, ground, rulesVersion, automation, redress, appealableUntil } = contestSamples.ContestOverturned
const statementOfReasons = { facts, ground, rulesVersion, automation, redress, appealableUntil }
const voidContest = { type: 'VoidContest', cause: 'rating-withdrawn', at } as const

describe('Q-136: contesting a rating', () => {
  it('gives the moderators five working days', () => given().when(contestRating()).then(contested))

  it('is possible once, whatever became of the first contest', () => {
    for (const past of [[contested], [contested, kept], [contested, voided]])
      given(...past)
        .when(contestRating({ message: 'Un’altra spiegazione, più lunga.' }))
        .thenRejected({ type: 'AlreadyContested' })
  })

  it('can be repeated after a lost response', () =>
    given(contested)
      .when(contestRating({ at: instantOn('2026-03-07') }))
      .thenNothing())

  it.each(['Troppo breve', 'x'.repeat(2001)])('takes an explanation of 20 to 2000 characters, as a dispute', (text) =>
    given()
      .when(contestRating({ message: text }))
      .thenRejected({ type: 'DisputeMessageLength', min: 20, max: 2000 }),
  )
})

describe('Q-136: answering a contest', () => {
  it('is possible once, for the business that gave the rating', () => {
    given(contested).when(answerContest()).then(answered)
    given(contested, answered).when(answerContest()).thenNothing()
    given(contested, answered)
      .when(answerContest('hotel', 'Ripensandoci, il saldo non è mai arrivato.'))
      .thenRejected({ type: 'ContestAlreadyAnswered' })
  })

  it('does not disclose to other accounts that the rating is contested', () => {
    given(contested).when(answerContest('bar')).thenRejected({ type: 'ContestNotFound' })
    given(contested).when(answerContest('giulia')).thenRejected({ type: 'ContestNotFound' })
    given().when(answerContest()).thenRejected({ type: 'ContestNotFound' })
  })

  it('ends with the decision', () =>
    given(contested, kept).when(answerContest()).thenRejected({ type: 'ContestClosed', status: 'KEPT' }))

  it('takes 20 to 2000 characters', () =>
    given(contested).when(answerContest('hotel', 'No.')).thenRejected({ type: 'StatementLength', min: 20, max: 2000 }))
})

describe('Q-136: deciding a contest', () => {
  const decided = (command: RatingContestCommand) => {
    const result = ratingContest.decide(command, {
      status: 'OPEN',
      opened: openedData,
      answer: null,
      appliedRulings: [],
    })
    return result._tag === 'Right' ? result.right : result.left
  }
  const openedData = { ...parties, ...contestSamples.RatingContested, businessId: 'hotel', clientAccountId: 'giulia' }

  it('keeps the rating, for a reason that names no violation', () => {
    expect(decided(decideContest({ resolution: ' Sentite le parti. ' }))).toMatchObject([
      { type: 'RatingKept', data: { by: 'moderator', resolution: 'Sentite le parti.', ground: 'NO_VIOLATION' } },
    ])
    given(contested)
      .when(decideContest({ reasons: { facts: 'Ritardo.', ground: 'UNFAIR_RATING', violation: null } }))
      .thenRejected({ type: 'GroundDoesNotFit', ground: 'UNFAIR_RATING' })
  })

  it('strikes the rating, for a reason that names the rule', () => {
    expect(decided(decideContest(struck))).toMatchObject([{ type: 'RatingStruck', data: { ground: 'UNFAIR_RATING' } }])
    given(contested)
      .when(decideContest({ outcome: 'STRUCK' }))
      .thenRejected({ type: 'GroundDoesNotFit', ground: 'NO_VIOLATION' })
  })

  it('requires reasons', () =>
    given(contested)
      .when(decideContest({ reasons: { facts: ' ', ground: 'NO_VIOLATION', violation: null } }))
      .thenRejected({ type: 'FactsMissing' }))

  it('V-50: takes notes and a resolution of at most 2000 characters', () =>
    given(contested)
      .when(decideContest({ moderatorNotes: 'x'.repeat(2001) }))
      .thenRejected({ type: 'DisputeNotesTooLong', field: 'moderatorNotes', max: 2000 }))

  it.each(['hotel', 'giulia'])('P-16: is not for a party: %s', (by) => {
    given(contested).when(decideContest({ by })).thenRejected(conflictOfInterest)
    expect(canDecideContest({ ...parties, status: 'OPEN' }, by)).toBe(false)
  })

  it('happens once', () => {
    given(contested, kept).when(decideContest()).thenNothing()
    given(contested, kept).when(decideContest(struck)).thenRejected({ type: 'ContestClosed', status: 'KEPT' })
    given(contested, voided).when(decideContest()).thenRejected({ type: 'ContestClosed', status: 'VOID' })
  })

  it('is not needed once the rating is gone', () => {
    given(contested).when(voidContest).then(voided)
    given(contested, kept).when(voidContest).thenNothing()
    given().when(voidContest).thenNothing()
  })

  it('can be overturned on appeal, once for each ruling', () => {
    const overturn = { type: 'OverturnContest', rulingId: 'event-1', outcome: 'STRUCK', statementOfReasons } as const
    const overturned: RatingContestEvent = {
      type: 'ContestOverturned',
      data: { ...parties, rulingId: 'event-1', outcome: 'STRUCK', by: 'lia', ...statementOfReasons, at },
    }
    given(contested, kept)
      .when({ ...overturn, by: 'lia', at })
      .then(overturned)
    given(contested, kept, overturned)
      .when({ ...overturn, outcome: 'KEPT', by: 'lia', at })
      .thenNothing()
    given(contested)
      .when({ ...overturn, by: 'lia', at })
      .thenNothing()
  })
})

const anyParty = fc.constantFrom('hotel', 'giulia', 'moderator')
const anyOutcome = fc.constantFrom('KEPT' as const, 'STRUCK' as const)
const anyCommand: fc.Arbitrary<RatingContestCommand> = fc.oneof(
  fc.record({ at: anyInstant, message: fc.constantFrom(message, answer) }).map((some) => contestRating(some)),
  fc
    .record({ by: anyParty, text: fc.constantFrom(message, answer, 'No.') })
    .map(({ by, text }) => answerContest(by, text)),
  fc
    .record({ by: anyParty, outcome: anyOutcome, at: anyInstant })
    .map((some) => decideContest(some.outcome === 'STRUCK' ? { ...struck, ...some } : some)),
  fc.record({
    type: fc.constant('VoidContest' as const),
    cause: fc.constantFrom('rating-withdrawn' as const, 'account-deleted' as const),
    at: anyInstant,
  }),
  fc.record({
    type: fc.constant('OverturnContest' as const),
    rulingId: fc.constantFrom('ruling-1', 'ruling-2'),
    outcome: anyOutcome,
    statementOfReasons: fc.constant(statementOfReasons),
    by: anyParty,
    at: anyInstant,
  }),
)

testDeciderProperties('the contest of a rating', ratingContest, anyCommand)
