import * as fc from 'fast-check'

type Kind =
  | 'review'
  | 'edit'
  | 'rate'
  | 'flag'
  | 'dispute'
  | 'redeem'
  | 'moderate'
  | 'decide'
  | 'appeal'
  | 'hear'
  | 'plead'
  | 'absolve'
  | 'exclude'
  | 'include'

/** Something somebody tries; whether they may is the application's to say. */
export interface Deed {
  readonly kind: Kind
  readonly who: number
  readonly whom: number
  readonly stars: number
  readonly day: number
  readonly open: boolean
}

const weights: Readonly<Record<Kind, number>> = {
  review: 30,
  edit: 3,
  rate: 25,
  flag: 16,
  dispute: 5,
  redeem: 4,
  moderate: 2,
  decide: 15,
  appeal: 8,
  hear: 8,
  plead: 4,
  absolve: 3,
  exclude: 1,
  include: 1,
}
const kinds = Object.entries(weights) as [Kind, number][]
const anyone = fc.nat({ max: 9_999 })

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  who: anyone,
  whom: anyone,
  stars: fc.integer({ min: 1, max: 5 }),
  day: fc.nat({ max: 40 }),
  open: fc.boolean(),
})

export interface Moment {
  readonly deeds: readonly Deed[]
  /** 0: nothing dies. */
  readonly dying: number
  /** Whether the workers come round afterwards. */
  readonly caughtUp: boolean
}

/** A day's moments, each a few deeds at once; one in eight loses a process. */
export const day: fc.Arbitrary<readonly Moment[]> = fc.array(
  fc.record({
    deeds: fc.array(deed, { minLength: 1, maxLength: 4 }),
    dying: fc.oneof({ weight: 7, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) }),
    caughtUp: fc.nat({ max: 9 }).map((n) => n === 0),
  }),
  { minLength: 6, maxLength: 6 },
)
