import { describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { type DeliveredAdvertisement, importAdvertisements } from '../../../application/promotion/advertisements.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Offer } from '../../../domain/promotion/advertisement.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'
import { offer } from '../../support/promotion/event-samples.ts'

const always = { ...offer, promotionalDate: null, promotionalEndDate: null }
const delivery = (linkId: string, change: Partial<Offer> = {}): DeliveredAdvertisement => ({
  linkId,
  offer: { ...always, ...change },
})
const importing =
  (app: ReturnType<typeof inMemoryApplication>) =>
  async (...delivered: readonly DeliveredAdvertisement[]) =>
    importAdvertisements(app.deps)(delivered, {
      correlationId: 'import',
      causationId: null,
      actor: { id: null, role: 'operator' },
      occurredAt: app.now(),
    })()
const nothing = { published: 0, revised: 0, withdrawn: 0, unchanged: 0 }

describe('importing advertisements', () => {
  it('Q-77: publishes what is new, revises what changed, withdraws what is gone', async () => {
    const runImport = importing(inMemoryApplication())
    expect(unwrap(await runImport(delivery('1'), delivery('2'), delivery('3')))).toEqual({ ...nothing, published: 3 })
    expect(unwrap(await runImport(delivery('1'), delivery('2', { name: 'Altro' }), delivery('4')))).toEqual({
      published: 1,
      revised: 1,
      withdrawn: 1,
      unchanged: 1,
    })
    expect(unwrap(await runImport(delivery('1'), delivery('3'), delivery('4')))).toMatchObject({
      published: 1,
      withdrawn: 1,
    })
    expect(unwrap(await runImport())).toEqual({ ...nothing, withdrawn: 3 })
  })

  it('changes nothing when repeated', async () => {
    const app = inMemoryApplication()
    const runImport = importing(app)
    await runImport(delivery('1'), delivery('2'))
    const before = (await app.log()).length
    expect(unwrap(await runImport(delivery('1'), delivery('2')))).toEqual({ ...nothing, unchanged: 2 })
    expect((await app.log()).length).toBe(before)
  })

  it('writes nothing when one entry is faulty, and reports the entry', async () => {
    const app = inMemoryApplication()
    const runImport = importing(app)
    await runImport(delivery('1'))
    const before = (await app.log()).length
    const result = await runImport(delivery('2'), delivery('3', { clickUrl: 'http://offerte.example/', name: '' }))
    expect(result).toEqual(
      E.left({
        type: 'Faulty',
        advertisements: [
          {
            linkId: '3',
            faults: [
              { field: 'name', kind: 'missing' },
              { field: 'clickUrl', kind: 'not https' },
            ],
          },
        ],
      }),
    )
    expect((await app.log()).length).toBe(before)
  })

  it.each([0, 1, 2, 3, 4])('is completed by repeating it when it breaks off after %i appends', async (appends) => {
    const app = inMemoryApplication()
    const runImport = importing(app)
    await runImport(delivery('1'), delivery('2'))
    app.crashAfterAppends(appends)
    await runImport(delivery('2', { name: 'Altro' }), delivery('3'), delivery('4'))
    await app.restart()
    expect(E.isRight(await runImport(delivery('2', { name: 'Altro' }), delivery('3'), delivery('4')))).toBe(true)
    expect(unwrap(await runImport(delivery('2', { name: 'Altro' }), delivery('3'), delivery('4')))).toEqual({
      ...nothing,
      unchanged: 3,
    })
    expect(await app.events('AdvertisementWithdrawn')).toMatchObject([{ linkId: '1' }])
    expect(await app.events('AdvertisementPublished')).toHaveLength(4)
  })
})

describe('clicking an advertisement', () => {
  const prepared = async () => {
    const app = inMemoryApplication()
    await app.client('giulia')
    await app.business('aurora')
    await importing(app)(
      delivery('1'),
      delivery('2', { isActive: false }),
      delivery('3', { promotionalEndDate: app.now() }),
    )
    const press = (accountId: string, id: string) => app.as(accountId, useCases.clickAdvertisement, { id })
    return { app, press }
  }

  it('A-68, Q-77: takes the account from the session, for clients and businesses, and returns the target address', async () => {
    const { app, press } = await prepared()
    expect(await press('giulia', '1')).toEqual(E.right(offer.clickUrl))
    expect(await press('aurora', '1')).toEqual(E.right(offer.clickUrl))
    expect(await app.events('AdvertisementClicked')).toMatchObject([
      { linkId: '1', accountId: 'giulia', userType: 'client' },
      { linkId: '1', accountId: 'aurora', userType: 'user' },
    ])
  })

  it('A-68: counts each person once a day and always returns the target, even for thirty clicks at once', async () => {
    const { app, press } = await prepared()
    const clicks = await Promise.all(Array.from({ length: 30 }, () => press('giulia', '1')))
    expect(clicks.every(E.isRight)).toBe(true)
    app.later(1)
    await press('giulia', '1')
    expect(await app.events('AdvertisementClicked')).toHaveLength(2)
  })

  it('is rejected for an advertisement that is unknown, inactive, expired or withdrawn', async () => {
    const { app, press } = await prepared()
    const rejected = E.left({ type: 'Rejected', rejection: { type: 'AdvertisementUnknown' } })
    expect(await press('giulia', 'nessuno')).toEqual(rejected)
    expect(await press('giulia', '2')).toEqual(rejected)
    expect(E.isRight(await press('giulia', '3'))).toBe(true)
    app.later(1)
    expect(await press('giulia', '3')).toEqual(rejected)
    await importing(app)()
    expect(await press('giulia', '1')).toEqual(rejected)
    expect(await app.events('AdvertisementClicked')).toHaveLength(1)
  })

  it('reads the same few streams however many people have clicked', async () => {
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
