import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { businessTypes } from '../../web/contract/businesses.ts'
import { jpeg } from '../support/pictures.ts'
import { codeIn, letterTo } from '../support/letters.ts'
import { password } from '../support/people.ts'
import { chooses, expectNoBarrier, fills, fitsItsWindow, hears, opens, patience, presses, sees } from './browser.ts'
import { stage } from './stage.ts'

const { access, clients, dashboard, photos, verify } = { ...texts, verify: texts.access.verify }
const { registerClientScreen: words, clientAuth, register } = access
const widths = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]

const { chromium } = await stage([], { switches: ['--use-fake-device-for-media-stream'] })

const fileOf = async (name = 'vacanza.jpg', buffer?: Buffer) => ({
  name,
  mimeType: name.endsWith('.txt') ? 'text/plain' : 'image/jpeg',
  buffer: buffer ?? (await jpeg(1600, 900)),
})
const sizeOf = (page: Page) =>
  page.getByAltText(photos.preview).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])

const tells = async (page: Page, name: string) => {
  await fills(page, { [clientAuth.firstName]: name, [clientAuth.lastName]: 'Bianchi' })
  await fills(page, { [access.email]: `${name}@example.it`, [clientAuth.phone]: '+39 333 1234567' })
  await fills(page, { [`${words.age} (facoltativo)`]: '34', [`${words.residence} (facoltativo)`]: 'Milano' })
  await chooses(page, `${words.travelType} (facoltativo)`, clients.travel.leisure)
  await fills(page, { [access.password]: password })
}

describe('R-19: a client registers with a photo', { timeout: 180_000 }, () => {
  it.each(widths)('from the gallery, at $width px', async (viewport) => {
    const name = `Giulia${viewport.width}`
    const page = await chromium.newcomer()
    await page.setViewportSize(viewport)
    await page.goto('/register-client')
    await sees(page, words.title)
    await fitsItsWindow(page)
    await tells(page, name)

    const file = page.getByLabel(photos.file)
    await file.setInputFiles(await fileOf('note.txt', Buffer.from('ciao')))
    await page.getByText(photos.notAnImage).waitFor()
    await file.setInputFiles(await fileOf('enorme.jpg', Buffer.alloc(5 * 1024 * 1024 + 1, 7)))
    await page.getByText(photos.tooBig.client).waitFor()
    await file.setInputFiles(await fileOf('rotta.jpg', Buffer.alloc(1_000, 7)))
    await page.getByText(photos.unreadable).waitFor()
    await file.setInputFiles(await fileOf())
    await expect.poll(() => sizeOf(page), patience).toEqual([400, 400])

    await presses(page, clientAuth.register)
    await page.getByText(words.privacyMissing).waitFor()
    await expectNoBarrier(page)
    await page.getByLabel(words.privacy).check()
    await presses(page, clientAuth.register)
    await hears(page, words.doneTitle)
    await sees(page, dashboard.client.title(`${name} Bianchi`))
    expect(new URL(page.url()).pathname).toBe('/client-dashboard')
    await page.getByText(dashboard.client.unverified).waitFor()

    const user = (await (await page.request.get('/api/auth/user')).json()) as { profilePhoto: string }
    const shown = await page.request.get(user.profilePhoto)
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  })

  it('S-03: and enters the code from the letter afterwards', async () => {
    const page = await chromium.newcomer()
    await page.goto('/register-client')
    await sees(page, words.title)
    await tells(page, 'Lucia')
    await page.getByLabel(words.privacy).check()
    await presses(page, clientAuth.register)
    await sees(page, dashboard.client.title('Lucia Bianchi'))
    await page.getByRole('link', { name: dashboard.client.verify }).click()
    await sees(page, verify.title)
    const get = async (path: string) => ({ body: (await (await page.request.get(path)).json()) as unknown })
    await fills(page, { [verify.code]: codeIn(await letterTo({ get }, 'Lucia@example.it')) })
    await presses(page, verify.submit)
    await hears(page, verify.doneTitle)
  })

  it('R-24: takes the photo with the camera or sees why it is unavailable', async () => {
    const page = await chromium.newcomer()
    await page.goto('/register-client')
    await sees(page, words.title)
    await page.getByRole('tab', { name: photos.tabs.camera }).click()
    await presses(page, photos.camera.start)
    await page.getByText(photos.camera.refused).waitFor()
    await expectNoBarrier(page)
    await page.context().grantPermissions(['camera'])
    await presses(page, photos.camera.start)
    await expect
      .poll(() => page.getByLabel(photos.camera.live).evaluate((video: HTMLVideoElement) => video.videoWidth), patience)
      .toBeGreaterThan(0)
    await expectNoBarrier(page)
    await presses(page, photos.camera.shoot)
    await expect.poll(() => sizeOf(page), patience).toEqual([400, 400])
  })
})

describe('R-17, R-22: a business registers with a photo', { timeout: 180_000 }, () => {
  it.each(widths)('chosen in the dialog, at $width px', async (viewport) => {
    const page = await chromium.newcomer()
    await page.setViewportSize(viewport)
    await page.goto('/register')
    await sees(page, register.title)
    await fills(page, { [register.businessName]: 'Locanda', [register.location]: 'Via del Corso 12, Roma' })
    await chooses(page, register.businessType, businessTypes.hotel)
    const username = `locanda${viewport.width}`
    await fills(page, { [access.email]: `${username}@example.it`, [register.username]: username })
    await fills(page, { [access.password]: password })

    const dialog = await opens(page, photos.choose, photos.choose)
    const save = dialog.getByRole('button', { name: photos.save, exact: true })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel(photos.file).setInputFiles(await fileOf())
    await expect.poll(() => save.isDisabled(), patience).toBe(false)
    await save.click()
    await expect.poll(() => sizeOf(page), patience).toEqual([400, 225])
    await fitsItsWindow(page)
    await presses(page, register.submit)
    await sees(page, dashboard.title)
    const user = (await (await page.request.get('/api/auth/user')).json()) as { businessPhoto: string }
    expect(user.businessPhoto).toMatch(/^\/api\/photos\//)
  })
})

describe('registration pages', () => {
  it('log no error', () => expect(chromium.complaints()).toEqual([]))
})
