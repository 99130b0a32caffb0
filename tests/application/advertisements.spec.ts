import { describe, expect, it } from 'vitest'
import { capabilities } from '../../application/capabilities.ts'
import { importAdvertisements, type Delivered } from '../../application/promotion/import-advertisements.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Offer } from '../../domain/promotion/advertisement/events.ts'
import { application, right } from '../support/application.ts'
import { offer } from '../support/samples/promotion.ts'

const always = { ...offer, promotionalDate: null, promotionalEndDate: null }
const one = (linkId: string, change: Partial<Offer> = {}): Delivered => ({ linkId, offer: { ...always, ...change } })
const importing =
  (app: ReturnType<typeof application>) =>
  async (...delivered: readonly Delivered[]) =>
    importAdvertisements(app.deps)(delivered, {
      correlationId: 'import',
      causationId: null,
      actor: { id: null, role: 'operator' },
      occurredAt: app.now(),
    })()
const nothing = { published: 0, revised: 0, withdrawn: 0, unchanged: 0 }

describe('an import', () => {
  it('Q-77: publishes what is new, revises what changed, withdraws what is gone', async () => {
    const take = importing(application())
    expect(right(await take(one('1'), one('2'), one('3')))).toEqual({ ...nothing, published: 3 })
    expect(right(await take(one('1'), one('2', { name: 'Altro' }), one('4')))).toEqual({
      published: 1,
      revised: 1,
      withdrawn: 1,
      unchanged: 1,
    })
    expect(right(await take(one('1'), one('3'), one('4')))).toMatchObject({ published: 1, withdrawn: 1 })
    expect(right(await take())).toEqual({ ...nothing, withdrawn: 3 })
  })

  it('made again changes nothing', async () => {
    const app = application()
    const take = importing(app)
    await take(one('1'), one('2'))
    const before = (await app.log()).length
    expect(right(await take(one('1'), one('2')))).toEqual({ ...nothing, unchanged: 2 })
    expect((await app.log()).length).toBe(before)
  })

  it('with one faulty entry writes nothing at all, and says which', async () => {
    const app = application()
    const take = importing(app)
    await take(one('1'))
    const before = (await app.log()).length
    const answer = await take(one('2'), one('3', { clickUrl: 'http://offerte.example/', name: '' }))
    expect(answer).toEqual(
      E.left({
        type: 'Faulty',
        advertisements: [
          {
            linkId: '3',
            faults: [
              { field: 'name', is: 'missing' },
              { field: 'clickUrl', is: 'not https' },
            ],
          },
        ],
      }),
    )
    expect((await app.log()).length).toBe(before)
  })

  it.each([0, 1, 2, 3, 4])('broken off after %i appends is brought to its end by the same import', async (appends) => {
    const app = application()
    const take = importing(app)
    await take(one('1'), one('2'))
    app.diesAfter(appends)
    await take(one('2', { name: 'Altro' }), one('3'), one('4'))
    await app.comesBack()
    expect(E.isRight(await take(one('2', { name: 'Altro' }), one('3'), one('4')))).toBe(true)
    expect(right(await take(one('2', { name: 'Altro' }), one('3'), one('4')))).toEqual({ ...nothing, unchanged: 3 })
    expect(await app.events('AdvertisementWithdrawn')).toMatchObject([{ linkId: '1' }])
    expect(await app.events('AdvertisementPublished')).toHaveLength(4)
  })
})

describe('a click', () => {
  const prepared = async () => {
    const app = application()
    await app.client('giulia')
    await app.business('aurora')
    await importing(app)(one('1'), one('2', { isActive: false }), one('3', { promotionalEndDate: app.now() }))
    const press = (accountId: string, id: string) => app.as(accountId, capabilities.clickAdvertisement, { id })
    return { app, press }
  }

  it('A-68, Q-77: is counted by the session, for either side, and answers where it leads', async () => {
    const { app, press } = await prepared()
    expect(await press('giulia', '1')).toEqual(E.right(offer.clickUrl))
    expect(await press('aurora', '1')).toEqual(E.right(offer.clickUrl))
    expect(await app.events('AdvertisementClicked')).toMatchObject([
      { linkId: '1', accountId: 'giulia', userType: 'client' },
      { linkId: '1', accountId: 'aurora', userType: 'user' },
    ])
  })

  it('A-68: of one person counts once a day and leads there every time, thirty at one moment too', async () => {
    const { app, press } = await prepared()
    const answers = await Promise.all(Array.from({ length: 30 }, () => press('giulia', '1')))
    expect(answers.every(E.isRight)).toBe(true)
    app.later(1)
    await press('giulia', '1')
    expect(await app.events('AdvertisementClicked')).toHaveLength(2)
  })

  it('on what is not shown is refused: unknown, switched off, over, withdrawn', async () => {
    const { app, press } = await prepared()
    const refused = E.left({ type: 'Rejected', rejection: { type: 'AdvertisementUnknown' } })
    expect(await press('giulia', 'nessuno')).toEqual(refused)
    expect(await press('giulia', '2')).toEqual(refused)
    expect(E.isRight(await press('giulia', '3'))).toBe(true)
    app.later(1)
    expect(await press('giulia', '3')).toEqual(refused)
    await importing(app)()
    expect(await press('giulia', '1')).toEqual(refused)
    expect(await app.events('AdvertisementClicked')).toHaveLength(1)
  })

  it('reads a handful of streams however many have clicked', async () => {
    const { app, press } = await prepared()
    for (let n = 0; n < 20; n++) {
      await app.client(`ospite-${n}`)
      await press(`ospite-${n}`, '1')
    }
    app.reads.length = 0
    await press('giulia', '1')
    expect(app.reads.filter((stream) => stream.startsWith('ad'))).toEqual(['advertisement-1', 'adclick-1_giulia'])
  })
})
