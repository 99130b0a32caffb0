import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { expectNoBarrier, fills, fitsATelephone, fitsItsWindow, hears, presses, sees } from './browser.ts'
import { confirmsAddress, registersHouse } from './people.ts'
import { stage } from './stage.ts'

const { affiliate, access, places } = texts
const aurora = { name: 'Hotel Aurora Bella', username: 'aurora', email: 'aurora@example.it' }
const borgo = { name: 'Locanda del Borgo', username: 'borgo', email: 'borgo@example.it' }

const { chromium, owner, friend, anybody } = await stage(['owner', 'friend', 'anybody'])
const somebody = (page: Page | undefined): Page => {
  if (page === undefined) throw new Error('nobody is there')
  return page
}

describe('a referral', { timeout: 240_000 }, () => {
  let link = ''

  it('R-107, R-108: creating a programme gives a code, and the code a link', async () => {
    const page = somebody(owner)
    await registersHouse(page, aurora)
    await confirmsAddress(page, aurora)
    await page.goto('/affiliate')
    await sees(page, affiliate.title)
    await fills(page, { [affiliate.programs.name]: 'Amici dell’Aurora' })
    await presses(page, affiliate.programs.create)
    await hears(page, affiliate.programs.created)
    await page.getByText(affiliate.programs.active, { exact: true }).waitFor()
    await page.getByRole('tab', { name: affiliate.tabs.referrals }).click()
    const field = page.getByLabel(affiliate.referrals.link)
    await field.waitFor()
    await expectNoBarrier(page)
    link = await field.inputValue()
    expect(link).toMatch(/\/register\?ref=\w+$/)
  })

  it('R-17, Q-81: counts a visit and, once the e-mail address is confirmed, a registration', async () => {
    const page = somebody(friend)
    await page.goto(new URL(link).pathname + new URL(link).search)
    await sees(page, access.register.title)
    await registersHouse(page, borgo)
    await confirmsAddress(page, borgo)
    const own = somebody(owner)
    await own.goto('/affiliate?tab=referrals')
    await own.getByText(affiliate.referrals.statuses.converted).waitFor()
    await own.goto('/affiliate?tab=analytics')
    await sees(own, affiliate.title)
    await expect.poll(() => own.locator('dd').allTextContents()).toEqual(expect.arrayContaining(['1', '1']))
  })

  it.each(['programs', 'referrals', 'commissions', 'analytics'])('R-106: %s fits a telephone', async (tab) => {
    await fitsATelephone(somebody(owner), `/affiliate?tab=${tab}`, affiliate.title)
  })
})

describe('the places search', { timeout: 240_000 }, () => {
  it('R-103, R-104: finds businesses while typing and links to their pages', async () => {
    const page = somebody(anybody)
    await page.goto('/places')
    await sees(page, places.title)
    await page.getByLabel(places.query).pressSequentially('bella')
    const found = page.getByRole('link', { name: aurora.name, exact: true })
    await found.waitFor()
    await expectNoBarrier(page)
    expect(new URL(page.url()).search).toBe('?query=bella')
    await found.click()
    await sees(page, aurora.name)
  })

  it('A-33: links a town to a map, on a phone too', async () => {
    const page = somebody(anybody)
    await fitsATelephone(page, '/places?query=San+Gimignano', places.title)
    const map = page.getByRole('link', { name: new RegExp(places.onMaps) }).first()
    await map.waitFor()
    expect(await map.getAttribute('rel')).toBe('noopener noreferrer')
    await fitsItsWindow(page)
    await expectNoBarrier(page)
    expect(chromium.complaints()).toEqual([])
  })
})
