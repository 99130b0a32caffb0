import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chartTexts } from '../../web/app/components/charts/texts.ts'
import { analyticsTexts } from '../../web/app/features/analytics/texts.ts'
import { scoreTexts } from '../../web/app/features/reviews/scores.texts.ts'
import { apiClient } from '../support/api-client.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { expectPage, pageTimeout, waitForPage } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { useSessionOf } from './steps.ts'

const { garbo, chromium } = await startSandbox()
let page: Page
beforeAll(async () => {
  const connection = { visitor: () => apiClient(garbo.address) }
  const business = await signUpBusiness(connection, 'aurora')
  for (const [name, rating] of [
    ['ana', 5],
    ['bea', 3],
  ] as const) {
    const guest = await signUpClient(connection, name)
    const review = {
      targetType: 'BUSINESS',
      targetId: business.id,
      rating,
      reasonCode: 'SERVICE',
      comment: 'Bella vista.',
    }
    await guest.browser.send('POST', '/api/reviews', review, guest.browser.idempotencyKey())
  }
  page = await chromium.newcomer()
  await useSessionOf(page, garbo.address, business.browser)
}, 300_000)

const score = () => page.getByRole('figure', { name: analyticsTexts.score.title, exact: true })

describe('a business without Premium', { timeout: 180_000 }, () => {
  it('comes from its dashboard to the analytics, which show its score and a blurred preview', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: scoreTexts.history.open, exact: true }).click()
    await expectPage(page, analyticsTexts.title)
    await score().getByRole('application').waitFor()
    await page.getByRole('link', { name: analyticsTexts.locked.link, exact: true }).waitFor()
    expect(await page.getByRole('figure').count()).toBe(1)
    await checkScreen(page, 'analytics')
  })

  it('reads its score with the keyboard and as a table', async () => {
    await score().getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    const announced = () => score().locator('[aria-live=polite]').textContent()
    await expect.poll(announced, pageTimeout).toContain(`${analyticsTexts.score.series}: 4,0`)
    await score().getByRole('button', { name: chartTexts.table }).click()
    await score().getByRole('cell', { name: '4,0' }).first().waitFor()
  })

  it('drills down to its reviews and returns to the same period', async () => {
    await page.goto('/analytics?period=90')
    await score().getByRole('link', { name: analyticsTexts.rows.reviews, exact: true }).click()
    await expectPage(page, analyticsTexts.rowsPage.titles.reviews)
    expect(await page.getByRole('row').count()).toBe(3)
    await checkScreen(page, 'analytics-rows')
    await page.getByRole('link', { name: analyticsTexts.rowsPage.back, exact: true }).click()
    await waitForPage(page, analyticsTexts.title)
    expect(new URL(page.url()).search).toBe('?period=90')
  })

  it('logs no error', () => expect(chromium.consoleErrors()).toEqual([]))
})
