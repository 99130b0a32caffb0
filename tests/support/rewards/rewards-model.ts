import * as fc from 'fast-check'
import { E } from '../../../domain/kernel/fp.ts'
import { plusDays, plusMonths } from '../../../domain/kernel/time.ts'
import type { RewardsEvent } from '../../../domain/rewards/rewards-state.ts'
import { rewards, type RewardsCommand, type RewardsState } from '../../../domain/rewards/rewards.ts'
import {
  businessOf,
  countRating,
  creditReview,
  expireRewards,
  grantWithheldElite,
  otherClient,
  owner,
  redeemReward,
  remindOfExpiry,
  start,
  uncountRating,
  uncreditReview,
  updateSuspension,
} from './reward-fixtures.ts'
import { day } from '../sample-values.ts'

type RewardState = 'active' | 'redeemed' | 'expired'

/** Reference model of a client's rewards: live reviews and ratings, and the status of each reward. */
export interface RewardsModel {
  month: number
  readonly reviews: Map<string, string>
  readonly stars: Map<string, { readonly venue: string; readonly overall: number }>
  /** By `<venue>/<rule>` or `elite`; revoked rewards are removed, so another can be issued. */
  readonly held: Map<
    string,
    {
      code: string
      fate: RewardState
      readonly until: number
      reminded: boolean
      readonly review: string | null
      suspendedIn: number | null
    }
  >
  cross: boolean
}
export interface RewardsUnderTest {
  readonly events: RewardsEvent[]
  state: RewardsState
  codes: number
}
export type RewardsStep = fc.Command<RewardsModel, RewardsUnderTest>

const reviewsNeeded = { FIRST_REVIEW_2: 1, FIVE_REVIEWS_10: 5 } as const
const rules = ['FIRST_REVIEW_2', 'FIVE_REVIEWS_10'] as const
const ttlMonths = 12

export const newRewardsModel = (): RewardsModel => ({
  month: 0,
  reviews: new Map(),
  stars: new Map(),
  held: new Map(),
  cross: false,
})
export const newRewards = (): RewardsUnderTest => ({ events: [], state: rewards.initial, codes: 0 })

/** Runs the decider; returns `done`, `nothing` or the name of the rejection. */
const execute = (real: RewardsUnderTest, command: RewardsCommand): string => {
  const decided = rewards.decide(command, real.state)
  if (E.isLeft(decided)) return decided.left.type
  real.events.push(...decided.right)
  real.state = decided.right.reduce(rewards.evolve, real.state)
  return decided.right.length === 0 ? 'nothing' : 'done'
}

/** The ratings that count: the first rating of v1 only without the thirteenth, whose stay was a few days later. */
export const countedStars = ({ stars }: RewardsModel) =>
  [...stars].filter(([id]) => id !== 'r1' || !stars.has('r13')).map(([, rating]) => rating)
const stayOf = (rating: string) => (rating === 'r1' ? day('2026-02-20') : rating === 'r13' ? day('2026-02-25') : null)

export const fiveStarVenues = (model: RewardsModel) =>
  new Set(
    countedStars(model)
      .filter(({ overall }) => overall === 5)
      .map(({ venue }) => venue),
  )
const reviewsOf = ({ reviews }: RewardsModel, venue: string) =>
  [...reviews.values()].filter((one) => one === venue).length
export const timeOf = ({ month }: RewardsModel) => plusMonths(start, month)
const nextCode = (real: RewardsUnderTest) => `CODE-${`${real.codes++}`.padStart(6, '0')}`

const issueReward = (model: RewardsModel, key: string, code: string, review: string | null = null) => {
  if (!model.held.has(key))
    model.held.set(key, {
      code,
      fate: 'active',
      until: model.month + ttlMonths,
      reminded: false,
      review,
      suspendedIn: null,
    })
}
const revokeUnearned = (model: RewardsModel, isEarned: (key: string) => boolean) => {
  for (const [key, { fate, until }] of model.held)
    if (fate === 'active' && model.month < until && !isEarned(key)) model.held.delete(key)
}
const updateStarRewards = (model: RewardsModel) => {
  if (fiveStarVenues(model).size >= 5) model.cross = true
  revokeUnearned(model, (key) => key !== 'elite' || fiveStarVenues(model).size >= 10)
}
const updateReviewRewards = (model: RewardsModel) =>
  revokeUnearned(model, (key) => {
    const [venue = '', rule] = key.split('/')
    return key === 'elite' || reviewsOf(model, venue) >= reviewsNeeded[rule as keyof typeof reviewsNeeded]
  })

