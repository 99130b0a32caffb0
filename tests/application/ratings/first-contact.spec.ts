import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthServices } from '../../../application/accounts/auth-services.ts'
import { useCases } from '../../../application/all.ts'
import { firstContactPolicy } from '../../../application/ratings/first-contact.policy.ts'
import { denyContact } from '../../../application/ratings/first-contact.ts'
import type { ContactRef } from '../../../application/ratings/ports.ts'
import type { PolicyContext } from '../../../application/policy-context.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { GuestContactMade } from '../../../domain/ratings/guest-contact.ts'
import { plusMonths } from '../../../domain/kernel/time.ts'
import { inMemoryApplication, testRuleSettings, unwrap } from '../../support/application.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

type App = ReturnType<typeof inMemoryApplication>
type Options = Parameters<typeof inMemoryApplication>[0]

let app: App
const start = async (options: Options = {}) => {
  app = inMemoryApplication(options)
  await app.business('rosa')
  await app.client('ana')
}
beforeEach(() => start())

const rate = (stayDate: string, guest = 'ana') => app.as('rosa', useCases.rateClient, ratingOf(guest, stayDate))
const contacts = () => app.events('GuestContactMade')
const withdrawn = async () => (await app.events('RatingWithdrawn')).map(({ ratingId }) => ratingId)
/** Follows the link of the last letter. */
const deny = async () => {
  const contact = (await contacts()).at(-1)
  const contactTokens = { read: (): ContactRef | null => contact ?? null }
  return denyContact({ ...app.services, contactTokens } as unknown as AuthServices)({ token: 'token' }, 'request')()
}
const refused = (type: string) => E.left({ type: 'Rejected', rejection: { type } })

describe('Q-122: the letter about a first contact', () => {
  it('announces the first rating of a guest by a venue, and no later one', async () => {
    unwrap(await rate('2026-04-20'))
    unwrap(await rate('2026-05-01'))
    expect(await contacts()).toMatchObject([
      { ratingId: 'rosa_c-ana_2026-04-20', accountId: 'ana', stayMonth: '2026-04-01', province: 'RM' },
    ])
  })

  it('names the region while fewer than five venues of the province are registered, then the province', async () => {
    unwrap(await rate('2026-05-01'))
    await app.client('eva')
    for (const venue of ['due', 'tre', 'quattro', 'cinque']) await app.business(venue)
    unwrap(await rate('2026-05-01', 'eva'))
    expect((await contacts()).map(({ named }) => named)).toEqual(['region', 'province'])
  })

  it('keeps a second account of the venue from adding the guest too (Q-123)', async () => {
    await app.business('rosabis', { phone: '+39 333 1112223' })
    await app.business('rosater', { phone: '+39 333 1112223' })
    await app.business('altra')
    unwrap(await app.as('rosabis', useCases.rateClient, ratingOf('ana', '2026-05-01')))
    unwrap(await deny())
    expect(await app.as('rosater', useCases.rateClient, ratingOf('ana', '2026-05-01'))).toEqual(
      refused('ClientNotAddable'),
    )
    unwrap(await app.as('altra', useCases.rateClient, ratingOf('ana', '2026-05-01')))
  })

  it('is sent once for each contact, at the time that does not tell when the venue rated', async () => {
    const policy = firstContactPolicy({} as PolicyContext)
    const letters = async () =>
      (await app.log()).flatMap((recorded) =>
        recorded.event.type === GuestContactMade.type ? (policy.effects?.(recorded as never) ?? []) : [],
      )
    unwrap(await rate('2026-05-01'))
    expect(await letters()).toMatchObject([{ job: 'first-contact-mail', data: { accountId: 'ana' } }])
    expect((await letters())[0]?.runAt).toBeUndefined()
    await start({ ratings: { ...testRuleSettings.ratings, release: 'batch' } })
    unwrap(await rate('2026-05-01'))
    expect(await letters()).toMatchObject([{ runAt: new Date('2026-05-05T07:00:00.000Z') }])
  })

  it('is not sent again when the venue rates a guest anew after withdrawing its rating', async () => {
    const { ratingId } = unwrap(await rate('2026-04-20'))
    unwrap(await app.as('rosa', useCases.withdrawRating, { ratingId }))
    unwrap(await rate('2026-05-01'))
    expect(await contacts()).toHaveLength(1)
  })
})

