import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { avaByStaysPolicy } from '../../../application/ava/earnings.policy.ts'
import { simulateRuleSet } from '../../../application/ava/rule-sets.ts'
import { load } from '../../../application/command-handler.ts'
import { ruleSets } from '../../../domain/ava/rule-sets.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { daysAfter } from '../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

type App = ReturnType<typeof inMemoryApplication>
const book = 'ava'
const venues = ['aurora', 'belvedere', 'cedro', 'dante', 'elba', 'faro']
const guests = ['ana', 'bea']

const openApplication = async () => {
  const app = inMemoryApplication()
  for (const venue of venues) await app.business(venue)
  for (const guest of guests) await app.client(guest)
  await app.business('ada')
  await app.grant('ada', 'ADMIN')
  return app
}

/** Stays that all count. */
let stays = 0
const rate = async (app: App, venue: string, overall = 5, guest = 'ana') => {
  const scores = { overall, punctuality: 9, kindness: 9, payment: 9, roomCondition: 9, comment: null }
  const stayDate = daysAfter('2017-01-01' as Day, 30 * (stays++ % 100))
  const stay = { stayType: 'leisure' as const, stayDate }
  return unwrap(await app.as(venue, useCases.rateClient, { client: { accountId: guest }, ...scores, ...stay })).ratingId
}
const draft = async (app: App, version: number) => {
  const draftId = randomUUID()
  unwrap(await app.as('ada', useCases.draftRuleSet, { book, draftId, version }))
  return { book, draftId }
}
/** Requests a simulation and runs it as the job does. */
const simulate = async (app: App, of: { book: string; draftId: string }) => {
  unwrap(await app.as('ada', useCases.requestSimulation, of))
  unwrap(await simulateRuleSet(app.services, of)())
  const { drafts } = unwrap(await load(app.deps)(ruleSets, book)()).state
  return drafts.find(({ draftId }) => draftId === of.draftId)?.figures ?? null
}
const putInForce = async (app: App, version: number) => {
  const of = await draft(app, version)
  await simulate(app, of)
  unwrap(await app.as('ada', useCases.activateRuleSet, of))
  app.later(1)
}
const availableAva = async (app: App, guest = 'ana') => unwrap(await load(app.deps)(wallet, guest)()).state.available
const earned = async (app: App) =>
  (await app.events('AvaEarned')).map(({ reason, amount, ruleVersion }) => ({ reason, amount, ruleVersion }))

