import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../../application/event-registry.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { ratingReleaseRule } from '../../domain/ratings/rules.ts'
import { countedRatings } from '../../domain/rewards/rules.ts'
import { foldInMemory } from '../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../projections/all.ts'
import { testRuleSettings } from '../support/application.ts'
import { anyDay } from './actions.ts'
import { startSimulation } from './simulation.ts'

const seed = Number(process.env['YEAR_SEED'] ?? 2026)
const quietNights = ratingReleaseRule.days + 1
const simulation = await (async () => {
  const simulated = await startSimulation(
    { businesses: 20, clients: 40 },
    { ratings: { ...testRuleSettings.ratings, release: 'batch' } },
  )
  for (const steps of fc.sample(anyDay, { seed, numRuns: 100 })) {
    for (const { actions, crashAfter } of steps) await simulated.step(actions, crashAfter)
    await simulated.night()
  }
  await simulated.app.catchUp()
  for (let nights = 0; nights <= quietNights; nights++) await simulated.night()
  return simulated
})()
interface RatingTotals {
  readonly count: number
  readonly sum: number
}
type ClientRatedData = Extract<DomainEvent, { readonly type: 'ClientRated' }>['data']
const ratingsById = new Map(
  (await simulation.app.events('ClientRated')).map((one): [string, ClientRatedData] => [one.ratingId, one]),
)
const released = await simulation.app.events('RatingsReleased')
const ratingsOf = (ids: readonly string[]) => ids.flatMap((id) => ratingsById.get(id) ?? [])

const countedOnes = (ofVenue: readonly ClientRatedData[]) => [
  ...countedRatings(ofVenue, testRuleSettings.ratings.countsEveryDays),
]
const totalsOf = (counted: readonly ClientRatedData[]): RatingTotals => ({
  count: counted.length,
  sum: counted.reduce((sum, one) => sum + one.overall, 0),
})

describe(`in a simulated season of batched rating releases (seed ${seed})`, () => {
  it('has no failures, and every rating was held and released once', () => {
    expect({ failures: simulation.failures, unexpectedFailures: simulation.app.unexpectedFailures }).toEqual({
      failures: [],
      unexpectedFailures: [],
    })
    expect(ratingsById.size).toBeGreaterThan(200)
    expect([...ratingsById.values()].filter(({ held }) => !held)).toEqual([])
    expect(released.flatMap(({ ratings }) => ratings).sort()).toEqual([...ratingsById.keys()].sort())
  })

  it('releases ratings of three venues together, or after thirty days', () => {
    const tooEarly = released.filter(({ ratings, at }) => {
      const those = ratingsOf(ratings)
      const venues = new Set(those.map(({ businessId }) => businessId)).size
      const longAgo = plusDays(at, -ratingReleaseRule.days)
      return venues < ratingReleaseRule.venues && those.some((one) => one.at > longAgo)
    })
    expect(tooEarly).toEqual([])
    expect(released.some(({ ratings }) => ratingsOf(ratings).length < ratingReleaseRule.venues)).toBe(true)
    expect(released.some(({ ratings }) => ratingsOf(ratings).length >= ratingReleaseRule.venues)).toBe(true)
  })

  it('Q-44, Q-121: a client’s standing equals the released ratings that count', async () => {
    const standings = foldInMemory(projections.clientStandings, await simulation.app.log())
    const counted = Map.groupBy(ratingsById.values(), ({ clientId }) => clientId)
    const totals = [...counted].map(([client, all]): [string, RatingTotals] => [
      client,
      totalsOf([...Map.groupBy(all, ({ businessId }) => businessId).values()].flatMap(countedOnes)),
    ])
    const shown = [...standings.values()].filter(({ totalRatings }) => totalRatings > 0)
    const rows = shown.map(({ clientId, totalRatings: count, ratingSum: sum }) => [clientId, { count, sum }] as const)
    expect(new Map(rows)).toEqual(new Map(totals))
  })
})
