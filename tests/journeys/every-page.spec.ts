import type { Page } from 'playwright-core'
import type { RouteObject } from 'react-router-dom'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '../../web/app/routes.tsx'
import type { RuleBookView } from '../../web/contract/ava/rule-sets.ts'
import { apiClient, type ApiClient } from '../support/api-client.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { expectAccessible, expectNoHorizontalScroll, pageTimeout } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { useSessionOf } from './steps.ts'
import { componentTexts } from '../../web/app/components/texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
] as const

const routePaths = (some: readonly RouteObject[]): readonly string[] =>
  some.flatMap(({ path, children }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...routePaths(children ?? []),
  ])

const { garbo, chromium } = await startSandbox()
let business: Awaited<ReturnType<typeof signUpBusiness>>
let guest: Awaited<ReturnType<typeof signUpClient>>
let reviewId: string
beforeAll(async () => {
  const connection = { visitor: () => apiClient(garbo.address) }
  business = await signUpBusiness(connection, 'aurora')
  guest = await signUpClient(connection, 'ana')
  const review = {
    targetType: 'BUSINESS',
    targetId: business.id,
    rating: 4,
    comment: 'Bella vista.',
    reasonCode: 'SERVICE',
  }
  const written = await guest.browser.send('POST', '/api/reviews', review, guest.browser.idempotencyKey())
  reviewId = (written.body as { id: string }).id
  for (const role of ['MODERATORE', 'ADMIN']) await garbo.operator('role', 'grant', business.email, role)
  await simulateDraft(business.browser)
  for (const { browser } of [business, guest])
    await browser.post('/api/support/messages', { subject: 'Codice sconto', message: 'Il codice non funziona.' })
  await guest.browser.post('/api/affiliate/programs', { programName: 'Metà per uno', commissionRate: 50 })
}, 300_000)

/** Creates a simulated draft, so that the page has totals to show. */
const simulateDraft = async (admin: ApiClient) => {
  const drafts = '/api/admin/rulebooks/ava/drafts'
  const { body } = await admin.send('POST', drafts, { version: 2 }, admin.idempotencyKey())
  const [draft] = (body as RuleBookView).drafts
  await admin.post(`${drafts}/${draft?.id}/simulate`)
  const books = async () => (await admin.get('/api/admin/rulebooks')).body
  await vi.waitFor(
    async () => expect(await books()).toMatchObject([{ drafts: [{ status: 'simulated' }] }]),
    pageTimeout,
  )
}

const urlOf = (path: string) =>
  path
    .replace('/business/:id', `/business/${business.id}`)
    .replace(':caseId', `review-${reviewId}`)
    .replace(/:\w+/, 'nessuno')

/** Checks that a page recognises the user, has a heading, finishes loading, fits the window and passes axe in light and dark. */
const checkPage = async (page: Page) => {
  await page.locator('h1, [role=dialog] h2').first().waitFor()
  // visitors' pages are shown until the session is known; signed-in users are then redirected
  const owner = page.getByRole('button', { name: shellTexts.userMenu('') })
  await expect.poll(() => page.getByRole('banner').filter({ hasNot: owner }).count(), pageTimeout).toBe(0)
  await expect.poll(() => page.getByText(componentTexts.loading).count(), pageTimeout).toBe(0)
  for (const size of viewports) {
    await page.setViewportSize(size)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  }
}

const visitEveryPage = async (browser: ApiClient) => {
  const page = await chromium.newcomer()
  await useSessionOf(page, garbo.address, browser)
  for (const path of routePaths(routes)) {
    await page.goto(urlOf(path))
    await checkPage(page).catch((cause: unknown) => {
      throw new Error(`${path} is not in order`, { cause })
    })
  }
}

describe('every page, on a desktop and on a phone, light and dark', { timeout: 400_000 }, () => {
  it('is accessible to a business that also moderates and administers', () => visitEveryPage(business.browser))

  it('is accessible to a client', () => visitEveryPage(guest.browser))

  it('logs no error', () => expect(chromium.consoleErrors()).toEqual([]))
})
