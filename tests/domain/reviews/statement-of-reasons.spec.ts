import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import {
  communityRulesVersion,
  type Reasons,
  type ReasonsRejection,
} from '../../../domain/kernel/statement-of-reasons.ts'
import { dispute, DisputeEvents } from '../../../domain/reviews/dispute.ts'
import { FlagClosed, ReviewEvents } from '../../../domain/reviews/review-state.ts'
import { review, type ReviewCommand } from '../../../domain/reviews/review.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  adverseReasons,
  decideFlag,
  disputeOpened,
  disputeModerated,
  favourableReasons,
  flagDecided,
  flagReview,
  instantOn,
  moderateReview,
  removeByDispute,
  decideDispute,
  reviewFlagged,
  reviewHeld,
  reviewModerated,
  reviewSubmitted,
  statementOf,
} from '../../support/reviews/review-fixtures.ts'

const { given } = spec(review)
const disputes = spec(dispute)
const heldByThree = [
  reviewSubmitted(),
  ...['bruno', 'carla', 'dino'].map((reporter) => reviewFlagged(reporter)),
  reviewHeld,
]

/** Every decision of a moderator, each on a suitable history. */
const decisions: Readonly<Record<string, (reasons: Reasons, rejected: ReasonsRejection) => void>> = {
  hides: (reasons, rejected) =>
    given(reviewSubmitted()).when(moderateReview('HIDDEN', { reasons })).thenRejected(rejected),
  removes: (reasons, rejected) =>
    given(reviewSubmitted()).when(moderateReview('REMOVED', { reasons })).thenRejected(rejected),
  'upholds a flag': (reasons, rejected) =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'UPHELD', { reasons }))
      .thenRejected(rejected),
  'upholds a dispute': (reasons, rejected) =>
    disputes.given(disputeOpened()).when(decideDispute('upheld', { reasons })).thenRejected(rejected),
  restores: (reasons, rejected) =>
    given(reviewSubmitted(), reviewModerated('ReviewHidden', 'moderator'))
      .when(moderateReview('ACTIVE', { reasons }))
      .thenRejected(rejected),
  'dismisses a flag': (reasons, rejected) =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'DISMISSED', { reasons }))
      .thenRejected(rejected),
  'rejects a dispute': (reasons, rejected) =>
    disputes.given(disputeOpened()).when(decideDispute('rejected', { reasons })).thenRejected(rejected),
  'closes a flag as neither upheld nor dismissed': (reasons, rejected) =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'REVIEWED', { reasons }))
      .thenRejected(rejected),
}
const favourableDecisions = ['restores', 'dismisses a flag', 'rejects a dispute']
const undirectedDecision = 'closes a flag as neither upheld nor dismissed'
const directedDecisions = Object.entries(decisions).filter(([name]) => name !== undirectedDecision)

describe('a moderation decision (DSA, article 17)', () => {
  it.each(Object.entries(decisions))(
    'requires a moderator who %s to state facts of at most 2000 characters',
    (_, expectRejected) => {
      for (const facts of ['', '  \n']) expectRejected({ ...favourableReasons, facts }, { type: 'FactsMissing' })
      expectRejected({ ...favourableReasons, facts: 'x'.repeat(2001) }, { type: 'FactsTooLong', max: 2000 })
    },
  )

  it.each(directedDecisions)('requires a moderator who %s to name a matching ground', (name, expectRejected) => {
    const ground = favourableDecisions.includes(name) ? 'SPAM' : 'NO_VIOLATION'
    expectRejected({ ...favourableReasons, ground }, { type: 'GroundDoesNotFit', ground })
  })

  it.each([...favourableDecisions, undirectedDecision])(
    'V-56: does not let a moderator who %s name a violation',
    (name) => decisions[name]?.({ ...favourableReasons, violation: 'SPAM' }, { type: 'ViolationDoesNotFit' }),
  )
})

