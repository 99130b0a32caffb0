import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessTypes } from '../../web/contract/accounts/businesses.ts'
import { provinces } from '../../web/contract/accounts/provinces.ts'
import { startGoogleMapsStandIn } from '../support/travel/google-maps-stand-in.ts'
import { password } from '../support/users.ts'
import {
  clickButton,
  expectAccessible,
  expectFitsPhone,
  expectNoHorizontalScroll,
  expectPage,
  fillFields,
  hasFocus,
  launchChromium,
  selectOption,
} from './browser.ts'
import { startGarboProcess } from './sandbox.ts'
import { addressTexts } from '../../web/app/components/address-autocomplete.texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

const locationField = (page: Page) => page.getByRole('combobox', { name: signInTexts.register.location, exact: true })
const suggestionList = (page: Page) => page.getByRole('listbox', { name: addressTexts.suggestions })

describe('address suggestions from our server', { timeout: 180_000 }, () => {
  let garbo: Awaited<ReturnType<typeof startGarboProcess>>
  let chromium: Awaited<ReturnType<typeof launchChromium>>
  let rosa: Page
  beforeAll(async () => {
    garbo = await startGarboProcess()
    chromium = await launchChromium(garbo.address)
    rosa = await chromium.newcomer()
  }, 300_000)
  afterAll(async () => {
    await chromium?.close()
    await garbo?.sweep()
  })

  it('R-23, S-29: can be chosen by keyboard and fill in the province', async () => {
    await rosa.goto('/register')
    await expectPage(rosa, signInTexts.register.title)
    await locationField(rosa).focus()
    await rosa.keyboard.type('via Roma 12, Sie')
    await suggestionList(rosa).waitFor()
    await rosa.getByText(addressTexts.gazetteerCredit).waitFor()
    await rosa.getByRole('status').getByText(addressTexts.count(4)).waitFor({ state: 'attached' })
    await expectAccessible(rosa)
    await rosa.keyboard.press('ArrowDown')
    expect(await hasFocus(locationField(rosa))).toBe(true)
    expect(await suggestionList(rosa).getByRole('option', { selected: true }).textContent()).toBe(
      'via Roma 12, Siena (SI), Italia',
    )
    await rosa.keyboard.press('Enter')
    await rosa.getByText(addressTexts.confirmed('via Roma 12, Siena (SI), Italia')).waitFor()
    expect(await locationField(rosa).inputValue()).toBe('via Roma 12, Siena (SI), Italia')
    expect(await rosa.getByLabel(signInTexts.register.province, { exact: true }).inputValue()).toBe('SI')
    expect(await suggestionList(rosa).count()).toBe(0)
    await expectAccessible(rosa)
  })

  it('R-17: are accepted in the registration of a business', async () => {
    await fillFields(rosa, {
      [signInTexts.register.businessName]: 'Locanda',
      [signInTexts.email]: 'locanda@example.it',
    })
    await selectOption(rosa, signInTexts.register.businessType, businessTypes.bnb)
    await fillFields(rosa, { [signInTexts.register.username]: 'locanda', [signInTexts.password]: password })
    await clickButton(rosa, signInTexts.register.submit)
    await expectPage(rosa, dashboardTexts.title)
    const user = (await (await rosa.request.get('/api/auth/user')).json()) as object
    expect(user).toMatchObject({ location: 'via Roma 12, Siena (SI), Italia', provinceName: provinces.SI })
  })

  it('R-111, A-30: the embedded frame reports to its parent page and cannot be framed by other sites', async () => {
    const page = await chromium.newcomer()
    await page.goto('/address-working')
    await expectPage(page, addressTexts.developerPages.workingTitle)
    const frame = page.frameLocator(`iframe[title="${addressTexts.developerPages.frameTitle}"]`)
    await frame.getByRole('combobox').fill('Firenz')
    await frame.getByRole('option').first().click()
    const region = page.getByRole('region', { name: addressTexts.developerPages.frame })
    await region.getByText('Firenze (FI), Italia').waitFor()
    const foreign = await page.request.get('/address-frame')
    expect(foreign.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  })

  it('R-111: the comparison page shows four variants, on a phone too', async () => {
    const page = await chromium.newcomer()
    await expectFitsPhone(page, '/address-test', addressTexts.developerPages.compareTitle)
    for (const title of [
      addressTexts.developerPages.registration,
      addressTexts.developerPages.fast,
      addressTexts.developerPages.relaxed,
      addressTexts.developerPages.frame,
    ])
      await page.getByRole('region', { name: title }).waitFor()
    await page.getByRole('region', { name: addressTexts.developerPages.fast }).getByRole('combobox').fill('Ro')
    await page.getByRole('listbox').waitFor()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await expectFitsPhone(page, '/address-test-fixed', addressTexts.developerPages.fixedTitle)
    expect(chromium.consoleErrors()).toEqual([])
  })
})

describe('A-29: address suggestions from Google', { timeout: 180_000 }, () => {
  const key = 'prova-key'
  let google: Awaited<ReturnType<typeof startGoogleMapsStandIn>>
  let garbo: Awaited<ReturnType<typeof startGarboProcess>>
  let chromium: Awaited<ReturnType<typeof launchChromium>>
  beforeAll(async () => {
    google = await startGoogleMapsStandIn(key)
    garbo = await startGarboProcess({ GOOGLE_MAPS_KEY: key, GOOGLE_MAPS_ORIGIN: google.origin })
    chromium = await launchChromium(garbo.address)
  }, 300_000)
  afterAll(async () => {
    await chromium?.close()
    await garbo?.sweep()
    await google?.close()
  })
  const atRegistration = async () => {
    const page = await chromium.newcomer()
    await page.goto('/register')
    await expectPage(page, signInTexts.register.title)
    await locationField(page).fill('via roma 12 siena')
    return page
  }

  it('C-15: appear after two failed script loads, can be chosen and fill in the province', async () => {
    google.behaviour.failingLoads = 2
    const page = await atRegistration()
    await page.getByRole('option', { name: 'Via Roma 12, Siena' }).click()
    await page.getByText(addressTexts.confirmed('Via Roma, 12, 53100 Siena SI, Italia')).waitFor()
    expect(await page.getByLabel(signInTexts.register.province, { exact: true }).inputValue()).toBe('SI')
    await expectAccessible(page)
    expect(google.asked.filter(({ path }) => path === '/maps/api/js')).toHaveLength(3)
    expect(google.asked.find(({ path }) => path === '/v1/places:autocomplete')?.body).toEqual({
      input: 'via roma 12 siena',
      includedRegionCodes: ['it'],
      language: 'it',
      region: 'it',
      locationBias: { center: { lat: 45.4642, lng: 9.19 }, radius: 50_000 },
    })
    expect(new Set(google.asked.map(({ referer }) => referer))).toEqual(new Set([`${garbo.address}/`]))
  })

  it.each([
    ['T-133', 'PERMISSION_DENIED', addressTexts.google.unauthorised],
    ['T-134', 'RESOURCE_EXHAUSTED', addressTexts.google.overLimit],
    ['T-136', 'INTERNAL', addressTexts.google.status('INTERNAL')],
  ])('%s: on failure show the reason and accept free text', async (_, status, words) => {
    google.behaviour.status = status
    const page = await atRegistration()
    await page.getByRole('status').getByText(words).waitFor()
    expect(await locationField(page).inputValue()).toBe('via roma 12 siena')
    google.behaviour.status = null
  })

  it('no page logs an error', () => expect(chromium.consoleErrors()).toEqual([]))
})
