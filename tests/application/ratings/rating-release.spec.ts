import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useCases, policies } from '../../../application/all.ts'
import { releaseDueRatings } from '../../../application/ratings/guest-ratings.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { daysAfter } from '../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { topicsOf } from '../../../infrastructure/live/live-updates.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { ratings } from '../../../projections/ratings/ratings.ts'
import { clientStandings } from '../../../projections/rewards/client-standings.ts'
import { rewardCodes } from '../../../projections/rewards/reward-codes.ts'
import { ratingReceivedResponse } from '../../../web/api/ratings/responses.ts'
import { inMemoryApplication, testRuleSettings, unwrap } from '../../support/application.ts'

type App = ReturnType<typeof inMemoryApplication>

const ana = { accountId: 'ana', clientId: 'c-ana' }

const openApplication = async (venues: readonly string[], release: 'immediate' | 'batch' = 'batch') => {
  const app = inMemoryApplication({ ratings: { ...testRuleSettings.ratings, release } })
  for (const venue of venues) await app.business(venue)
  await app.client('ana')
  return app
}

interface GuestRating {
  readonly overall: number
  readonly comment: string | null
  readonly stayDate: string
}

const plainRating: GuestRating = { overall: 5, comment: null, stayDate: '2026-05-01' }

const rate = async (app: App, venue: string, guestRating: Partial<GuestRating> = {}) => {
  const { overall, comment, stayDate } = { ...plainRating, ...guestRating }
  const scores = { overall, punctuality: 9, kindness: 9, payment: 9, roomCondition: 9, comment }
  const stay = { stayType: 'leisure' as const, stayDate: stayDate as Day }
  const client = { accountId: ana.accountId }
  return unwrap(await app.as(venue, useCases.rateClient, { client, ...scores, ...stay })).ratingId
}

/**
 * Everything the client can observe: list, standing, codes and live events. Aliases of ratings are keyed hashes and
 * determine the order within a day, so the list is compared without order.
 */
const visibleToClient = async (app: App) => {
  const log = await app.log()
  const list = [...foldInMemory(ratings, log).values()].flatMap(({ batch, shownAt, ...row }) =>
    shownAt === null ? [] : [JSON.stringify(ratingReceivedResponse(() => '')(received(row, batch, shownAt)))],
  )
  const { received: _, ...standing } = { received: null, ...foldInMemory(clientStandings, log).get(ana.clientId) }
  const codes = [...foldInMemory(rewardCodes, log).values()].map(({ percent, rewardType }) => ({ percent, rewardType }))
  const topics = log.flatMap(({ event }) =>
    topicsOf(event).filter(([subject]) => subject === ana.clientId || subject === ana.accountId),
  )
  return { list: list.toSorted(), standing, codes, topics: topics.map(([, topic]) => topic) }
}

type Row = ReturnType<(typeof ratings)['evolve']>

const received = (
  { overall, punctuality, kindness, payment, roomCondition, ...row }: Omit<NonNullable<Row>, 'batch' | 'shownAt'>,
  batch: string | null,
  shownAt: string,
) => ({
  id: row.ratingId,
  overallRating: overall,
  punctualityScore: punctuality,
  kindnessScore: kindness,
  paymentScore: payment,
  roomConditionScore: roomCondition,
  stayType: row.stayType,
  stayDate: row.stayDate,
  counted: !row.superseded,
  comment: row.comment,
  contest: null,
  shownAt,
  inBatch: batch !== null,
})