describe('Q-122: a guest who declares not to have been there', () => {
  it('withdraws every rating by that venue, and only by that venue', async () => {
    await app.business('lido')
    const other = unwrap(await app.as('lido', useCases.rateClient, ratingOf('ana', '2026-05-02')))
    unwrap(await rate('2026-04-20'))
    unwrap(await rate('2026-05-01'))
    app.later(40)
    unwrap(await deny())
    expect((await withdrawn()).toSorted()).toEqual(['rosa_c-ana_2026-04-20', 'rosa_c-ana_2026-05-01'])
    expect(await withdrawn()).not.toContain(other.ratingId)
  })

  it('ends the venue’s access and cannot be added again for twelve months', async () => {
    unwrap(await rate('2026-05-01'))
    unwrap(await deny())
    expect(unwrap(await app.lookups.ratings.isClientOf('rosa', 'c-ana')())).toBe(false)
    expect(await rate('2026-05-02')).toMatchObject(refused('ClientNotAddable'))
    app.later(364)
    expect(await rate('2027-05-02')).toMatchObject(refused('ClientNotAddable'))
    app.later(1)
    unwrap(await rate('2027-05-02'))
    expect((await contacts()).map(({ ratingId }) => ratingId)).toEqual([
      'rosa_c-ana_2026-05-01',
      'rosa_c-ana_2027-05-02',
    ])
  })

  it('may follow the link twice; the second time changes nothing', async () => {
    unwrap(await rate('2026-05-01'))
    unwrap(await deny())
    const before = (await app.log()).length
    unwrap(await deny())
    expect(await app.log()).toHaveLength(before)
  })

  it('is served by a policy that finishes the withdrawal after a crash', async () => {
    unwrap(await rate('2026-04-20'))
    unwrap(await rate('2026-05-01'))
    app.crashAfterAppends(2)
    await deny()
    expect(await withdrawn()).toHaveLength(1)
    await app.restart()
    expect((await withdrawn()).toSorted()).toEqual(['rosa_c-ana_2026-04-20', 'rosa_c-ana_2026-05-01'])
    expect((await withdrawn()).length).toBe(new Set(await withdrawn()).size)
  })

  it('is also rid of a rating that crossed the declaration', async () => {
    unwrap(await rate('2026-05-01'))
    unwrap(await deny())
    const rated = (await app.log()).find(({ event }) => event.type === 'ClientRated')
    const crossing = { ...(rated?.event.data as object), ratingId: 'crossing' }
    const fact = { id: randomUUID(), event: { type: 'ClientRated', data: crossing }, meta: rated?.meta }
    unwrap(await app.deps.history.append('rating-crossing', 'any', [fact as never])())
    await app.restart()
    expect(await withdrawn()).toContain('crossing')
  })
})

describe('D-52: one of “non sono stato qui” and a review', () => {
  const review = (venue = 'rosa') => app.as('ana', useCases.submitReview, reviewOf(venue))

  it('is refused: who was not there does not review the venue while it may not rate them, but others', async () => {
    await app.business('lido')
    unwrap(await rate('2026-05-01'))
    unwrap(await deny())
    expect(await review()).toMatchObject(
      E.left({ rejection: { type: 'StayDenied', until: plusMonths(app.now(), 12) } }),
    )
    expect(await app.events('RewardIssued')).toEqual([])
    unwrap(await review('lido'))
    app.later(365)
    unwrap(await review())
  })

  it('is refused: who has reviewed the venue since the month of the stay was there', async () => {
    unwrap(await rate('2026-05-01'))
    unwrap(await review())
    expect(await deny()).toEqual(refused('StayReviewed'))
    expect(await withdrawn()).toEqual([])
  })

  it('does not keep a guest who was there in an earlier month from denying a later stay', async () => {
    unwrap(await review())
    app.later(40)
    unwrap(await rate('2026-06-10'))
    unwrap(await deny())
    expect(await withdrawn()).toHaveLength(1)
  })

  it('is not refused because of a review that a moderator has removed', async () => {
    await app.moderator('mario')
    unwrap(await rate('2026-05-01'))
    const { reviewId } = unwrap(await review())
    unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'REMOVED', notes: null }))
    unwrap(await deny())
  })
})

describe('Q-122: the access of a venue to a guest', () => {
  it('ends when the venue withdraws its last rating, or a moderator removes it', async () => {
    const isClient = async () => unwrap(await app.lookups.ratings.isClientOf('rosa', 'c-ana')())
    await app.moderator('mario')
    const first = unwrap(await rate('2026-04-20'))
    const second = unwrap(await rate('2026-05-01'))
    unwrap(await app.as('rosa', useCases.withdrawRating, { ratingId: first.ratingId }))
    expect(await isClient()).toBe(true)
    const removal = { ratingId: second.ratingId, ground: 'FAKE', facts: 'Il cliente non ha soggiornato lì.' } as const
    unwrap(await app.as('mario', useCases.removeRating, removal))
    expect(await isClient()).toBe(false)
  })

  it('is opened to a limited number of new guests a day; known guests do not count', async () => {
    await start({ ratings: { ...testRuleSettings.ratings, newClientsPerDay: 1 } })
    await app.client('eva')
    unwrap(await rate('2026-05-01'))
    unwrap(await rate('2026-05-02'))
    expect(await rate('2026-05-01', 'eva')).toMatchObject(refused('TooManyNewClients'))
    app.later(1)
    unwrap(await rate('2026-05-01', 'eva'))
    unwrap(await rate('2026-05-03'))
  })
})