const step = (name: string, run: (model: RewardsModel, real: RewardsUnderTest) => void): RewardsStep => ({
  check: () => true,
  run,
  toString: () => name,
})

const creditStep = (review: string, venue: string) =>
  step(`credit ${review} of ${venue}`, (model, real) => {
    const codes = { first: nextCode(real), fifth: nextCode(real) }
    const outcome = execute(real, creditReview(review, venue, { codes, at: timeOf(model) }))
    const known = model.reviews.get(review)
    expectOutcome(outcome, known === undefined ? 'done' : known === venue ? 'nothing' : 'ReviewCreditedElsewhere')
    if (known !== undefined) return
    model.reviews.set(review, venue)
    for (const rule of rules)
      if (reviewsOf(model, venue) >= reviewsNeeded[rule])
        issueReward(model, `${venue}/${rule}`, rule === 'FIRST_REVIEW_2' ? codes.first : codes.fifth, review)
  })

const uncreditStep = (review: string) =>
  step(`uncredit ${review}`, (model, real) => {
    expectOutcome(
      execute(real, uncreditReview(review, timeOf(model))),
      model.reviews.delete(review) ? 'done' : 'nothing',
    )
    updateReviewRewards(model)
  })

const starsStep = (rating: string, venue: string, overall: number, eligible: boolean) =>
  step(`${overall} stars in ${rating} from ${venue}${eligible ? '' : ', suspended'}`, (model, real) => {
    const code = nextCode(real)
    const outcome = execute(
      real,
      countRating(rating, venue, overall, {
        stayDate: stayOf(rating),
        codes: { elite: code },
        eligible,
        at: timeOf(model),
      }),
    )
    const known = model.stars.get(rating)
    expectOutcome(outcome, known?.overall === overall ? 'nothing' : 'done')
    if (known?.overall === overall) return
    model.stars.set(rating, { venue, overall })
    updateStarRewards(model)
    if (eligible && fiveStarVenues(model).size >= 10) issueReward(model, 'elite', code)
  })

const uncountStep = (rating: string) =>
  step(`uncount ${rating}`, (model, real) => {
    expectOutcome(execute(real, uncountRating(rating, timeOf(model))), model.stars.delete(rating) ? 'done' : 'nothing')
    updateStarRewards(model)
  })

const grantStep = step('grant the withheld bonus', (model, real) => {
  const code = nextCode(real)
  const due = fiveStarVenues(model).size >= 10 && !model.held.has('elite')
  expectOutcome(execute(real, { ...grantWithheldElite(code), at: timeOf(model) }), due ? 'done' : 'nothing')
  if (due) issueReward(model, 'elite', code)
})

/** Lowered stars suspend a code for two weeks, so until the month ends; raised ones lift the suspension. */
const suspendStep = (review: string, lowered: boolean) =>
  step(`${lowered ? 'lower' : 'raise'} the stars of ${review}`, (model, real) => {
    const changed = [...model.held.values()].filter(
      (reward) =>
        reward.review === review &&
        reward.fate === 'active' &&
        model.month < reward.until &&
        isSuspended(model, reward) !== lowered,
    )
    const at = timeOf(model)
    const outcome = execute(real, updateSuspension(review, lowered ? at : null, at))
    expectOutcome(outcome, changed.length > 0 ? 'done' : 'nothing')
    for (const reward of changed) reward.suspendedIn = lowered ? model.month : null
  })

export const isSuspended = ({ month }: RewardsModel, { suspendedIn }: { readonly suspendedIn: number | null }) =>
  suspendedIn === month

const redeemers = { owner, otherClient, aurora: businessOf('aurora'), bellavista: businessOf('bellavista') }

