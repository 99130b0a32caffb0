import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { expectToFitATelephone, hears, openChromium, opens, sees, walksTo } from './browser.ts'
import { confirmAddress, fills, password, registerGuest, registerHouse } from './people.ts'
import { isThere, startGarbo } from './process.ts'

const { access, ava, dashboard, moderation, ratings, reviews, rewards, shell, travel } = texts

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const masseria = { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it' }
const ana = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let garbo: Awaited<ReturnType<typeof startGarbo>>
let chromium: Awaited<ReturnType<typeof openChromium>>
/** Three people, three browsers. */
let rosa: Page
let guest: Page
let mario: Page

beforeAll(async () => {
  garbo = await startGarbo()
  chromium = await openChromium(garbo.address)
  rosa = await chromium.newcomer()
  guest = await chromium.newcomer()
  mario = await chromium.newcomer()
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  await garbo?.sweep()
})

describe('the product’s main job, as three people live it', { timeout: 180_000 }, () => {
  it('a business registers and confirms its address with the link of its letter', async () => {
    await registerHouse(rosa, locanda)
    await rosa.getByText(dashboard.unconfirmed).waitFor()
    await confirmAddress(rosa, locanda)
    await rosa.getByRole('link', { name: shell.dashboard }).last().click()
    await sees(rosa, dashboard.title)
    expect(await rosa.getByText(dashboard.unconfirmed).count()).toBe(0)
  })

  it('a client registers and types the code of the letter', async () => {
    await registerGuest(guest, ana)
    await guest.getByText(ratings.receivedEmpty).waitFor()
  })

  it('the business rates the client, who sees it arrive', async () => {
    const dialog = await opens(rosa, ratings.add, ratings.dialogTitle)
    await fills(rosa, { [ratings.clientEmail]: ana.email, [ratings.stayDate]: dayFromNow(-3) })
    await dialog.getByRole('radio', { name: texts.kit.stars(5) }).check()
    await dialog.getByLabel(ratings.comment).fill('Ospite perfetta')
    await dialog.getByRole('button', { name: ratings.submit }).click()
    await hears(rosa, ratings.saved)
    await rosa.getByRole('region', { name: ratings.recent }).getByText('Ana Bianchi').waitFor()
    await hears(guest, dashboard.client.newRatingsTitle)
    await guest.getByRole('region', { name: ratings.received }).getByText('Ospite perfetta').waitFor()
  })

  it('a second business becomes a moderator while its screen is open', async () => {
    await registerHouse(mario, masseria)
    await confirmAddress(mario, masseria)
    await mario.goto('/admin/reviews')
    await sees(mario, moderation.forbiddenTitle)
    await garbo.operator('role', 'grant', masseria.email, 'MODERATORE')
    await sees(mario, moderation.title)
    await mario.getByText(moderation.live).waitFor()
    await mario.getByText(moderation.laneEmpty).waitFor()
  })
})
