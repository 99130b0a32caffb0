import { beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { postReview } from '../support/reviews/posted-reviews.ts'
import { password, signUpBusiness, signUpClient } from '../support/users.ts'
import { clickButton, expectPage, fillFields, hasFocus, pageTimeout, tabTo, waitForPage } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { formTexts } from '../../web/app/components/form.texts.ts'
import { correlationTexts } from '../../web/app/features/audit/correlation.texts.ts'
import { eventTexts } from '../../web/app/features/audit/event.texts.ts'
import { overviewTexts } from '../../web/app/features/audit/overview.texts.ts'
import { eventLogTexts } from '../../web/app/features/audit/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'

const texts = eventLogTexts.stream
const { garbo, chromium, rita } = await startSandbox(['rita'])
let eventAddress = ''
let auditor: Awaited<ReturnType<typeof signUpBusiness>>
beforeAll(async () => {
  const connection = { visitor: () => apiClient(garbo.address) }
  auditor = await signUpBusiness(connection, 'rita', { businessType: 'altro', province: 'AO' })
  await garbo.operator('role', 'grant', auditor.email, 'REVISORE')
  const [rosa, ana] = [await signUpBusiness(connection, 'rosa'), await signUpClient(connection, 'ana')]
  const reviewId = await postReview(ana.browser, rosa.id)
  await ana.browser.patch(`/api/reviews/${reviewId}`, { rating: 2, comment: 'Camera fredda.' })
}, 300_000)

describe('the pages for auditors', { timeout: 240_000 }, () => {
  it('D-66: are where an auditor begins, with checkpoints that grow', async () => {
    const page = rita
    await page.goto('/login?type=business')
    await waitForPage(page, signInTexts.titleBusiness)
    await fillFields(page, { [signInTexts.email]: auditor.email, [signInTexts.password]: password })
    await clickButton(page, signInTexts.submit)
    await waitForPage(page, overviewTexts.title)
    expect(new URL(page.url()).pathname).toBe('/admin/audit')
    const checkpoints = page.getByRole('region', { name: overviewTexts.checkpoints.title }).getByRole('rowheader')
    await checkpoints.first().waitFor()
    const before = await checkpoints.first().textContent()
    await auditor.browser.patch('/api/user/profile', { location: 'Via Nuova 1, Aosta' })
    await expect.poll(() => checkpoints.first().textContent(), { timeout: 30_000 }).not.toBe(before)
    await checkScreen(page, 'audit-overview')
  })

  it('D-67: check the proof of an event in the browser, with each hash', async () => {
    const page = rita
    await page.goto('/admin/audit/events?type=ReviewSubmitted')
    await expectPage(page, eventLogTexts.search.title)
    await page.getByRole('link', { name: 'ReviewSubmitted' }).first().click()
    await waitForPage(page, eventTexts.title('ReviewSubmitted'))
    eventAddress = page.url()
    const proof = page.getByRole('region', { name: eventTexts.proof.title })
    await expect.poll(() => proof.getByRole('status').textContent(), pageTimeout).toBe(eventTexts.proof.holds)
    await page.getByText(eventTexts.facts.sealed).first().waitFor()
    const steps = proof.getByText(/^Mostra (1|i \d+) passagg/)
    await steps.focus()
    await page.keyboard.press('Enter')
    await proof.getByText(eventTexts.proof.root).waitFor()
    await checkScreen(page, 'audit-event')
  })

  it('D-49: show what led to an event and what followed as a graph, also with the keyboard', async () => {
    const page = rita
    const tree = page.getByRole('tree')
    const own = tree.locator('[aria-current=page]')
    await tabTo(page, own)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await hasFocus(own)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await waitForPage(page, eventTexts.title('ReviewWeighed'))
    await page.getByRole('link', { name: correlationTexts.all }).click()
    await waitForPage(page, correlationTexts.title)
    await page.getByText(correlationTexts.table).click()
    await page.getByRole('table').waitFor()
    await checkScreen(page, 'audit-correlation')
  })

  it('D-68: go through the history of a review with a slider, and compare two moments', async () => {
    const page = rita
    await page.goto('/admin/audit/events?type=ReviewEdited')
    await page.getByRole('link', { name: /^review-/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Storia review-/ }).waitFor()
    const state = page.getByRole('region', { name: texts.stateText })
    await state.getByText(/"stars": 2/).waitFor()
    await clickButton(page, texts.compare.from)
    const slider = page.getByRole('slider', { name: texts.slider })
    await tabTo(page, slider)
    await page.keyboard.press('Home')
    await state.getByText(/"stars": 3/).waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^1 di \d+: ReviewSubmitted, /)
    await page.getByRole('button', { name: /^Confronta con/ }).click()
    await page.getByRole('row', { name: /stars 3 2 ReviewEdited/ }).waitFor()
    await checkScreen(page, 'audit-stream')
    await clickButton(page, formTexts.playableSlider.next)
    await state.getByText(/"stars": 2/).waitFor()
  })

  it('D-67: say so where an answer on the way was forged', async () => {
    const page = rita
    await page.route('**/api/audit/proofs/*', async (route) => {
      const answer = await route.fetch()
      const proof = (await answer.json()) as { readonly path: readonly string[] }
      await route.fulfill({ response: answer, json: { ...proof, path: [...proof.path.slice(1), 'ab'.repeat(32)] } })
    })
    await page.goto(eventAddress)
    const verdict = page.getByRole('region', { name: eventTexts.proof.title }).getByRole('status')
    await expect.poll(() => verdict.textContent(), pageTimeout).toBe(eventTexts.proof.fails)
    await page.getByText(eventTexts.proof.parts.path[1]).waitFor()
    await page.unroute('**/api/audit/proofs/*')
  })

  it('log no error', () => expect(chromium.consoleErrors()).toEqual([]))
})
