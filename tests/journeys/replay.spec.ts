import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { chooses, fitsItsWindow, hasFocus, hears, opens, presses, sees, tabsTo } from './browser.ts'
import { confirmsAddress, pageOf, registersGuest, registersHouse, takesTheCase } from './people.ts'
import { stage } from './stage.ts'

const { domino, moderation, replay, reviews } = texts

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const staff = [
  { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it' },
  { name: 'Villa Lia', username: 'lia', email: 'lia@example.it' },
] as const
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const { garbo, chromium, rosa, ana, mario, lia } = await stage(['rosa', 'ana', 'mario', 'lia'])
let reviewId = ''

/** What a person does elsewhere, by their own browser. */
const does = async (page: Page, method: 'post' | 'patch', path: string, data: object): Promise<unknown> => {
  const answer = await page.request[method](path, { data, headers: { origin: garbo.address } })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

describe('replaying and reversing a case', { timeout: 600_000 }, () => {
  it('starts with an edited and disputed review', async () => {
    await registersHouse(rosa, locanda)
    await confirmsAddress(rosa, locanda)
    await registersGuest(ana, bianchi)
    for (const [page, house] of [
      [mario, staff[0]],
      [lia, staff[1]],
    ] as const) {
      await registersHouse(page, house)
      await confirmsAddress(page, house)
      await garbo.operator('role', 'grant', house.email, 'MODERATORE')
    }
    const targetId = (await pageOf(ana, locanda.name)).replace('/business/', '')
    const review = { rating: 2, comment: 'Camera rumorosa.', reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId }
    reviewId = ((await does(ana, 'post', '/api/reviews', review)) as { id: string }).id
    await does(ana, 'patch', `/api/reviews/${reviewId}`, { rating: 1, comment: 'Camera molto fredda.' })
    const dispute = { reason: 'OTHER', message: 'Non è mai stata nostra ospite.' }
    await does(rosa, 'post', `/api/reviews/${reviewId}/dispute`, dispute)
  })

  it('S-13: the business steps through the case by keyboard and sees the text change', async () => {
    const page = rosa
    await page.goto('/ratings')
    await page.getByRole('link', { name: replay.title }).click()
    await sees(page, replay.title)
    const slider = page.getByRole('slider', { name: replay.slider })
    await tabsTo(page, slider)
    await page.keyboard.press('Home')
    const then = page.getByRole('region', { name: replay.asItWas })
    await then.getByText('Camera rumorosa.').waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Momento 1 di \d+: Recensione pubblicata, /)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await then.locator('ins').getByText('molto fredda.').waitFor()
    expect(await hasFocus(slider)).toBe(true)
    await page.keyboard.press('End')
    await page.setViewportSize({ width: 360, height: 780 })
    await fitsItsWindow(page)
    await sees(page, replay.title)
  })

  it('a moderator replays the case and previews its reversal', async () => {
    const page = mario
    await page.goto('/admin/reviews')
    await sees(page, moderation.title)
    await chooses(page, moderation.lane, moderation.lanes.disputes)
    await takesTheCase(page)
    await presses(page, domino.look)
    const panel = page.getByRole('region', { name: domino.title })
    await panel.getByText(domino.needsAnother).waitFor()
    await sees(page, moderation.title)
    await page.getByRole('link', { name: replay.title }).click()
    await sees(page, replay.title)
    await page.getByText(replay.viewers.staff).waitFor()
  })

  it('a second moderator approves, and the result matches the preview', async () => {
    const page = lia
    await page.goto(`/admin/reviews?case=dispute-${reviewId}`)
    await sees(page, moderation.title)
    const dialog = await opens(page, domino.approve, domino.approveTitle)
    await presses(dialog, domino.confirm)
    await hears(page, domino.done)
    await page.getByText(domino.asForeseen).waitFor()
    await sees(page, moderation.title)
  })

  it('the author sees the reason and what the moderator saw', async () => {
    const page = ana
    await page.goto('/my-reviews')
    await page.getByText(reviews.status.REMOVED, { exact: true }).first().waitFor()
    await page.getByRole('link', { name: replay.title }).click()
    await sees(page, replay.title)
    await page.getByRole('button', { name: replay.what.ReviewRemoved }).click()
    const decision = page.getByRole('region', { name: replay.decision })
    await decision.getByText(replay.grounds.FAKE, { exact: true }).waitFor()
    await page.getByRole('region', { name: replay.saw }).getByText('Camera molto fredda.').waitFor()
    await sees(page, replay.title)
  })

  it('no page logs an error', () => expect(chromium.complaints()).toEqual([]))
})
