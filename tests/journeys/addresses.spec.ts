import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { businessTypes } from '../../web/contract/businesses.ts'
import { provinces } from '../../web/contract/provinces.ts'
import { googleMapsDouble } from '../support/google-maps.ts'
import { password } from '../support/people.ts'
import {
  chooses,
  expectNoBarrier,
  fills,
  fitsATelephone,
  fitsItsWindow,
  hasFocus,
  openChromium,
  presses,
  sees,
} from './browser.ts'
import { startGarbo } from './process.ts'

const { access, addresses, dashboard } = texts
const { register } = access
const { workshop } = addresses

const field = (page: Page) => page.getByRole('combobox', { name: register.location, exact: true })
const list = (page: Page) => page.getByRole('listbox', { name: addresses.suggestions })

describe('address suggestions from our server', { timeout: 180_000 }, () => {
  let garbo: Awaited<ReturnType<typeof startGarbo>>
  let chromium: Awaited<ReturnType<typeof openChromium>>
  let rosa: Page
  beforeAll(async () => {
    garbo = await startGarbo()
    chromium = await openChromium(garbo.address)
    rosa = await chromium.newcomer()
  }, 300_000)
  afterAll(async () => {
    await chromium?.close()
    await garbo?.sweep()
  })

  it('R-23, S-29: can be chosen by keyboard and fill in the province', async () => {
    await rosa.goto('/register')
    await sees(rosa, register.title)
    await field(rosa).focus()
    await rosa.keyboard.type('via Roma 12, Sie')
    await list(rosa).waitFor()
    await rosa.getByText(addresses.gazetteerCredit).waitFor()
    await rosa.getByRole('status').getByText(addresses.count(4)).waitFor({ state: 'attached' })
    await expectNoBarrier(rosa)
    await rosa.keyboard.press('ArrowDown')
    expect(await hasFocus(field(rosa))).toBe(true)
    expect(await list(rosa).getByRole('option', { selected: true }).textContent()).toBe(
      'via Roma 12, Siena (SI), Italia',
    )
    await rosa.keyboard.press('Enter')
    await rosa.getByText(addresses.confirmed('via Roma 12, Siena (SI), Italia')).waitFor()
    expect(await field(rosa).inputValue()).toBe('via Roma 12, Siena (SI), Italia')
    expect(await rosa.getByLabel(register.province, { exact: true }).inputValue()).toBe('SI')
    expect(await list(rosa).count()).toBe(0)
    await expectNoBarrier(rosa)
  })

  it('R-17: are accepted in the registration of a business', async () => {
    await fills(rosa, { [register.businessName]: 'Locanda', [access.email]: 'locanda@example.it' })
    await chooses(rosa, register.businessType, businessTypes.bnb)
    await fills(rosa, { [register.username]: 'locanda', [access.password]: password })
    await presses(rosa, register.submit)
    await sees(rosa, dashboard.title)
    const user = (await (await rosa.request.get('/api/auth/user')).json()) as object
    expect(user).toMatchObject({ location: 'via Roma 12, Siena (SI), Italia', provinceName: provinces.SI })
  })

  it('R-111, A-30: the embedded frame reports to its parent page and cannot be framed by other sites', async () => {
    const page = await chromium.newcomer()
    await page.goto('/address-working')
    await sees(page, workshop.workingTitle)
    const frame = page.frameLocator(`iframe[title="${workshop.frameTitle}"]`)
    await frame.getByRole('combobox').fill('Firenz')
    await frame.getByRole('option').first().click()
    const region = page.getByRole('region', { name: workshop.frame })
    await region.getByText('Firenze (FI), Italia').waitFor()
    const foreign = await page.request.get('/address-frame')
    expect(foreign.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  })

  it('R-111: the comparison page shows four variants, on a phone too', async () => {
    const page = await chromium.newcomer()
    await fitsATelephone(page, '/address-test', workshop.compareTitle)
    for (const title of [workshop.registration, workshop.quick, workshop.calm, workshop.frame])
      await page.getByRole('region', { name: title }).waitFor()
    await page.getByRole('region', { name: workshop.quick }).getByRole('combobox').fill('Ro')
    await page.getByRole('listbox').waitFor()
    await fitsItsWindow(page)
    await expectNoBarrier(page)
    await fitsATelephone(page, '/address-test-fixed', workshop.fixedTitle)
    expect(chromium.complaints()).toEqual([])
  })
})

describe('A-29: address suggestions from Google', { timeout: 180_000 }, () => {
  const key = 'prova-key'
  let google: Awaited<ReturnType<typeof googleMapsDouble>>
  let garbo: Awaited<ReturnType<typeof startGarbo>>
  let chromium: Awaited<ReturnType<typeof openChromium>>
  beforeAll(async () => {
    google = await googleMapsDouble(key)
    garbo = await startGarbo({ GOOGLE_MAPS_KEY: key, GOOGLE_MAPS_ORIGIN: google.origin })
    chromium = await openChromium(garbo.address)
  }, 300_000)
  afterAll(async () => {
    await chromium?.close()
    await garbo?.sweep()
    await google?.close()
  })
  const atRegistration = async () => {
    const page = await chromium.newcomer()
    await page.goto('/register')
    await sees(page, register.title)
    await field(page).fill('via roma 12 siena')
    return page
  }

  it('C-15: appear after two failed script loads, can be chosen and fill in the province', async () => {
    google.behaviour.failingLoads = 2
    const page = await atRegistration()
    await page.getByRole('option', { name: 'Via Roma 12, Siena' }).click()
    await page.getByText(addresses.confirmed('Via Roma, 12, 53100 Siena SI, Italia')).waitFor()
    expect(await page.getByLabel(register.province, { exact: true }).inputValue()).toBe('SI')
    await expectNoBarrier(page)
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
    ['T-133', 'PERMISSION_DENIED', addresses.google.unauthorised],
    ['T-134', 'RESOURCE_EXHAUSTED', addresses.google.overLimit],
    ['T-136', 'INTERNAL', addresses.google.status('INTERNAL')],
  ])('%s: on failure show the reason and accept free text', async (_, status, words) => {
    google.behaviour.status = status
    const page = await atRegistration()
    await page.getByRole('status').getByText(words).waitFor()
    expect(await field(page).inputValue()).toBe('via roma 12 siena')
    google.behaviour.status = null
  })

  it('no page logs an error', () => expect(chromium.complaints()).toEqual([]))
})
