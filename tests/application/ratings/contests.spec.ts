import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { releaseDueRatings } from '../../../application/ratings/guest-ratings.ts'
import { account } from '../../../domain/accounts/account.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accountDays } from '../../../projections/analytics/account-days.ts'
import { notices } from '../../../projections/moderation/transparency.ts'
import { ratings } from '../../../projections/ratings/ratings.ts'
import { inMemoryApplication, testRuleSettings, unwrap } from '../../support/application.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'

type App = ReturnType<typeof inMemoryApplication>
type Outcome = 'KEPT' | 'STRUCK'

const facts = 'Abbiamo riletto tutto con attenzione.'

/** Rosa rates Ana; Mario, Lia and Nina moderate. */
const openScene = async (release: 'immediate' | 'batch' = 'immediate') => {
  const app = inMemoryApplication({ ratings: { ...testRuleSettings.ratings, release } })
  await app.business('rosa')
  await app.client('ana')
  for (const moderator of ['mario', 'lia', 'nina']) await app.moderator(moderator)
  return app
}

const rate = async (app: App, stayDate: string, by = 'rosa') =>
  unwrap(await app.as(by, useCases.rateClient, ratingOf('ana', stayDate))).ratingId
const contest = async (app: App, ratingId: string) => {
  const grounds = { reason: 'UNFAIR_RATING', message: 'Ho pagato tutto al mio arrivo.' } as const
  unwrap(await app.as('ana', useCases.contestRating, { ratingId, ...grounds }))
}
const decide = async (app: App, ratingId: string, outcome: Outcome) => {
  const decision = { outcome, moderatorNotes: null, resolution: null, reasons: { facts } }
  unwrap(await app.as('mario', useCases.decideRatingContest, { ratingId, ...decision }))
}
const idOf = async (app: App, type: string) => (await app.log()).findLast(({ event }) => event.type === type)?.id ?? ''
const appeal = async (app: App, appellant: string, decisionId: string) =>
  unwrap(await app.as(appellant, useCases.lodgeAppeal, { decisionId, text: facts }))
const overturn = async (app: App, by: string, decisionId: string) =>
  unwrap(await app.as(by, useCases.decideAppeal, { decisionId, outcome: 'OVERTURNED', measure: null, facts }))

const deleteAccount = async ({ deps, now }: App, accountId: string) => {
  const names = { emailId: 'hash', usernameId: null, obstacles: [] }
  const command = { type: 'DeleteAccount', cause: 'owner', reason: null, ...names, at: now() } as const
  const actor = { id: accountId, role: 'client' } as const
  const meta = { correlationId: 'leaves', causationId: null, actor, occurredAt: now() }
  unwrap(await decideAndAppend(deps)(account, accountId, command, meta)())
}

const rowOf = async (app: App, ratingId: string) => foldInMemory(ratings, await app.log()).get(ratingId) ?? null
const dayOf = async (app: App) => foldInMemory(accountDays, await app.log()).get('rosa_2026-05-04')
const starsOf = async (app: App) => {
  const stars = { StarsCounted: 1, StarsUncounted: -1 } as const
  return (await app.log()).reduce(
    (sum, { event: { type } }) => sum + (type in stars ? stars[type as keyof typeof stars] : 0),
    0,
  )
}
const avaOf = async (app: App) =>
  (await app.events('AvaEarned')).reduce((sum, { amount }) => sum + amount, 0) -
  (await app.events('AvaTakenBack')).reduce((sum, { amount }) => sum + amount, 0)

let app: App
beforeEach(async () => {
  app = await openScene()
})