describe('RATING_RELEASE=batch', () => {
  it('Q-46: shows the client nothing of one or two venues, and all of them at once with the third', async () => {
    const app = await openApplication(['rosa', 'bruno', 'carla'])
    const before = await visibleToClient(app)
    await rate(app, 'rosa')
    app.later(3)
    await rate(app, 'bruno', { overall: 2 })
    expect(await visibleToClient(app)).toEqual(before)
    app.later(3)
    await rate(app, 'carla', { overall: 4 })
    const { list, standing } = await visibleToClient(app)
    expect(list).toHaveLength(3)
    expect(standing).toMatchObject({ totalRatings: 3, ratingSum: 11, uniqueProviders: 3 })
    expect(await app.events('RatingsReleased')).toHaveLength(1)
  })

  it('shows the day of release and only the month of the stay', async () => {
    const app = await openApplication(['rosa', 'bruno', 'carla'])
    for (const venue of ['rosa', 'bruno', 'carla']) {
      await rate(app, venue, { stayDate: '2026-04-17' })
      app.later(1)
    }
    const { list } = await visibleToClient(app)
    for (const shown of list)
      expect(JSON.parse(shown)).toMatchObject({
        createdAt: '2026-05-06T00:00:00.000Z',
        stayDate: '2026-04-01',
        stayDatePrecision: 'month',
      })
  })

  it('releases a rating alone after thirty days', async () => {
    const app = await openApplication(['rosa', 'bruno'])
    await rate(app, 'rosa')
    app.later(20)
    await rate(app, 'bruno')
    app.later(9)
    expect(unwrap(await releaseDueRatings(app.services)())).toBe(0)
    app.later(1)
    expect(unwrap(await releaseDueRatings(app.services)())).toBe(1)
    expect((await visibleToClient(app)).standing).toMatchObject({ totalRatings: 1 })
    expect(unwrap(await releaseDueRatings(app.services)())).toBe(0)
  })

  it('B-30, Q-101: credits the business its AVA immediately and shows it its own rating', async () => {
    const app = await openApplication(['rosa'])
    for (let n = 1; n <= 10; n++) await rate(app, 'rosa', { stayDate: daysAfter('2024-01-01' as Day, 40 * n) })
    expect(await app.events('AvaEarned')).toMatchObject([{ accountId: 'rosa', amount: 1 }])
    expect([...foldInMemory(ratings, await app.log()).values()]).toHaveLength(10)
  })

  it('never shows a rating withdrawn while held', async () => {
    const app = await openApplication(['rosa', 'bruno', 'carla', 'dora'])
    const before = await visibleToClient(app)
    const ratingId = await rate(app, 'rosa')
    unwrap(await app.as('rosa', useCases.withdrawRating, { ratingId }))
    await rate(app, 'bruno')
    await rate(app, 'carla')
    expect(await visibleToClient(app)).toEqual(before)
    await rate(app, 'dora')
    expect((await visibleToClient(app)).list).toHaveLength(3)
  })

  it('releases a rating amended while held as amended', async () => {
    const app = await openApplication(['rosa', 'bruno', 'carla'])
    const before = await visibleToClient(app)
    const ratingId = await rate(app, 'rosa', { overall: 1 })
    const scores = { overall: 5, punctuality: 9, kindness: 9, payment: 9, roomCondition: 9, comment: null }
    unwrap(await app.as('rosa', useCases.amendRating, { ratingId, ...scores }))
    expect(await visibleToClient(app)).toEqual(before)
    await rate(app, 'bruno')
    await rate(app, 'carla')
    expect((await visibleToClient(app)).standing).toMatchObject({ ratingSum: 15 })
  })

  it('Q-89: does not let the business change the client’s photo, which would reveal the rating', async () => {
    const app = await openApplication(['rosa'])
    await rate(app, 'rosa')
    expect(await app.as('rosa', useCases.findClientPhotoOwner, { clientId: ana.clientId })).toMatchObject(
      E.left({ rejection: { type: 'ClientUnknown' } }),
    )
  })

  it('Q-54: does not make the client an established account by a held rating', async () => {
    const app = await openApplication(['rosa'])
    await rate(app, 'rosa')
    expect(unwrap(await app.lookups.reviews.venuesMetBy(ana, 5)())).toEqual([])
  })

  it('releases held ratings by the timer after switching back, when new ones are shown immediately', async () => {
    const app = await openApplication(['rosa'])
    await rate(app, 'rosa')
    const immediate = {
      ...app.services,
      ruleSettings: {
        ...app.services.ruleSettings,
        ratings: { ...testRuleSettings.ratings, release: 'immediate' as const },
      },
    }
    expect(unwrap(await releaseDueRatings(immediate)())).toBe(1)
    expect((await visibleToClient(app)).standing).toMatchObject({ totalRatings: 1 })
  })

  it('changes nothing when the whole history is redelivered', async () => {
    const app = await openApplication(['rosa', 'bruno', 'carla'])
    for (const venue of ['rosa', 'bruno', 'carla']) await rate(app, venue)
    const before = [...(await app.log())]
    for (const recorded of before)
      for (const policy of policies(app.services))
        if (policy.events.codecs.has(recorded.event.type)) await policy.react?.(recorded as never)()
    expect(await app.log()).toHaveLength(before.length)
    expect(app.unexpectedFailures).toEqual([])
  })
})

const guestRatings = fc.record({
  overall: fc.constantFrom(1, 3, 4, 5),
  comment: fc.constantFrom(null, 'Gentile', 'In ritardo'),
  stayDate: fc.constantFrom('2026-03-09', '2026-04-17', '2026-04-30'),
})

const venues = ['rosa', 'bruno', 'carla']

/** The client's view after each step. */
const observeSteps = async (app: App, steps: readonly (() => Promise<unknown>)[]) => {
  const seen = [await visibleToClient(app)]
  for (const step of steps) {
    await step()
    seen.push(await visibleToClient(app))
  }
  return seen
}

describe('Q-46: batch release', () => {
  it('shows a client with held ratings the same as a client without ratings, below three venues and thirty days', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('rosa', 'bruno'), guestRatings, fc.integer({ min: 0, max: 4 })), {
          maxLength: 6,
        }),
        async (given) => {
          const app = await openApplication(venues)
          const days = given.map(([venue, guestRating, days], n) => async () => {
            await rate(app, venue, { ...guestRating, stayDate: `2026-04-${String(10 + n)}` })
            app.later(days)
            unwrap(await releaseDueRatings(app.services)())
          })
          const seen = await observeSteps(app, days)
          expect(seen.every((view) => JSON.stringify(view) === JSON.stringify(seen[0]))).toBe(true)
        },
      ),
      { numRuns: 20 },
    ))

  const observeReleases = async (mode: 'immediate' | 'batch', given: readonly GuestRating[]) => {
    const app = await openApplication(venues, mode)
    const steps = venues.map((venue, n) => async () => {
      await rate(app, venue, given[n])
      app.later(2)
    })
    return observeSteps(app, steps)
  }
  const three = fc.tuple(guestRatings, guestRatings, guestRatings)

  it('shows the client the same whichever venue of a batch gave which rating, and when', () =>
    fc.assert(
      fc.asyncProperty(three, async ([a, b, c]) => {
        expect(await observeReleases('batch', [b, c, a])).toEqual(await observeReleases('batch', [a, b, c]))
      }),
      { numRuns: 20 },
    ))

  it('with immediate release, reveals which venue gave which rating', async () => {
    const [a, b, c] = [1, 3, 5].map((overall) => ({ ...plainRating, overall })) as [
      GuestRating,
      GuestRating,
      GuestRating,
    ]
    expect(await observeReleases('immediate', [b, c, a])).not.toEqual(await observeReleases('immediate', [a, b, c]))
  })
})
