import type { Person } from '../../../../application/person.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import type { WrittenReview } from '../../../../projections/reviews/reviews.ts'
import { ownReviewWithActions, reviewWithActions } from '../../../../web/api/reviews/responses.ts'
import { noon, ownReview } from './fixtures.ts'
import { giulia, locanda } from './people.ts'

const personOf = ({ id }: { readonly id: string }, kind: Person['kind'], overrides: Partial<Person> = {}): Person => ({
  accountId: id,
  kind,
  clientId: kind === 'client' ? `cli-${id}` : null,
  emailConfirmed: true,
  registeredAt: noon as Instant,
  roles: [],
  suspension: null,
  ...overrides,
})
export const locandaPerson = personOf(locanda, 'business')
export const giuliaPerson = personOf(giulia, 'client')

const {
  reply: _,
  actions: __,
  caseId: ___,
  why: ____,
  targetIsPremium: _____,
  codeSuspension: ______,
  ...written
} = ownReview
const row: WrittenReview = {
  ...written,
  replyText: null,
  replyEdited: null,
  replyOvertaken: null,
  repliedAt: null,
  premiumUntil: null,
  mine: false,
  ownFlagId: null,
  disputeId: null,
  outOfScore: false,
  whyFacts: null,
  whyGround: null,
  highestStars: written.rating,
  hasUnredeemedCode: false,
}

/** A review exactly as the API answers it to the viewer, with the actions that the rules of the domain allow. */
export const reviewReadBy = (viewer: Person | null, overrides: Partial<WrittenReview> = {}) => {
  const {
    targetName: _name,
    premiumUntil: _premium,
    lastActionAt: _at,
    whyFacts: _facts,
    whyGround: _ground,
    highestStars: _highest,
    hasUnredeemedCode: _code,
    ...columns
  } = row
  return reviewWithActions(viewer)({ ...columns, ...overrides })
}

export const ownReviewReadBy = (author: Person, overrides: Partial<WrittenReview> = {}) =>
  ownReviewWithActions(
    {
      gazetteer: { nameOf: () => null },
      clock: () => noon as Instant,
      services: { ruleSettings: { rewards: { ttlMonths: 12, editWindowDays: 14, venueCountsAfterDays: 0 } } },
    },
    author,
  )({ ...row, mine: true, ...overrides })
