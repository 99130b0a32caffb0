import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import {
  clickButton,
  expectAccessible,
  expectToast,
  fillFields,
  openDialog,
  selectOption,
  waitForPage,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { dateInDays } from '../support/sample-values.ts'
import { confirmEmail, registerBusiness, registerClient } from './steps.ts'
import { avaTexts } from '../../web/app/features/ava/wallet.texts.ts'
import { travelTexts } from '../../web/app/features/travel/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

/** Fake external hotel search that records its requests with their referrers. */
export const startHotelSearchStandIn = async () => {
  const asked: { readonly query: URLSearchParams; readonly referer: string | undefined }[] = []
  const server = createServer(({ url, headers: { referer } }, response) => {
    const { pathname, searchParams: query } = new URL(url ?? '/', 'http://double')
    if (pathname === '/cerca') asked.push({ query, referer })
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hotel di altri</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: 'http://hotel.example/cerca?lang=it',
    /** Makes Chromium resolve the external site to this server. */
    chromium: `--host-resolver-rules=MAP hotel.example:80 127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const days = { [travelTexts.checkIn]: dateInDays(10), [travelTexts.checkOut]: dateInDays(13) }

const hotelSearch = await startHotelSearchStandIn()
const { chromium, business, guest } = await startSandbox(['business', 'guest'], {
  settings: { HOTEL_SEARCH_URL: hotelSearch.address, HOTEL_SEARCH_TRACKING_ID: '304142' },
  switches: [hotelSearch.chromium],
})
afterAll(async () => {
  await hotelSearch.close()
})

describe('travel', { timeout: 180_000 }, () => {
  it('R-54, A-31, Q-76: a business opens the partner’s hotel search without revealing its identity', async () => {
    await registerBusiness(business, locanda)
    await confirmEmail(business, locanda)
    await business.goto('/dashboard')
    await waitForPage(business, dashboardTexts.title)
    const widget = business.getByRole('region', { name: travelTexts.partner.title })
    await widget.getByRole('combobox', { name: travelTexts.destination }).fill('Sie')
    await widget.getByRole('listbox', { name: travelTexts.destinations.suggestions }).waitFor()
    await expectAccessible(business)
    await business.keyboard.press('ArrowDown')
    await business.keyboard.press('Enter')
    await widget.getByText(travelTexts.destinations.confirmed('Siena (SI), Italia')).waitFor()
    await fillFields(widget, days)
    await selectOption(widget, travelTexts.partner.children, '2')
    await clickButton(widget, travelTexts.partner.search)
    await widget.getByRole('alert').getByText(travelTexts.missing).waitFor()
    await checkScreen(business, 'dashboard-partner-search')
    await selectOption(widget, travelTexts.partner.age(1), travelTexts.partner.years(0))
    await selectOption(widget, travelTexts.partner.age(2), travelTexts.partner.years(11))
    const opening = business.context().waitForEvent('page')
    await clickButton(widget, travelTexts.partner.search)
    const tab = await opening
    await tab.waitForLoadState()
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    expect(hotelSearch.asked.map(({ referer }) => referer)).toEqual([undefined])
    expect([...(hotelSearch.asked[0]?.query ?? [])]).toEqual([
      ['lang', 'it'],
      ['ss', 'Siena (SI), Italia'],
      ['checkin', dateInDays(10)],
      ['checkout', dateInDays(13)],
      ['group_adults', '2'],
      ['no_rooms', '1'],
      ['group_children', '2'],
      ['age', '0'],
      ['age', '11'],
      ['aid', '304142'],
      ['label', 'garbo-dashboard'],
    ])
    await tab.close()
  })

  it('R-70, Q-72: a client books in the client area, sees the maturing AVA and cancels', async () => {
    await registerClient(guest, { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' })
    const booking = guest.getByRole('region', { name: travelTexts.section.title })
    await booking.getByRole('combobox', { name: travelTexts.destination }).fill('Rimini')
    await guest.keyboard.press('Escape')
    await fillFields(booking, days)
    await clickButton(booking, travelTexts.search)
    await booking.getByText(travelTexts.demo).waitFor()
    const hotel = booking.getByRole('listitem').filter({ hasText: 'Hotel Belvedere' })
    await hotel.getByText(travelTexts.earn(3)).waitFor()
    await checkScreen(guest, 'client-dashboard-booking')
    await hotel.getByRole('button').click()
    const asked = guest.getByRole('dialog', { name: travelTexts.bookTitle })
    await asked.getByText('3 AVA', { exact: true }).waitFor()
    await checkScreen(guest, 'booking-confirmation')
    await clickButton(asked, travelTexts.bookConfirm)
    await expectToast(guest, travelTexts.booked)
    await guest.getByText(avaTexts.maturing(3)).waitFor()
    const history = guest.getByRole('region', { name: travelTexts.history })
    const dialog = await openDialog(history, travelTexts.cancel, travelTexts.cancelTitle)
    await clickButton(dialog, travelTexts.cancelConfirm)
    await expectToast(guest, travelTexts.cancelled)
    await history.getByText(travelTexts.statuses.cancelled, { exact: true }).waitFor()
    await expect.poll(() => guest.getByText(avaTexts.maturing(3)).count()).toBe(0)
  })

  it('R-101: both searches fit a phone', async () => {
    await guest.goto('/book-travel')
    await guest
      .getByRole('region', { name: travelTexts.partner.title })
      .getByText(travelTexts.partner.commission)
      .waitFor()
    await checkScreen(guest, 'book-travel')
    expect(chromium.consoleErrors()).toEqual([])
  })
})
