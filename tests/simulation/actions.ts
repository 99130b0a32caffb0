import * as fc from 'fast-check'

type ActionKind =
  | 'review'
  | 'edit'
  | 'rate'
  | 'flag'
  | 'dispute'
  | 'redeem'
  | 'moderate'
  | 'decide'
  | 'appeal'
  | 'decideAppeal'
  | 'appealSanction'
  | 'decideSanctionAppeal'
  | 'exclude'
  | 'include'

/** An attempted action; the application decides whether it is allowed. */
export interface Action {
  readonly kind: ActionKind
  readonly who: number
  readonly whom: number
  readonly stars: number
  readonly day: number
  readonly open: boolean
}

const actionWeights: Readonly<Record<ActionKind, number>> = {
  review: 30,
  edit: 3,
  rate: 25,
  flag: 16,
  dispute: 5,
  redeem: 4,
  moderate: 2,
  decide: 15,
  appeal: 8,
  decideAppeal: 8,
  appealSanction: 4,
  decideSanctionAppeal: 3,
  exclude: 1,
  include: 1,
}
const weightedKinds = Object.entries(actionWeights) as [ActionKind, number][]
const anyIndex = fc.nat({ max: 9_999 })

const anyAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(...weightedKinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  who: anyIndex,
  whom: anyIndex,
  stars: fc.integer({ min: 1, max: 5 }),
  day: fc.nat({ max: 40 }),
  open: fc.boolean(),
})

export interface Step {
  readonly actions: readonly Action[]
  /** Number of reactions before the process is lost; 0 for none. */
  readonly crashAfter: number
  /** Whether the policy workers run afterwards. */
  readonly caughtUp: boolean
}

/** Moments of a day with a few concurrent actions each; one in eight loses a process. */
export const anyDay: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    actions: fc.array(anyAction, { minLength: 1, maxLength: 4 }),
    crashAfter: fc.oneof(
      { weight: 7, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
    ),
    caughtUp: fc.nat({ max: 9 }).map((n) => n === 0),
  }),
  { minLength: 6, maxLength: 6 },
)