const redeemStep = (nth: number, who: keyof typeof redeemers) =>
  step(`${who} redeems code ${nth}`, (model, real) => {
    const issued = [...real.state.rewards.values()]
    const code = issued[nth % Math.max(issued.length, 1)]?.code ?? 'NEVER-DRAWN'
    const outcome = execute(real, redeemReward(code, redeemers[who], { at: timeOf(model) }))
    const [key, reward] = [...model.held].find(([, one]) => one.code === code) ?? []
    const issuer = key ?? issued.find((one) => one.code === code)?.businessId ?? 'elite'
    const may = who === 'owner' || (who !== 'otherClient' && (issuer === 'elite' || issuer.startsWith(who)))
    if (issued.length === 0 || !may) return expectOutcome(outcome, 'RewardNotFound')
    if (reward === undefined) return expectOutcome(outcome, 'RewardRevokedAlready')
    if (reward.fate === 'redeemed') return expectOutcome(outcome, 'RewardAlreadyRedeemed')
    if (reward.fate === 'expired' || model.month >= reward.until) return expectOutcome(outcome, 'RewardExpiredAlready')
    if (isSuspended(model, reward)) return expectOutcome(outcome, 'RewardSuspended')
    expectOutcome(outcome, 'done')
    reward.fate = 'redeemed'
  })

const expireStep = step('expire', (model, real) => {
  const over = [...model.held.values()].filter(({ fate, until }) => fate === 'active' && model.month >= until)
  expectOutcome(execute(real, expireRewards(timeOf(model))), over.length > 0 ? 'done' : 'nothing')
  for (const reward of over) reward.fate = 'expired'
})

/** Three days before the month ends. */
const remindStep = step('remind of the expiry', (model, real) => {
  const due = [...model.held.values()].filter(
    ({ fate, until, reminded }) => fate === 'active' && until === model.month + 1 && !reminded,
  )
  const at = plusDays(plusMonths(start, model.month + 1), -3)
  expectOutcome(execute(real, remindOfExpiry(at)), due.length > 0 ? 'done' : 'nothing')
  for (const reward of due) reward.reminded = true
})

const monthsPass = (months: number) => step(`${months} months pass`, (model) => void (model.month += months))

const expectOutcome = (outcome: string, expected: string) => {
  if (outcome !== expected) throw new Error(`the model expected ${expected}, the decider returned ${outcome}`)
}

const anyReview = fc.integer({ min: 1, max: 9 }).map((n) => `w${n}`)
const anyRating = fc.integer({ min: 1, max: 13 })
/** The thirteenth rating comes from a venue that already rated. */
const venueOf = (n: number) => `v${n === 13 ? 1 : n}`

export const rewardsSteps = fc.commands<RewardsModel, RewardsUnderTest>(
  [
    fc.tuple(anyReview, fc.constantFrom('aurora', 'aurora', 'aurora', 'bellavista')).map(([w, v]) => creditStep(w, v)),
    fc.tuple(anyReview, fc.constant('aurora')).map(([w, v]) => creditStep(w, v)),
    anyReview.map(uncreditStep),
    ...Array.from({ length: 5 }, () =>
      fc
        .tuple(anyRating, fc.constantFrom(5, 5, 5, 5, 5, 5, 3), fc.constantFrom(true, true, false))
        .map(([n, overall, eligible]) => starsStep(`r${n}`, venueOf(n), overall, eligible)),
    ),
    anyRating.map((n) => uncountStep(`r${n}`)),
    fc.tuple(anyReview, fc.boolean()).map(([w, lowered]) => suspendStep(w, lowered)),
    fc.constant(grantStep),
    fc
      .tuple(fc.nat(30), fc.constantFrom(...(Object.keys(redeemers) as (keyof typeof redeemers)[])))
      .map(([nth, who]) => redeemStep(nth, who)),
    fc.constant(expireStep),
    fc.constant(remindStep),
    fc.constantFrom(1, 1, 11, 13).map(monthsPass),
  ],
  { maxCommands: 90, size: 'max' },
)
