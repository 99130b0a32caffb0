import * as fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { accessRejection } from '../../../../application/access.ts'
import type { Person } from '../../../../application/person.ts'
import { reviews as reviewsModule } from '../../../../application/reviews/module.ts'
import type { EventEnvelope } from '../../../../domain/kernel/event-envelope.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { dispute, type DisputeCommand, type DisputeEvent } from '../../../../domain/reviews/dispute.ts'
import { reply } from '../../../../domain/reviews/reply.ts'
import type { ReviewEvent } from '../../../../domain/reviews/review-state.ts'
import { review, type ReviewCommand } from '../../../../domain/reviews/review.ts'
import { isUndecided } from '../../../../domain/reviews/dispute-rules.ts'
import {
  type ReviewRow,
  reviews as reviewsProjection,
  type WrittenReview,
} from '../../../../projections/reviews/reviews.ts'
import { ownReviewWithActions, reviewWithActions } from '../../../../web/api/reviews/responses.ts'
import type { Action } from '../../../../web/contract/action.ts'
import { testRuleSettings } from '../../../support/application.ts'
import {
  closeDispute,
  decideFlag,
  editReview,
  flagReview,
  instantOn,
  moderateReview,
  openDispute,
  removeByDispute,
  decideDispute,
  submitReview,
  takeUnderReview,
  voidDispute,
} from '../../../support/reviews/review-fixtures.ts'

type Step =
  | { readonly on: 'review'; readonly command: ReviewCommand }
  | { readonly on: 'dispute'; readonly command: DisputeCommand }
const onReview = (command: ReviewCommand): Step => ({ on: 'review', command })
const onDispute = (command: DisputeCommand): Step => ({ on: 'dispute', command })

const anyStep = fc.oneof(
  fc.constantFrom('bruno', 'carla', 'hotel').map((reporter) => onReview(flagReview(reporter, { holdAtWeight: 200 }))),
  fc
    .tuple(fc.constantFrom('bruno', 'carla', 'hotel'), fc.constantFrom('UPHELD', 'DISMISSED'))
    .map(([reporter, outcome]) => onReview(decideFlag(reporter, outcome))),
  fc.constantFrom('ACTIVE', 'HIDDEN', 'REMOVED').map((to) => onReview(moderateReview(to))),
  fc.constantFrom(
    onReview(removeByDispute()),
    onDispute(openDispute()),
    onDispute(takeUnderReview()),
    onDispute(decideDispute('upheld')),
    onDispute(decideDispute('rejected')),
    onDispute(closeDispute),
    onDispute(voidDispute),
  ),
)

interface World {
  readonly review: typeof review.initial
  readonly dispute: typeof dispute.initial
  readonly events: readonly (ReviewEvent | DisputeEvent)[]
}

/** Executes the steps that are accepted, on a review of the business `hotel` by the client `ada`. */
const worldAfter = (steps: readonly Step[]): World =>
  [onReview(submitReview()), ...steps].reduce<World>(
    (world, { on, command }) => {
      if (on === 'review') {
        const decided = review.decide(command, world.review)
        if (E.isLeft(decided)) return world
        return {
          ...world,
          review: decided.right.reduce(review.evolve, world.review),
          events: [...world.events, ...decided.right],
        }
      }
      const decided = dispute.decide(command, world.dispute)
      if (E.isLeft(decided)) return world
      return {
        ...world,
        dispute: decided.right.reduce(dispute.evolve, world.dispute),
        events: [...world.events, ...decided.right],
      }
    },
    { review: review.initial, dispute: dispute.initial, events: [] },
  )

/** The review as the query returns it to the viewer, from the rows of the projection. */
const readBy = (viewer: Person | null, { review: state, dispute: disputed, events }: World): WrittenReview => {
  const row = events.reduce<ReviewRow | null>(
    (before, event) =>
      reviewsProjection.events.codecs.has(event.type)
        ? reviewsProjection.evolve(before, { event, position: '1' } as EventEnvelope<never>, 'review-1')
        : before,
    null,
  )
  assert(row !== null && state.status !== 'NONE')
  const { reviewId: id, authorId, authorType: _type, flagsCount: _count, seenAs: _seen, ...columns } = row
  return {
    ...columns,
    id,
    targetName: null,
    premiumUntil: null,
    replyText: null,
    replyEdited: null,
    replyOvertaken: null,
    repliedAt: null,
    mine: authorId === viewer?.accountId,
    ownFlagId: state.flags.find(({ reporterId }) => reporterId === viewer?.accountId)?.flagId ?? null,
    disputeId: disputed.status === 'NONE' ? null : disputed.opened.disputeId,
    outOfScore: false,
    hasUnredeemedCode: false,
  }
}

const person = (accountId: string, kind: Person['kind'], emailConfirmed = true): Person => ({
  accountId,
  kind,
  clientId: kind === 'client' ? `cli-${accountId}` : null,
  emailConfirmed,
  registeredAt: instantOn('2026-01-01'),
  roles: [],
  suspension: null,
})
const viewers = [
  null,
  person('ada', 'client'),
  person('ada', 'client', false),
  person('bruno', 'client'),
  person('hotel', 'business'),
  person('hotel', 'business', false),
  person('bar', 'business'),
]

