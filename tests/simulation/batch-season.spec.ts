import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../../application/catalogue.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { releaseRule } from '../../domain/reputation/release/decider.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { projections } from '../../projections/all.ts'
import { day } from './deeds.ts'
import { town } from './town.ts'

const seed = Number(process.env['YEAR_SEED'] ?? 2026)
const quietNights = releaseRule.days + 1
const lived = await (async () => {
  const place = await town({ businesses: 20, clients: 40 }, { ratingRelease: 'batch' })
  for (const moments of fc.sample(day, { seed, numRuns: 100 })) {
    for (const { deeds, dying } of moments) await place.moment(deeds, dying)
    await place.night()
  }
  await place.app.catchUp()
  for (let nights = 0; nights <= quietNights; nights++) await place.night()
  return place
})()
interface Figures {
  readonly count: number
  readonly sum: number
}
type Rated = Extract<DomainEvent, { readonly type: 'ClientRated' }>['data']
const rated = new Map((await lived.app.events('ClientRated')).map((one): [string, Rated] => [one.ratingId, one]))
const released = await lived.app.events('RatingsReleased')
const ratingsOf = (ids: readonly string[]) => ids.flatMap((id) => rated.get(id) ?? [])

describe(`a simulated season of batched rating releases (seed ${seed})`, () => {
  it('has no failures, and every rating was held and released once', () => {
    expect({ failures: lived.failures, surprises: lived.app.surprises }).toEqual({ failures: [], surprises: [] })
    expect(rated.size).toBeGreaterThan(200)
    expect([...rated.values()].filter(({ held }) => !held)).toEqual([])
    expect(released.flatMap(({ ratings }) => ratings).sort()).toEqual([...rated.keys()].sort())
  })

  it('releases ratings of three venues together, or after thirty days', () => {
    const told = released.filter(({ ratings, at }) => {
      const those = ratingsOf(ratings)
      const venues = new Set(those.map(({ businessId }) => businessId)).size
      const longAgo = plusDays(at, -releaseRule.days)
      return venues < releaseRule.venues && those.some((one) => one.at > longAgo)
    })
    expect(told).toEqual([])
    expect(released.some(({ ratings }) => ratingsOf(ratings).length < releaseRule.venues)).toBe(true)
    expect(released.some(({ ratings }) => ratingsOf(ratings).length >= releaseRule.venues)).toBe(true)
  })

  it('Q-44: a client’s standing equals the released ratings', async () => {
    const standings = foldInMemory(projections.clientStandings, await lived.app.log())
    const counted = Map.groupBy(rated.values(), ({ clientId }) => clientId)
    const figures = [...counted].map(([client, all]): [string, Figures] => [
      client,
      { count: all.length, sum: all.reduce((sum, one) => sum + one.overall, 0) },
    ])
    const shown = [...standings.values()].filter(({ totalRatings }) => totalRatings > 0)
    const rows = shown.map(({ clientId, totalRatings: count, ratingSum: sum }) => [clientId, { count, sum }] as const)
    expect(new Map(rows)).toEqual(new Map(figures))
  })
})