describe('Q-136: an appeal about a contested rating', () => {
  const days = Array.from({ length: 10 }, (_, n) => `2026-05-0${n < 4 ? n + 1 : 4}` as Day)

  it('of the venue restores the rating: it is listed, counts for the guest and in the venue’s statistics again', async () => {
    const ratingId = await rate(app, '2026-05-01')
    const [listed, counted] = [await rowOf(app, ratingId), await dayOf(app)]
    await contest(app, ratingId)
    await decide(app, ratingId, 'STRUCK')
    expect(await rowOf(app, ratingId)).toBeNull()
    expect(await starsOf(app)).toBe(0)
    expect(await dayOf(app)).toMatchObject({ ratings: 0, overall: 0, returningGuests: 0 })
    const removed = await idOf(app, 'RatingRemoved')
    await appeal(app, 'rosa', removed)
    await overturn(app, 'lia', removed)
    expect(await rowOf(app, ratingId)).toEqual(listed)
    expect(await starsOf(app)).toBe(1)
    expect(await dayOf(app)).toEqual(counted)
    expect(await app.events('ContestOverturned')).toMatchObject([{ ratingId, outcome: 'KEPT', by: 'lia' }])
  })

  it('gives the venue back the AVA that its tenth rating had earned', async () => {
    for (const [n] of days.entries()) await app.client(`ospite${n}`)
    const rated = []
    for (const [n, stayDate] of days.entries())
      rated.push(unwrap(await app.as('rosa', useCases.rateClient, ratingOf(n === 9 ? 'ana' : `ospite${n}`, stayDate))))
    const ratingId = rated.at(-1)?.ratingId ?? ''
    expect(await avaOf(app)).toBe(1)
    await contest(app, ratingId)
    await decide(app, ratingId, 'STRUCK')
    expect(await avaOf(app)).toBe(0)
    const removed = await idOf(app, 'RatingRemoved')
    await appeal(app, 'rosa', removed)
    await overturn(app, 'lia', removed)
    expect(await avaOf(app)).toBe(1)
  })

  it('Q-46: restores a rating released as part of a batch with that batch', async () => {
    app = await openScene('batch')
    const ratingId = await rate(app, '2026-05-01')
    app.later(31)
    unwrap(await releaseDueRatings(app.services)())
    const released = await rowOf(app, ratingId)
    expect(released?.batch).toEqual(expect.any(String))
    await contest(app, ratingId)
    await decide(app, ratingId, 'STRUCK')
    const removed = await idOf(app, 'RatingRemoved')
    await appeal(app, 'rosa', removed)
    await overturn(app, 'lia', removed)
    expect(await rowOf(app, ratingId)).toEqual(released)
  })

  it('of the guest strikes the rating, after which the venue may appeal once more and the last ruling stands', async () => {
    const ratingId = await rate(app, '2026-05-01')
    await contest(app, ratingId)
    await decide(app, ratingId, 'KEPT')
    const kept = await idOf(app, 'RatingKept')
    await appeal(app, 'ana', kept)
    await overturn(app, 'lia', kept)
    expect(await rowOf(app, ratingId)).toBeNull()
    // the removal that follows from a ruling is appealed as that ruling
    const ruling = await idOf(app, 'AppealDecided')
    await appeal(app, 'rosa', await idOf(app, 'RatingRemoved'))
    expect((await app.events('AppealLodged')).at(-1)).toMatchObject({ decisionId: ruling, side: 'venue', level: 2 })
    await overturn(app, 'nina', ruling)
    expect(await rowOf(app, ratingId)).not.toBeNull()
    const { length } = await app.log()
    await app.restart()
    expect(await app.log()).toHaveLength(length)
    for (const decisionId of [await idOf(app, 'ContestOverturned'), await idOf(app, 'RatingRestored')])
      for (const appellant of ['ana', 'rosa'])
        expect(await app.as(appellant, useCases.lodgeAppeal, { decisionId, text: facts })).toMatchObject({
          left: { rejection: { type: 'DecisionFinal' } },
        })
  })

  it('is void once the venue withdraws the rating', async () => {
    const ratingId = await rate(app, '2026-05-01')
    await contest(app, ratingId)
    await decide(app, ratingId, 'KEPT')
    await appeal(app, 'ana', await idOf(app, 'RatingKept'))
    unwrap(await app.as('rosa', useCases.withdrawRating, { ratingId }))
    expect(await app.events('AppealVoided')).toMatchObject([{ reviewId: ratingId, side: 'guest', appellants: ['ana'] }])
    expect((await app.events('CaseClosed')).at(-1)).toMatchObject({ outcome: 'void' })
  })

  it('is not open against a decision in the appellant’s favour, nor against a removal without a contest', async () => {
    const ratingId = await rate(app, '2026-05-01')
    await contest(app, ratingId)
    await decide(app, ratingId, 'STRUCK')
    const struck = await idOf(app, 'RatingStruck')
    await app.business('lido', { province: 'MI' })
    const other = await rate(app, '2026-05-02', 'lido')
    unwrap(await app.as('mario', useCases.removeRating, { ratingId: other, ground: 'FAKE', facts }))
    const removed = await idOf(app, 'RatingRemoved')
    for (const [appellant, decisionId, type] of [
      ['ana', struck, 'DecisionFinal'],
      ['rosa', struck, 'DecisionNotFound'],
      ['lido', removed, 'DecisionFinal'],
      ['ana', removed, 'DecisionNotFound'],
    ] as const)
      expect(await app.as(appellant, useCases.lodgeAppeal, { decisionId, text: facts })).toMatchObject({
        left: { rejection: { type } },
      })
  })
})

describe('Q-136: an open contest', () => {
  it('is void once the account of the guest is deleted', async () => {
    const ratingId = await rate(app, '2026-05-01')
    await contest(app, ratingId)
    await deleteAccount(app, 'ana')
    await app.catchUp()
    expect(await app.events('ContestVoided')).toMatchObject([{ ratingId, cause: 'account-deleted' }])
    expect((await app.events('CaseClosed')).at(-1)).toMatchObject({ caseId: `contest-${ratingId}`, outcome: 'void' })
  })

  it('goes on after the venue deleted its account, because the rating still counts', async () => {
    const ratingId = await rate(app, '2026-05-01')
    await contest(app, ratingId)
    await deleteAccount(app, 'rosa')
    await app.catchUp()
    expect(await app.events('ContestVoided')).toEqual([])
    expect(await starsOf(app)).toBe(1)
    await decide(app, ratingId, 'STRUCK')
    await app.catchUp()
    expect(await rowOf(app, ratingId)).toBeNull()
    expect(await starsOf(app)).toBe(0)
  })

  it('and its decision count as notices in the transparency report, as disputes', async () => {
    const [kept, struck, open] = [
      await rate(app, '2026-05-01'),
      await rate(app, '2026-05-02'),
      await rate(app, '2026-05-03'),
    ]
    for (const ratingId of [kept, struck, open]) await contest(app, ratingId)
    await decide(app, kept, 'KEPT')
    await decide(app, struck, 'STRUCK')
    const counted = [...foldInMemory(notices, await app.log()).values()].map(({ kind, outcome }) => [kind, outcome])
    expect(counted).toEqual([
      ['DISPUTE', 'REJECTED'],
      ['DISPUTE', 'UPHELD'],
      ['DISPUTE', null],
    ])
  })
})
