import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { businessTypes } from '../../web/contract/accounts/businesses.ts'
import { provinces } from '../../web/contract/accounts/provinces.ts'
import { jpeg } from '../support/images.ts'
import { codeIn, waitForMessage } from '../support/dev-mailbox.ts'
import { password } from '../support/users.ts'
import {
  clickButton,
  expectAccessible,
  expectNoHorizontalScroll,
  expectPage,
  expectToast,
  fillFields,
  openDialog,
  pageTimeout,
  selectOption,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { texts } from '../web/app/support/all-texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'

const { access, clients, dashboard, photos, verify } = { ...texts, verify: signInTexts.verify }
const { clientRegistration: registrationTexts, clientAuth, register } = access
const viewports = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]

const { chromium } = await startSandbox([], {
  switches: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})

const imageFile = async (name = 'vacanza.jpg', buffer?: Buffer) => ({
  name,
  mimeType: name.endsWith('.txt') ? 'text/plain' : 'image/jpeg',
  buffer: buffer ?? (await jpeg(1600, 900)),
})
const previewSize = (page: Page) =>
  page.getByAltText(photos.preview).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])

/** Makes Chromium refuse the camera: a browser without a window cannot ask its user, and this one always agrees. */
const denyCamera = (page: Page, path: string) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } })
  })

const fillRegistration = async (page: Page, name: string) => {
  await fillFields(page, { [clientAuth.firstName]: name, [clientAuth.lastName]: 'Bianchi' })
  await fillFields(page, { [access.email]: `${name}@example.it`, [clientAuth.phone]: '+39 333 1234567' })
  await fillFields(page, {
    [`${registrationTexts.age} (facoltativo)`]: '34',
    [`${registrationTexts.residence} (facoltativo)`]: 'Milano',
  })
  await selectOption(page, `${registrationTexts.travelType} (facoltativo)`, clients.travel.leisure)
  await fillFields(page, { [access.password]: password })
}

describe('R-19: a client registers with a photo', { timeout: 180_000 }, () => {
  it.each(viewports)('from the gallery, at $width px', async (viewport) => {
    const name = `Giulia${viewport.width}`
    const page = await chromium.newcomer()
    await page.setViewportSize(viewport)
    await page.goto('/register-client')
    await expectPage(page, registrationTexts.title)
    await expectNoHorizontalScroll(page)
    await fillRegistration(page, name)

    const file = page.getByLabel(photos.file)
    await file.setInputFiles(await imageFile('note.txt', Buffer.from('ciao')))
    await page.getByText(photos.notAnImage).waitFor()
    await file.setInputFiles(await imageFile('enorme.jpg', Buffer.alloc(5 * 1024 * 1024 + 1, 7)))
    await page.getByText(photos.tooBig.client).waitFor()
    await file.setInputFiles(await imageFile('rotta.jpg', Buffer.alloc(1_000, 7)))
    await page.getByText(photos.unreadable).waitFor()
    await file.setInputFiles(await imageFile())
    await expect.poll(() => previewSize(page), pageTimeout).toEqual([400, 400])

    await clickButton(page, clientAuth.register)
    await page.getByText(registrationTexts.privacyMissing).waitFor()
    await expectAccessible(page)
    await page.getByLabel(registrationTexts.privacy).check()
    await clickButton(page, clientAuth.register)
    await expectToast(page, registrationTexts.doneTitle)
    await expectPage(page, dashboard.client.title(`${name} Bianchi`))
    expect(new URL(page.url()).pathname).toBe('/client-dashboard')
    await page.getByText(dashboard.client.unconfirmed).waitFor()

    const user = (await (await page.request.get('/api/auth/user')).json()) as { profilePhoto: string }
    const shown = await page.request.get(user.profilePhoto)
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  })

  it('S-03: and enters the code from the e-mail afterwards', async () => {
    const page = await chromium.newcomer()
    await page.goto('/register-client')
    await expectPage(page, registrationTexts.title)
    await fillRegistration(page, 'Lucia')
    await page.getByLabel(registrationTexts.privacy).check()
    await clickButton(page, clientAuth.register)
    await expectPage(page, dashboard.client.title('Lucia Bianchi'))
    await page.getByRole('link', { name: dashboard.client.verify }).click()
    await expectPage(page, verify.title)
    const get = async (path: string) => ({ body: (await (await page.request.get(path)).json()) as unknown })
    await fillFields(page, { [verify.code]: codeIn(await waitForMessage({ get }, 'Lucia@example.it')) })
    await clickButton(page, verify.submit)
    await expectToast(page, verify.doneTitle)
  })

  it('R-24: from the camera, or sees why it is unavailable', async () => {
    const page = await chromium.newcomer()
    await denyCamera(page, '/register-client')
    const openCamera = async () => {
      await page.goto('/register-client')
      await expectPage(page, registrationTexts.title)
      await page.getByRole('tab', { name: photos.tabs.camera }).click()
      await clickButton(page, photos.camera.start)
    }
    await openCamera()
    await page.getByText(photos.camera.refused).waitFor()
    await expectAccessible(page)
    await page.unrouteAll()
    await openCamera()
    await expect
      .poll(
        () => page.getByLabel(photos.camera.live).evaluate((video: HTMLVideoElement) => video.videoWidth),
        pageTimeout,
      )
      .toBeGreaterThan(0)
    await expectAccessible(page)
    await clickButton(page, photos.camera.shoot)
    await expect.poll(() => previewSize(page), pageTimeout).toEqual([400, 400])
  })
})

describe('R-17, R-22: a business registers with a photo', { timeout: 180_000 }, () => {
  it.each(viewports)('chosen in the dialog, at $width px', async (viewport) => {
    const page = await chromium.newcomer()
    await page.setViewportSize(viewport)
    await page.goto('/register')
    await expectPage(page, register.title)
    await fillFields(page, { [register.businessName]: 'Locanda', [register.location]: 'Via del Corso 12, Roma' })
    await selectOption(page, register.businessType, businessTypes.hotel)
    await selectOption(page, register.province, provinces.RM)
    const username = `locanda${viewport.width}`
    await fillFields(page, { [access.email]: `${username}@example.it`, [register.username]: username })
    await fillFields(page, { [access.password]: password })

    const dialog = await openDialog(page, photos.choose, photos.choose)
    const save = dialog.getByRole('button', { name: photos.save, exact: true })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel(photos.file).setInputFiles(await imageFile())
    await expect.poll(() => save.isDisabled(), pageTimeout).toBe(false)
    await save.click()
    await expect.poll(() => previewSize(page), pageTimeout).toEqual([400, 225])
    await expectNoHorizontalScroll(page)
    await clickButton(page, register.submit)
    await expectPage(page, dashboard.title)
    const user = (await (await page.request.get('/api/auth/user')).json()) as { businessPhoto: string }
    expect(user.businessPhoto).toMatch(/^\/api\/photos\//)
  })
})

describe('registration pages', () => {
  it('log no error but that the camera is denied', () =>
    expect(chromium.consoleErrors()).toEqual(['Permissions policy violation: camera is not allowed in this document.']))
})