describe('AVA for stays', () => {
  it('are not credited while the second rule set is not active (Q-68)', async () => {
    const app = await openApplication()
    for (const venue of venues) await rate(app, venue)
    await app.catchUp()
    expect(await earned(app)).toEqual([])
  })

  it('follow the second rule set: five for a new venue, one for five stars, ten for the fifth venue, ten for a return (B-31)', async () => {
    const app = await openApplication()
    await putInForce(app, 2)
    await rate(app, 'aurora', 5)
    expect(await earned(app)).toEqual([
      { reason: 'FIVE_STARS', amount: 1, ruleVersion: 2 },
      { reason: 'FIRST_STAY', amount: 5, ruleVersion: 2 },
    ])
    await rate(app, 'aurora', 3)
    expect(await availableAva(app)).toBe(16)
    for (const venue of venues.slice(1, 5)) await rate(app, venue, 4)
    expect(await availableAva(app)).toBe(16 + 4 * 5 + 10)
    expect(app.unexpectedFailures).toEqual([])
  })

  it('are not credited for ratings before activation, although their venues are known (Q-68)', async () => {
    const app = await openApplication()
    await rate(app, 'aurora')
    app.later(1)
    await putInForce(app, 2)
    expect(await availableAva(app)).toBe(0)
    await rate(app, 'aurora', 4)
    expect(await earned(app)).toEqual([{ reason: 'LOYALTY', amount: 10, ruleVersion: 2 }])
  })

  it('are not credited for an earlier rating that is amended after activation', async () => {
    const app = await openApplication()
    const ratingId = await rate(app, 'aurora', 4)
    app.later(1)
    await putInForce(app, 2)
    const scores = { overall: 5, punctuality: 9, kindness: 9, payment: 9, roomCondition: 9, comment: null }
    unwrap(await app.as('aurora', useCases.amendRating, { ratingId, ...scores }))
    expect(await earned(app)).toEqual([])
  })

  it('are taken back with the rating and credited once however often policies run (Q-50)', async () => {
    const app = await openApplication()
    await putInForce(app, 2)
    const ratingId = await rate(app, 'aurora')
    await app.catchUp()
    await app.catchUp()
    expect(await availableAva(app)).toBe(6)
    unwrap(await app.as('aurora', useCases.withdrawRating, { ratingId }))
    expect(await availableAva(app)).toBe(0)
  })

  it('require the guest’s confirmed e-mail (D-03)', async () => {
    const app = await openApplication()
    await app.client('cleo', { confirmed: false })
    await putInForce(app, 2)
    await rate(app, 'aurora', 5, 'cleo')
    expect(await availableAva(app, 'cleo')).toBe(0)
    await app.confirm('cleo')
    expect(await availableAva(app, 'cleo')).toBe(6)
  })

  it('are not taken back by a policy that read the stays before another one was settled', async () => {
    const app = await openApplication()
    await putInForce(app, 2)
    await rate(app, 'aurora')
    const { history } = app.services
    let settledMeanwhile = false
    const slowHistory: typeof history = {
      ...history,
      load: (aggregate, stream, personalData) =>
        pipe(
          history.load(aggregate, stream, personalData),
          TE.tapTask(() => async () => {
            if (settledMeanwhile || stream !== 'rewards-c-ana') return
            settledMeanwhile = true
            await rate(app, 'belvedere', 4)
          }),
        ),
    }
    const counted = (await app.log()).find(({ event }) => event.type === 'StarsCounted')
    const { react } = avaByStaysPolicy({ ...app.services, history: slowHistory })
    expect(await react?.(counted as never)()).toMatchObject({ _tag: 'Right' })
    expect(settledMeanwhile).toBe(true)
    expect(await app.events('AvaTakenBack')).toEqual([])
    expect(await availableAva(app)).toBe(11)
  })

  it('are credited even if the process dies before reacting', async () => {
    let isCrashed = false
    const app = inMemoryApplication({ crashes: () => isCrashed })
    for (const venue of venues) await app.business(venue)
    await app.client('ana')
    await app.business('ada')
    await app.grant('ada', 'ADMIN')
    await putInForce(app, 2)
    isCrashed = true
    await rate(app, 'aurora')
    expect(await availableAva(app)).toBe(0)
    await app.catchUp()
    expect(await availableAva(app)).toBe(6)
  })
})

describe('simulation on real history (Q-68)', () => {
  it('predicts exactly the AVA that the ledger credits with the rule set active', async () => {
    const history = fc.array(
      fc.record({
        venue: fc.constantFrom(...venues),
        guest: fc.constantFrom(...guests),
        overall: fc.integer({ min: 3, max: 5 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(history, async (stays) => {
        const [simulated, actual] = [await openApplication(), await openApplication()]
        await putInForce(actual, 2)
        for (const { venue, guest, overall } of stays) {
          await rate(simulated, venue, overall, guest)
          await rate(actual, venue, overall, guest)
        }
        const figures = await simulate(simulated, await draft(simulated, 2))
        const balances = await Promise.all(guests.map((guest) => availableAva(actual, guest)))
        expect(figures).toMatchObject({
          total: balances.reduce((sum, balance) => sum + balance, 0),
          most: Math.max(...balances),
          accounts: balances.filter((balance) => balance > 0).length,
        })
        expect(figures?.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(figures?.total)
      }),
      { numRuns: 10 },
    )
  })

  it('shows the last thirty days separately, next to what was credited so far', async () => {
    const app = await openApplication()
    await rate(app, 'aurora', 5)
    app.later(31)
    await rate(app, 'aurora', 4)
    expect(await simulate(app, await draft(app, 2))).toEqual({
      accounts: 1,
      total: 16,
      lastMonth: 10,
      most: 16,
      credited: 0,
      parts: [
        { reason: 'FIVE_STARS', amount: 1 },
        { reason: 'FIRST_STAY', amount: 5 },
        { reason: 'LOYALTY', amount: 10 },
      ],
    })
  })

  it('credits nothing', async () => {
    const app = await openApplication()
    await rate(app, 'aurora')
    await simulate(app, await draft(app, 2))
    expect([await availableAva(app), await earned(app)]).toEqual([0, []])
  })

  it('is zero for the first rule set, which credits no stays', async () => {
    const app = await openApplication()
    await putInForce(app, 2)
    await rate(app, 'aurora')
    expect(await simulate(app, await draft(app, 1))).toMatchObject({ accounts: 0, total: 0, credited: 6 })
  })
})
