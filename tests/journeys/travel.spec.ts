import { afterAll, describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { hotelPartnerDouble } from '../support/hotel-partner.ts'
import { chooses, expectNoBarrier, fills, hears, opens, presses } from './browser.ts'
import { looksRight } from './looking.ts'
import { confirmsAddress, dayFromNow, registersGuest, registersHouse } from './people.ts'
import { stage } from './stage.ts'

const { ava, travel } = texts
const { partner, section } = travel
const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const days = { [travel.checkIn]: dayFromNow(10), [travel.checkOut]: dayFromNow(13) }

const others = await hotelPartnerDouble()
const { chromium, house, guest } = await stage(['house', 'guest'], {
  settings: { HOTEL_SEARCH_URL: others.address, HOTEL_SEARCH_TRACKING_ID: '304142' },
  switches: [others.chromium],
})
afterAll(async () => {
  await others.close()
})

describe('travel', { timeout: 180_000 }, () => {
  it('R-54, A-31, Q-76: a business opens the partner’s hotel search without revealing its identity', async () => {
    await registersHouse(house, locanda)
    await confirmsAddress(house, locanda)
    await house.goto('/dashboard')
    const widget = house.getByRole('region', { name: partner.title })
    await widget.getByRole('combobox', { name: travel.destination }).fill('Sie')
    await widget.getByRole('listbox', { name: travel.destinations.suggestions }).waitFor()
    await expectNoBarrier(house)
    await house.keyboard.press('ArrowDown')
    await house.keyboard.press('Enter')
    await widget.getByText(travel.destinations.confirmed('Siena (SI), Italia')).waitFor()
    await fills(widget, days)
    await chooses(widget, partner.children, '2')
    await presses(widget, partner.search)
    await widget.getByRole('alert').getByText(travel.missing).waitFor()
    await looksRight(house, 'dashboard-partner-search')
    await chooses(widget, partner.age(1), partner.years(0))
    await chooses(widget, partner.age(2), partner.years(11))
    const opening = house.context().waitForEvent('page')
    await presses(widget, partner.search)
    const tab = await opening
    await tab.waitForLoadState()
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    expect(others.asked.map(({ referer }) => referer)).toEqual([undefined])
    expect([...(others.asked[0]?.query ?? [])]).toEqual([
      ['lang', 'it'],
      ['ss', 'Siena (SI), Italia'],
      ['checkin', dayFromNow(10)],
      ['checkout', dayFromNow(13)],
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
    await registersGuest(guest, { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' })
    const booking = guest.getByRole('region', { name: section.title })
    await booking.getByRole('combobox', { name: travel.destination }).fill('Rimini')
    await guest.keyboard.press('Escape')
    await fills(booking, days)
    await presses(booking, travel.search)
    await booking.getByText(travel.demo).waitFor()
    const hotel = booking.getByRole('listitem').filter({ hasText: 'Hotel Belvedere' })
    await hotel.getByText(travel.earn(3)).waitFor()
    await looksRight(guest, 'client-dashboard-booking')
    await hotel.getByRole('button').click()
    const asked = guest.getByRole('dialog', { name: travel.bookTitle })
    await asked.getByText('3 AVA', { exact: true }).waitFor()
    await looksRight(guest, 'booking-confirmation')
    await presses(asked, travel.bookConfirm)
    await hears(guest, travel.booked)
    await guest.getByText(ava.maturing(3)).waitFor()
    const history = guest.getByRole('region', { name: travel.history })
    const dialog = await opens(history, travel.cancel, travel.cancelTitle)
    await presses(dialog, travel.cancelConfirm)
    await hears(guest, travel.cancelled)
    await history.getByText(travel.statuses.cancelled, { exact: true }).waitFor()
    await expect.poll(() => guest.getByText(ava.maturing(3)).count()).toBe(0)
  })

  it('R-101: both searches fit a phone', async () => {
    await guest.goto('/book-travel')
    await guest.getByRole('region', { name: partner.title }).getByText(partner.commission).waitFor()
    await looksRight(guest, 'book-travel')
    expect(chromium.complaints()).toEqual([])
  })
})
