import * as fc from 'fast-check'
import { E } from '../../domain/kernel/fp.ts'
import { plusMonths } from '../../domain/kernel/time.ts'
import { rewards, type RewardsCommand, type RewardsState } from '../../domain/rewards/rewards/decider.ts'
import type { RewardsEvent } from '../../domain/rewards/rewards/events.ts'
import {
  business,
  countStars,
  credit,
  expire,
  grantWithheld,
  otherClient,
  owner,
  redeem,
  start,
  uncountStars,
  uncredit,
} from './rewards.ts'

type Fate = 'active' | 'redeemed' | 'expired'

/** What a client should have, told without a single event: sets of what stands, and what each reward came to. */
export interface Model {
  month: number
  readonly reviews: Map<string, string>
  readonly stars: Map<string, { readonly venue: string; readonly overall: number }>
  /** By `<venue>/<rule>` or `elite`: revoked ones are gone, which leaves room for another. */
  readonly held: Map<string, { code: string; fate: Fate; readonly until: number }>
  cross: boolean
}
export interface Real {
  readonly events: RewardsEvent[]
  state: RewardsState
  codes: number
}
export type Step = fc.Command<Model, Real>

const needs = { FIRST_REVIEW_2: 1, FIVE_REVIEWS_10: 5 } as const
const rules = ['FIRST_REVIEW_2', 'FIVE_REVIEWS_10'] as const
const lasting = 12

export const freshModel = (): Model => ({
  month: 0,
  reviews: new Map(),
  stars: new Map(),
  held: new Map(),
  cross: false,
})
export const freshReal = (): Real => ({ events: [], state: rewards.initial, codes: 0 })

/** Asks the decider; answers `done`, `nothing` or the rejection’s name. */
const ask = (real: Real, command: RewardsCommand): string => {
  const decided = rewards.decide(command, real.state)
  if (E.isLeft(decided)) return decided.left.type
  real.events.push(...decided.right)
  real.state = decided.right.reduce(rewards.evolve, real.state)
  return decided.right.length === 0 ? 'nothing' : 'done'
}

export const venuesOfFive = ({ stars }: Model) =>
  new Set([...stars.values()].filter(({ overall }) => overall === 5).map(({ venue }) => venue))
const reviewsOf = ({ reviews }: Model, venue: string) => [...reviews.values()].filter((one) => one === venue).length
export const timeOf = ({ month }: Model) => plusMonths(start, month)
const draw = (real: Real) => `CODE-${`${real.codes++}`.padStart(6, '0')}`

const hold = (model: Model, key: string, code: string) => {
  if (!model.held.has(key)) model.held.set(key, { code, fate: 'active', until: model.month + lasting })
}
const dropUnearned = (model: Model, isEarned: (key: string) => boolean) => {
  for (const [key, { fate, until }] of model.held)
    if (fate === 'active' && model.month < until && !isEarned(key)) model.held.delete(key)
}
const weighStars = (model: Model) => {
  if (venuesOfFive(model).size >= 5) model.cross = true
  dropUnearned(model, (key) => key !== 'elite' || venuesOfFive(model).size >= 10)
}
const weighReviews = (model: Model) =>
  dropUnearned(model, (key) => {
    const [venue = '', rule] = key.split('/')
    return key === 'elite' || reviewsOf(model, venue) >= needs[rule as keyof typeof needs]
  })

const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run,
  toString: () => name,
})

const creditStep = (review: string, venue: string) =>
  step(`credit ${review} of ${venue}`, (model, real) => {
    const codes = { first: draw(real), fifth: draw(real) }
    const said = ask(real, credit(review, venue, { codes, at: timeOf(model) }))
    const known = model.reviews.get(review)
    expectSaid(said, known === undefined ? 'done' : known === venue ? 'nothing' : 'ReviewCreditedElsewhere')
    if (known !== undefined) return
    model.reviews.set(review, venue)
    for (const rule of rules)
      if (reviewsOf(model, venue) >= needs[rule])
        hold(model, `${venue}/${rule}`, rule === 'FIRST_REVIEW_2' ? codes.first : codes.fifth)
  })

const uncreditStep = (review: string) =>
  step(`uncredit ${review}`, (model, real) => {
    expectSaid(ask(real, uncredit(review, timeOf(model))), model.reviews.delete(review) ? 'done' : 'nothing')
    weighReviews(model)
  })

