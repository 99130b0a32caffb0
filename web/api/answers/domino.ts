import type { ShownPlan } from '../../../application/domino/domino.ts'
import type { DominoEffect, DominoPlan } from '../../contract/domino.ts'

export const dominoAnswer = (plan: ShownPlan, accountId: string): DominoPlan => {
  const { planId, reviewId, by, at, approved, effects, kept, outcome } = plan
  return {
    planId,
    reviewId,
    draftedAt: at,
    draftedByMe: by === accountId,
    approvedAt: approved?.at ?? null,
    approvedByMe: approved?.by === accountId,
    effects: effects.map(effectAnswer),
    kept: [...kept],
    figures: figuresAnswer(plan),
    outcome: outcome && {
      done: outcome.done,
      missing: outcome.missing.map(effectAnswer),
      unforeseen: outcome.unforeseen.map(effectAnswer),
    },
  }
}

const effectAnswer = ({ stream, ...effect }: ShownPlan['effects'][number]): DominoEffect => ({
  of: stream.split('-')[0] ?? stream,
  ...effect,
})

const figuresAnswer = ({ figures }: ShownPlan): DominoPlan['figures'] => {
  const found = (name: ShownPlan['figures'][number]['name']) => {
    const figure = figures.find((one) => one.name === name)
    return figure === undefined ? null : { before: figure.before, after: figure.after }
  }
  const still = { before: 0, after: 0 }
  const [stars, raters] = [found('venue-stars'), found('venue-raters')]
  return {
    venue: stars &&
      raters && {
        stars: { before: average(stars.before, raters.before), after: average(stars.after, raters.after) },
        raters,
      },
    ratings: found('author-ratings') ?? still,
    ava: found('author-ava') ?? still,
    codes: found('author-codes'),
  }
}

const average = (sum: number, raters: number) => (raters === 0 ? null : sum / raters)
