import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  clickButton,
  expectAccessible,
  expectFitsPhone,
  expectNoHorizontalScroll,
  expectPage,
  expectToast,
  fillFields,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { confirmEmail, registerBusiness } from './steps.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { affiliateTexts } from '../../web/app/features/promotion/texts.ts'
import { placeTexts } from '../../web/app/features/travel/texts.ts'

const aurora = { name: 'Hotel Aurora Bella', username: 'aurora', email: 'aurora@example.it' }
const borgo = { name: 'Locanda del Borgo', username: 'borgo', email: 'borgo@example.it' }

const { chromium, owner, friend, anybody } = await startSandbox(['owner', 'friend', 'anybody'])
const pageOf = (page: Page | undefined): Page => {
  if (page === undefined) throw new Error('nobody is there')
  return page
}

describe('a referral', { timeout: 240_000 }, () => {
  let link = ''

  it('R-107, R-108: creating a programme gives a code, and the code a link', async () => {
    const page = pageOf(owner)
    await registerBusiness(page, aurora)
    await confirmEmail(page, aurora)
    await page.goto('/affiliate')
    await expectPage(page, affiliateTexts.title)
    await fillFields(page, { [affiliateTexts.programs.name]: 'Amici dell’Aurora' })
    await clickButton(page, affiliateTexts.programs.create)
    await expectToast(page, affiliateTexts.programs.created)
    await page.getByText(affiliateTexts.programs.active, { exact: true }).waitFor()
    await page.getByRole('tab', { name: affiliateTexts.tabs.referrals }).click()
    const field = page.getByLabel(affiliateTexts.referrals.link)
    await field.waitFor()
    await expectAccessible(page)
    link = await field.inputValue()
    expect(link).toMatch(/\/register\?ref=\w+$/)
  })

  it('R-17, Q-81: counts a visit and, once the e-mail address is confirmed, a registration', async () => {
    const page = pageOf(friend)
    await page.goto(new URL(link).pathname + new URL(link).search)
    await expectPage(page, signInTexts.register.title)
    await registerBusiness(page, borgo)
    await confirmEmail(page, borgo)
    const own = pageOf(owner)
    await own.goto('/affiliate?tab=referrals')
    await own.getByText(affiliateTexts.referrals.statuses.converted).waitFor()
    await own.goto('/affiliate?tab=analytics')
    await expectPage(own, affiliateTexts.title)
    await expect.poll(() => own.locator('dd').allTextContents()).toEqual(expect.arrayContaining(['1', '1']))
  })

  it.each(['programs', 'referrals', 'commissions', 'analytics'])('R-106: %s fits a telephone', async (tab) => {
    await expectFitsPhone(pageOf(owner), `/affiliate?tab=${tab}`, affiliateTexts.title)
  })
})

describe('the places search', { timeout: 240_000 }, () => {
  it('R-103, R-104: finds businesses while typing and links to their pages', async () => {
    const page = pageOf(anybody)
    await page.goto('/places')
    await expectPage(page, placeTexts.title)
    await page.getByLabel(placeTexts.query).pressSequentially('bella')
    const found = page.getByRole('link', { name: aurora.name, exact: true })
    await found.waitFor()
    await expectAccessible(page)
    expect(new URL(page.url()).search).toBe('?query=bella')
    await found.click()
    await expectPage(page, aurora.name)
  })

  it('A-33: links a town to a map, on a phone too', async () => {
    const page = pageOf(anybody)
    await expectFitsPhone(page, '/places?query=San+Gimignano', placeTexts.title)
    const map = page.getByRole('link', { name: new RegExp(placeTexts.onMaps) }).first()
    await map.waitFor()
    expect(await map.getAttribute('rel')).toBe('noopener noreferrer')
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