const starsStep = (rating: string, venue: string, overall: number, eligible: boolean) =>
  step(`${overall} stars in ${rating} from ${venue}${eligible ? '' : ', suspended'}`, (model, real) => {
    const code = draw(real)
    const said = ask(real, countStars(rating, venue, overall, { codes: { elite: code }, eligible, at: timeOf(model) }))
    const known = model.stars.get(rating)
    expectSaid(said, known?.overall === overall ? 'nothing' : 'done')
    if (known?.overall === overall) return
    model.stars.set(rating, { venue, overall })
    weighStars(model)
    if (eligible && venuesOfFive(model).size >= 10) hold(model, 'elite', code)
  })

const uncountStep = (rating: string) =>
  step(`uncount ${rating}`, (model, real) => {
    expectSaid(ask(real, uncountStars(rating, timeOf(model))), model.stars.delete(rating) ? 'done' : 'nothing')
    weighStars(model)
  })

const grantStep = step('grant the withheld bonus', (model, real) => {
  const code = draw(real)
  const due = venuesOfFive(model).size >= 10 && !model.held.has('elite')
  expectSaid(ask(real, { ...grantWithheld(code), at: timeOf(model) }), due ? 'done' : 'nothing')
  if (due) hold(model, 'elite', code)
})

const whoPresses = { owner, otherClient, aurora: business('aurora'), bellavista: business('bellavista') }

const redeemStep = (nth: number, who: keyof typeof whoPresses) =>
  step(`${who} redeems code ${nth}`, (model, real) => {
    const issued = real.state.rewards
    const code = issued[nth % Math.max(issued.length, 1)]?.code ?? 'NEVER-DRAWN'
    const said = ask(real, redeem(code, whoPresses[who], { at: timeOf(model) }))
    const [key, reward] = [...model.held].find(([, one]) => one.code === code) ?? []
    const issuer = key ?? issued.find((one) => one.code === code)?.businessId ?? 'elite'
    const may = who === 'owner' || (who !== 'otherClient' && (issuer === 'elite' || issuer.startsWith(who)))
    if (issued.length === 0 || !may) return expectSaid(said, 'RewardNotFound')
    if (reward === undefined) return expectSaid(said, 'RewardRevokedAlready')
    if (reward.fate === 'redeemed') return expectSaid(said, 'RewardAlreadyRedeemed')
    if (reward.fate === 'expired' || model.month >= reward.until) return expectSaid(said, 'RewardExpiredAlready')
    expectSaid(said, 'done')
    reward.fate = 'redeemed'
  })

const expireStep = step('expire', (model, real) => {
  const over = [...model.held.values()].filter(({ fate, until }) => fate === 'active' && model.month >= until)
  expectSaid(ask(real, expire(timeOf(model))), over.length > 0 ? 'done' : 'nothing')
  for (const reward of over) reward.fate = 'expired'
})

const monthsPass = (months: number) => step(`${months} months pass`, (model) => void (model.month += months))

const expectSaid = (said: string, expected: string) => {
  if (said !== expected) throw new Error(`the model expected ${expected}, the decider said ${said}`)
}

const review = fc.integer({ min: 1, max: 9 }).map((n) => `w${n}`)
const rating = fc.integer({ min: 1, max: 13 })
/** The thirteenth rating comes from a venue that has rated before. */
const venueOf = (n: number) => `v${n === 13 ? 1 : n}`

export const steps = fc.commands<Model, Real>(
  [
    fc.tuple(review, fc.constantFrom('aurora', 'aurora', 'aurora', 'bellavista')).map(([w, v]) => creditStep(w, v)),
    fc.tuple(review, fc.constant('aurora')).map(([w, v]) => creditStep(w, v)),
    review.map(uncreditStep),
    ...Array.from({ length: 5 }, () =>
      fc
        .tuple(rating, fc.constantFrom(5, 5, 5, 5, 5, 5, 3), fc.constantFrom(true, true, false))
        .map(([n, overall, eligible]) => starsStep(`r${n}`, venueOf(n), overall, eligible)),
    ),
    rating.map((n) => uncountStep(`r${n}`)),
    fc.constant(grantStep),
    fc
      .tuple(fc.nat(30), fc.constantFrom(...(Object.keys(whoPresses) as (keyof typeof whoPresses)[])))
      .map(([nth, who]) => redeemStep(nth, who)),
    fc.constant(expireStep),
    fc.constantFrom(1, 1, 13).map(monthsPass),
  ],
  { maxCommands: 90, size: 'max' },
)