describe('a statement of reasons', () => {
  it('S-11: can be appealed for 184 days here, at a certified body and in court', () =>
    given(reviewSubmitted())
      .when(
        moderateReview('HIDDEN', {
          at: instantOn('2026-03-05'),
          reasons: { ...adverseReasons, facts: ' Contiene insulti. ' },
        }),
      )
      .then(
        reviewModerated('ReviewHidden', 'moderator', null, 4, {
          facts: 'Contiene insulti.',
          ground: 'OFFENSIVE',
          rulesVersion: communityRulesVersion,
          automation: 'none',
          redress: ['appeal', 'out-of-court', 'court'],
          appealableUntil: instantOn('2026-09-05'),
        }),
      ))

  it('V-56: names the violation, where the moderator does', () => {
    const reasons = { ...adverseReasons, violation: 'HARASSMENT' as const }
    given(reviewSubmitted())
      .when(moderateReview('REMOVED', { reasons }))
      .then(reviewModerated('ReviewRemoved', 'moderator', null, 4, { violation: 'HARASSMENT' }))
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'UPHELD', { reasons }))
      .then(
        flagDecided('FlagUpheld', 'bruno'),
        reviewModerated('ReviewHidden', 'flags', null, 4, { violation: 'HARASSMENT' }),
      )
    disputes
      .given(disputeOpened())
      .when(decideDispute('upheld', { reasons }))
      .then(disputeModerated('DisputeUpheld', {}, 'HARASSMENT'))
    given(reviewSubmitted())
      .when(removeByDispute('review-1', { violation: 'HARASSMENT' }))
      .then(reviewModerated('ReviewRemoved', 'dispute', null, 4, { violation: 'HARASSMENT' }))
  })

  it('Q-53: states that a review was held automatically, with the most frequent reason', () => {
    const reasons = ['SPAM', 'OFFENSIVE'] as const
    given(reviewSubmitted(), ...reasons.map((reason) => reviewFlagged(reason.toLowerCase(), { reason })))
      .when(flagReview('dino', { reason: 'OFFENSIVE', heldFacts: 'Sospesa in automatico.' }))
      .then(reviewFlagged('dino', { reason: 'OFFENSIVE' }), {
        type: 'ReviewHeld',
        data: {
          ...reviewHeld.data,
          ...statementOf({ facts: 'Sospesa in automatico.', ground: 'OFFENSIVE' }, instantOn('2026-03-04'), 'decision'),
        } as never,
      })
  })

  it('Q-54: states that the review was detected automatically when a moderator decides a flag of a held review', () => {
    for (const outcome of ['UPHELD', 'DISMISSED', 'REVIEWED'] as const)
      expect(automations(decideFlag('bruno', outcome))).toEqual(['detection'])
  })

  it('Q-52: passes from a dispute to its consequences, and is required', () => {
    const statement = statementOf({ facts: 'Riguarda un altro albergo.', ground: 'INCORRECT_INFO' })
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(removeByDispute('review-1', { statementOfReasons: statement }))
      .then(
        flagDecided(FlagClosed.type, 'bruno', statement),
        reviewModerated('ReviewRemoved', 'dispute', null, 4, statement),
      )
    given(reviewSubmitted())
      .when(removeByDispute('review-1', { statementOfReasons: { ...statement, facts: ' ' } }))
      .thenRejected({ type: 'FactsMissing' })
  })
})

const automations = (command: ReviewCommand) => {
  const decided = review.decide(command, heldByThree.reduce(review.evolve, review.initial))
  if (E.isLeft(decided)) throw new Error(decided.left.type)
  return [...new Set(decided.right.map(({ data }) => ('automation' in data ? data.automation : null)))]
}

describe('a decision from before reasons were stored', () => {
  const old = {
    ...reviewSubmitted().data,
    by: 'moderator',
    cause: 'moderator',
    notes: null,
    at: '2026-02-01T10:00:00.000Z',
  }
  const flag = { ...old, flagId: 'flag-1', reporterId: 'bruno', caseNumber: 1 }
  const decidedDispute = {
    disputeId: 'review-1',
    reviewId: 'review-1',
    businessId: 'hotel',
    by: 'moderator',
    at: old.at,
  }
  const notes = { moderatorNotes: null, resolution: null }
  const appealableUntil = '2026-08-04T10:00:00.000Z'

  it.each([
    ['ReviewHidden', old, { ground: 'OTHER', automation: 'none', violation: null }],
    ['ReviewRemoved', old, { ground: 'OTHER', automation: 'none', violation: null }],
    ['ReviewRestored', old, { ground: 'NO_VIOLATION', automation: 'none' }],
    ['ReviewHeld', { ...old, caseNumber: 1 }, { ground: 'OTHER', automation: 'decision' }],
    ['FlagUpheld', flag, { ground: 'OTHER', automation: 'none' }],
    ['FlagDismissed', flag, { ground: 'NO_VIOLATION', automation: 'none' }],
    [FlagClosed.type, flag, { ground: 'OTHER', automation: 'none' }],
    ['DisputeUpheld', { ...decidedDispute, ...notes }, { ground: 'OTHER', automation: 'none', violation: null }],
    ['DisputeRejected', { ...decidedDispute, ...notes }, { ground: 'NO_VIOLATION', automation: 'none' }],
  ])('%s has no reasons and can be appealed like any other', (type, data, expected) => {
    const codec = ReviewEvents.codecs.get(type) ?? DisputeEvents.codecs.get(type)
    const read = codec?.decode(data, 1)
    expect(read).toMatchObject({ right: { data: { facts: '', rulesVersion: 1, appealableUntil, ...expected } } })
  })
})
