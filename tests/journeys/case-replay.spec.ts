import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  clickButton,
  expectNoHorizontalScroll,
  expectPage,
  expectToast,
  hasFocus,
  openDialog,
  selectOption,
  tabTo,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { businessPath, claimAndOpenCase, confirmEmail, registerBusiness, registerClient } from './steps.ts'
import { decisionTexts } from '../../web/app/features/moderation/decisions.texts.ts'
import { replayTexts } from '../../web/app/features/moderation/replay/texts.ts'
import { reversalTexts } from '../../web/app/features/moderation/reversal.texts.ts'
import { moderationTexts } from '../../web/app/features/moderation/texts.ts'
import { reviewTexts } from '../../web/app/features/reviews/texts.ts'

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const staff = [
  { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it', type: 'agriturismo' },
  { name: 'Villa Lia', username: 'lia', email: 'lia@example.it', type: 'agriturismo' },
] as const
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const { garbo, chromium, rosa, ana, mario, lia } = await startSandbox(['rosa', 'ana', 'mario', 'lia'])
let reviewId = ''

/** Sends requests with the cookies of a person's browser. */
const sendFromPage = async (page: Page, method: 'post' | 'patch', path: string, data: object): Promise<unknown> => {
  const answer = await page.request[method](path, { data, headers: { origin: garbo.address } })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

describe('replaying and reversing a case', { timeout: 600_000 }, () => {
  it('starts with an edited and disputed review', async () => {
    await registerBusiness(rosa, locanda)
    await confirmEmail(rosa, locanda)
    await registerClient(ana, bianchi)
    for (const [page, business] of [
      [mario, staff[0]],
      [lia, staff[1]],
    ] as const) {
      await registerBusiness(page, business)
      await confirmEmail(page, business)
      await garbo.operator('role', 'grant', business.email, 'MODERATORE')
    }
    const targetId = (await businessPath(ana, locanda.name)).replace('/business/', '')
    const review = { rating: 2, comment: 'Camera rumorosa.', reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId }
    reviewId = ((await sendFromPage(ana, 'post', '/api/reviews', review)) as { id: string }).id
    await sendFromPage(ana, 'patch', `/api/reviews/${reviewId}`, { rating: 1, comment: 'Camera molto fredda.' })
    const dispute = { reason: 'OTHER', message: 'Non è mai stata nostra ospite.' }
    await sendFromPage(rosa, 'post', `/api/reviews/${reviewId}/dispute`, dispute)
  })

  it('S-13: the business steps through the case by keyboard and sees the text change', async () => {
    const page = rosa
    await page.goto('/ratings')
    await page.getByRole('link', { name: replayTexts.title }).click()
    await expectPage(page, replayTexts.title)
    const slider = page.getByRole('slider', { name: replayTexts.slider })
    await tabTo(page, slider)
    await page.keyboard.press('Home')
    const then = page.getByRole('region', { name: replayTexts.snapshotTitle })
    await then.getByText('Camera rumorosa.').waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Momento 1 di \d+: Recensione pubblicata, /)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await then.locator('ins').getByText('molto fredda').waitFor()
    expect(await hasFocus(slider)).toBe(true)
    await page.keyboard.press('End')
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoHorizontalScroll(page)
    await expectPage(page, replayTexts.title)
  })

  it('a moderator replays the case and previews its reversal', async () => {
    const page = mario
    await page.goto('/admin/reviews')
    await expectPage(page, moderationTexts.title)
    await selectOption(page, moderationTexts.lane, moderationTexts.lanes.disputes)
    await claimAndOpenCase(page)
    await clickButton(page, reversalTexts.preview)
    const panel = page.getByRole('region', { name: reversalTexts.title })
    await panel.getByText(reversalTexts.needsAnother).waitFor()
    await expectPage(page, moderationTexts.title)
    await page.getByRole('link', { name: replayTexts.title }).click()
    await expectPage(page, replayTexts.title)
    await page.getByText(replayTexts.viewers.staff).waitFor()
  })

  it('a second moderator approves, and the result matches the preview', async () => {
    const page = lia
    await page.goto(`/admin/reviews?case=dispute-${reviewId}`)
    await expectPage(page, moderationTexts.title)
    const dialog = await openDialog(page, reversalTexts.approve, reversalTexts.approveTitle)
    await clickButton(dialog, reversalTexts.confirm)
    await expectToast(page, reversalTexts.done)
    await page.getByText(reversalTexts.asPredicted).waitFor()
    await expectPage(page, moderationTexts.title)
  })

  it('the author sees the reason and what the moderator saw', async () => {
    const page = ana
    await page.goto('/my-reviews')
    await page.getByText(reviewTexts.status.REMOVED, { exact: true }).first().waitFor()
    await page.getByRole('link', { name: replayTexts.title }).click()
    await expectPage(page, replayTexts.title)
    await page.getByRole('button', { name: replayTexts.what.ReviewRemoved }).click()
    const decision = page.getByRole('region', { name: replayTexts.decision })
    await decision.getByText(decisionTexts.grounds.FAKE, { exact: true }).waitFor()
    await page.getByRole('region', { name: replayTexts.deciderView }).getByText('Camera molto fredda.').waitFor()
    await expectPage(page, replayTexts.title)
  })

  it('no page logs an error', () => expect(chromium.consoleErrors()).toEqual([]))
})