type Decided = E.Either<{ readonly type: string }, readonly unknown[]>

/** The code of the rejection that the command would receive; null if it would change something. */
const rejectionOf = (command: keyof typeof reviewsModule.useCases, viewer: Person | null, decide: () => Decided) => {
  const rejected = accessRejection(reviewsModule.useCases[command].access, viewer)
  if (rejected !== null) return rejected.type
  const decided = decide()
  if (E.isLeft(decided)) return decided.left.type
  return decided.right.length > 0 ? null : 'NothingHappens'
}

const codeOf = ({ allowed, code, message }: Action) => {
  expect(allowed).toBe(code === null)
  expect(message === null).toBe(allowed)
  return code
}

describe('the actions offered with a review, for every history and viewer', () => {
  const worlds = fc.array(anyStep, { maxLength: 12, size: 'max' }).map(worldAfter)
  const at = instantOn('2026-04-01')
  const target = (world: World) => {
    assert(world.review.status !== 'NONE')
    return { targetType: 'BUSINESS', targetId: 'hotel', status: world.review.status } as const
  }

  it('S-11, B-28, P-13, P-14, D-26: are exactly the commands that would be accepted', () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom(...viewers), (world, viewer) => {
        const { actions } = reviewWithActions(viewer)(readBy(viewer, world))
        const businessId = viewer?.accountId ?? ''
        const reviewed = target(world)
        expect(codeOf(actions.flag)).toBe(
          rejectionOf('flagReview', viewer, () =>
            review.decide(flagReview(businessId, { flagId: 'new', at }), world.review),
          ),
        )
        expect(codeOf(actions.dispute)).toBe(
          rejectionOf('openDispute', viewer, () =>
            dispute.decide(
              openDispute({ businessId, review: reviewed, message: 'Un’altra contestazione, diversa.' }),
              world.dispute,
            ),
          ),
        )
        expect(codeOf(actions.reply)).toBe(
          rejectionOf('publishReply', viewer, () =>
            reply.decide(
              {
                type: 'PublishReply',
                reviewId: 'review-1',
                authorId: 'ada',
                reviewedAt: at,
                businessId,
                review: reviewed,
                text: 'Grazie mille!',
                at,
              },
              reply.initial,
            ),
          ),
        )
        expect(codeOf(actions.withdrawReply)).toBe(
          rejectionOf('withdrawReply', viewer, () =>
            reply.decide(
              { type: 'WithdrawReply', reviewId: 'review-1', businessId, review: reviewed, at },
              {
                current: {
                  reviewId: 'review-1',
                  businessId: 'hotel',
                  text: 'Grazie mille!',
                  at,
                  publishedAt: at,
                  reviewedAt: at,
                  outdated: false,
                },
                authorNotifiedAt: at,
              },
            ),
          ),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('Q-48: let the author edit exactly when an edit would be accepted', () => {
    fc.assert(
      fc.property(worlds, fc.boolean(), (world, confirmed) => {
        const author = person('ada', 'client', confirmed)
        const { actions } = ownReviewWithActions(
          {
            gazetteer: { nameOf: () => null },
            clock: () => '2026-03-01T10:00:00.000Z' as Instant,
            services: { ruleSettings: testRuleSettings },
          },
          author,
        )(readBy(author, world))
        const edit = editReview({ rating: 1 }, { disputeUndecided: isUndecided(world.dispute.status) })
        expect(codeOf(actions.edit)).toBe(rejectionOf('editReview', author, () => review.decide(edit, world.review)))
      }),
      { numRuns: 500 },
    )
  })

  it('are all offered to the right viewer at some time', () => {
    const seen = new Set<string>()
    for (const world of fc.sample(worlds, { numRuns: 300, seed: 7 }))
      for (const viewer of viewers)
        for (const [name, action] of Object.entries(reviewWithActions(viewer)(readBy(viewer, world)).actions))
          seen.add(`${name} ${action.code ?? 'allowed'}`)
    expect([...seen].sort()).toEqual(
      [
        'dispute AlreadyDisputed',
        'dispute EmailNotConfirmed',
        'dispute Forbidden',
        'dispute NotSignedIn',
        'dispute NotTheDisputedBusiness',
        'dispute ReviewNotDisputable',
        'dispute allowed',
        'flag AlreadyFlagged',
        'flag NotSignedIn',
        'flag ReviewNotFlaggable',
        'flag SelfFlag',
        'flag allowed',
        'reply EmailNotConfirmed',
        'reply Forbidden',
        'reply NotSignedIn',
        'reply NotTheReviewedBusiness',
        'reply ReviewNotAnswerable',
        'reply allowed',
        'withdrawReply Forbidden',
        'withdrawReply NotSignedIn',
        'withdrawReply NotTheReviewedBusiness',
        'withdrawReply allowed',
      ].sort(),
    )
  })
})
