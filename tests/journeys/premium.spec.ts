import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../infrastructure/composition/config.ts'
import { chartTexts } from '../../web/app/components/charts/texts.ts'
import { analyticsTexts } from '../../web/app/features/analytics/texts.ts'
import { avaTexts } from '../../web/app/features/ava/wallet.texts.ts'
import { scoreTexts } from '../../web/app/features/reviews/scores.texts.ts'
import { apiClient } from '../support/api-client.ts'
import { earnAva } from '../support/ava/earned-ava.ts'
import { testDatabase } from '../support/database.ts'
import { postRating, postReview } from '../support/reviews/posted-reviews.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { clickButton, expectAccessible, expectPage, expectToast, pageTimeout, waitForPage } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { useSessionOf } from './steps.ts'

const database = await testDatabase()
const settings = { DATABASE_URL: database.url, GARBO_MASTER_KEY: randomBytes(32).toString('base64') }
const { garbo, chromium, rosa } = await startSandbox(['rosa'], { settings })
const visitor = () => apiClient(garbo.address)
afterAll(database.drop, 60_000)

const stars = [5, 5, 4, 2]

beforeAll(async () => {
  const venue = await signUpBusiness({ visitor }, 'rosa')
  for (const [index, rating] of stars.entries()) {
    const guest = await signUpClient({ visitor }, `guest${index}`)
    const reviewId = await postReview(guest.browser, venue.id, { rating })
    await postRating(venue.browser, guest.email)
    if (index > 0) continue
    await venue.browser.send('PUT', `/api/reviews/${reviewId}/reply`, { text: 'Grazie, torna a trovarci!' })
    const [reward] = (await guest.browser.get('/api/rewards')).body as readonly { readonly code: string }[]
    await venue.browser.post(`/api/rewards/${reward?.code}/redeem`, { billEuro: 80 })
  }
  await earnAva(readConfig({ NODE_ENV: 'test', ...settings }), venue.id, 12)
  await useSessionOf(rosa, garbo.address, venue.browser)
}, 60_000)

const section = (title: string): Locator => rosa.getByRole('figure', { name: title })
/** Opens the table of a chart and returns its rows as text. */
const tableOf = async (title: string): Promise<readonly (readonly string[])[]> => {
  const chart = section(title)
  await chart.scrollIntoViewIfNeeded()
  await chart.getByRole('button', { name: chartTexts.table }).click()
  const rows = await chart.getByRole('table').getByRole('row').all()
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()))
}
const download = async (name: string) => {
  const [file] = await Promise.all([rosa.waitForEvent('download'), rosa.getByRole('link', { name }).click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

describe('Premium', { timeout: 120_000 }, () => {
  it('Q-112: without it, a business comes from its dashboard to its score and a blurred preview', async () => {
    await rosa.goto('/dashboard')
    await rosa.getByRole('link', { name: scoreTexts.history.open, exact: true }).click()
    await expectPage(rosa, analyticsTexts.title)
    await section(analyticsTexts.score.title).getByRole('application').waitFor()
    expect(await rosa.getByRole('figure').count()).toBe(1)
    const preview = rosa.locator('[data-preview]')
    expect(await preview.getAttribute('inert')).not.toBeNull()
    expect(await preview.evaluate((element) => getComputedStyle(element).filter)).toContain('blur')
    await checkScreen(rosa, 'analytics')
  })

  it('is not needed to read the score with the keyboard, as a table, or review by review', async () => {
    const score = section(analyticsTexts.score.title)
    await score.getByRole('application').focus()
    await rosa.keyboard.press('ArrowRight')
    const announced = () => score.locator('[aria-live=polite]').textContent()
    await expect.poll(announced, pageTimeout).toContain(`${analyticsTexts.score.series}: 4,0`)
    await score.getByRole('button', { name: chartTexts.table }).click()
    await score.getByRole('cell', { name: '4,0' }).first().waitFor()
    await rosa.goto('/analytics?period=90')
    await score.getByRole('link', { name: analyticsTexts.rows.reviews, exact: true }).click()
    await expectPage(rosa, analyticsTexts.rowsPage.titles.reviews)
    expect(await rosa.getByRole('row').count()).toBe(stars.length + 1)
    await checkScreen(rosa, 'analytics-rows')
    await rosa.getByRole('link', { name: analyticsTexts.rowsPage.back, exact: true }).click()
    await waitForPage(rosa, analyticsTexts.title)
    expect(new URL(rosa.url()).search).toBe('?period=90')
    await rosa.getByRole('link', { name: analyticsTexts.locked.link }).click()
  })

  it('V-63: is bought with ten AVA', async () => {
    await expectPage(rosa, avaTexts.title)
    await clickButton(rosa, avaTexts.upgrade.buy)
    await expectToast(rosa, avaTexts.upgrade.bought)
  })

  it('Q-73: opens every chart, each with its table', async () => {
    await rosa.goto('/analytics')
    const titles = [
      analyticsTexts.score.title,
      analyticsTexts.stars.title,
      analyticsTexts.reasons.title,
      analyticsTexts.responses.chart,
      analyticsTexts.criteria.title,
      analyticsTexts.guests.chart,
      analyticsTexts.rewards.chart,
      analyticsTexts.ava.title,
    ]
    for (const title of titles) expect((await tableOf(title)).length, title).toBeGreaterThan(1)
    await rosa.reload()
    for (const title of titles) await section(title).scrollIntoViewIfNeeded()
    await checkScreen(rosa, 'analytics-premium')
  })

  it('Q-73: downloads a workbook whose sums are those of the screen, and a report', async () => {
    await rosa.goto('/analytics')
    const onScreen = await tableOf(analyticsTexts.stars.title)
    const workbook = await download(analyticsTexts.downloadWorkbook)
    const [sheet] = await readXlsx(workbook.content)
    const inFile = (sheet?.data ?? []).slice(1).map((row) => Number(row[1]))
    expect(inFile.toSorted((a, b) => b - a)).toEqual(stars)
    const counts = ['5', '4', '3', '2', '1'].map((value) => inFile.filter((one) => String(one) === value).length)
    expect(onScreen.slice(1).map((row) => Number(row[1]))).toEqual(counts)
    const report = await download(analyticsTexts.downloadReport)
    expect(report.name).toMatch(/^garbo-report-.*\.pdf$/)
    expect(report.content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(chromium.consoleErrors()).toEqual([])
  })

  it('leads from a bar to its reviews', async () => {
    await tableOf(analyticsTexts.stars.title)
    await section(analyticsTexts.stars.title).getByRole('link', { name: '5 stelle' }).click()
    await expectPage(rosa, analyticsTexts.rowsPage.titles.reviews)
    expect(await rosa.getByRole('table').getByRole('row').count()).toBe(3)
    await expectAccessible(rosa)
  })
})
