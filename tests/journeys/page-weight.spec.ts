import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { avaTexts } from '../../web/app/features/ava/wallet.texts.ts'
import { reviewTexts } from '../../web/app/features/reviews/texts.ts'
import { travelTexts } from '../../web/app/features/travel/texts.ts'
import { componentTexts } from '../../web/app/components/texts.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { builtFileOf } from './built-files.ts'
import { pageTimeout } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { useSessionOf } from './steps.ts'

/** Budgets in bytes over the wire, headers included: page, scripts and styles; fonts and images are not counted. */
const budgets = { landing: 120_000, login: 130_000, dashboard: 180_000 }

const { garbo, chromium } = await startSandbox()
let business: Awaited<ReturnType<typeof signUpBusiness>>
let client: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  const browsers = { visitor: () => apiClient(garbo.address) }
  business = await signUpBusiness(browsers, 'aurora')
  client = await signUpClient(browsers, 'giulia')
}, 300_000)

interface Loaded {
  /** Bytes by path, the largest first. */
  readonly parts: readonly (readonly [string, number])[]
  readonly total: number
  readonly failed: readonly string[]
}

/** Opens a page with an empty cache and measures everything it loads until the network is quiet. */
const load = async (path: string, visitor?: ApiClient): Promise<Loaded> => {
  const page = await chromium.newcomer()
  if (visitor !== undefined) await useSessionOf(page, garbo.address, visitor)
  const measured = await measure(page)
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await expect.poll(() => page.getByText(componentTexts.loading).count(), pageTimeout).toBe(0)
  await page.waitForFunction(() => document.readyState === 'complete')
  await expect.poll(measured.running, pageTimeout).toBe(0)
  await page.context().close()
  return measured.result()
}

const counted = new Set(['Document', 'Script', 'Stylesheet'])

const measure = async (page: Page) => {
  const requests = new Map<string, { readonly path: string; bytes: number; isRunning: boolean }>()
  const failed: string[] = []
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { pathname } = new URL(response.url)
    if (response.status >= 400) failed.push(`${response.status} ${pathname}`)
    if (counted.has(type)) requests.set(requestId, { path: pathname, bytes: 0, isRunning: true })
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request !== undefined) Object.assign(request, { bytes: encodedDataLength, isRunning: false })
  })
  return {
    running: () => [...requests.values()].filter(({ isRunning }) => isRunning).length,
    result: (): Loaded => {
      const parts = [...requests.values()].map(({ path, bytes }) => [path, bytes] as const)
      const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0)
      return { parts: parts.sort(([, a], [, b]) => b - a), total, failed }
    },
  }
}

/** Shows what a page that is too heavy consists of. */
const expectWithin = ({ parts, total }: Loaded, budget: number) => {
  expect(total).toBeGreaterThan(10_000)
  expect(total, parts.map(([path, bytes]) => `${bytes} ${path}`).join('\n')).toBeLessThanOrEqual(budget)
}

describe('the weight of a page, with an empty cache', { timeout: 120_000 }, () => {
  it.each(['/', '/landing'])('keeps the budget of the landing page at %s', async (path) =>
    expectWithin(await load(path), budgets.landing),
  )

  it('keeps the budget of the login', async () => expectWithin(await load('/login'), budgets.login))

  it.each([
    ['a business', '/dashboard', () => business],
    ['a client', '/dashboard', () => client],
    ['a client', '/client-dashboard', () => client],
  ] as const)('keeps the budget of the dashboard of %s at %s', async (_, path, account) =>
    expectWithin(await load(path, account().browser), budgets.dashboard),
  )
})

describe('the sections further down a dashboard', { timeout: 120_000 }, () => {
  it('arrive as the page is scrolled, also after the connection was lost', async () => {
    const page = await chromium.newcomer()
    await useSessionOf(page, garbo.address, business.browser)
    await page.goto('/dashboard')
    await page.getByRole('region', { name: avaTexts.card }).waitFor()
    const search = page.getByRole('region', { name: travelTexts.partner.title })
    expect(await search.count()).toBe(0)
    await page.context().setOffline(true)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const lost = page.getByRole('alert').filter({ hasText: componentTexts.offline })
    await lost.first().waitFor()
    await page.context().setOffline(false)
    const retry = lost.getByRole('button', { name: componentTexts.retry })
    await expect
      .poll(async () => {
        await retry
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined)
        return retry.count()
      }, pageTimeout)
      .toBe(0)
    await search.waitFor()
  })

  it('arrive all at once when a key is pressed', async () => {
    const page = await chromium.newcomer()
    await useSessionOf(page, garbo.address, business.browser)
    await page.goto('/dashboard')
    await page.getByRole('region', { name: avaTexts.card }).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('region', { name: travelTexts.partner.title }).waitFor()
    await page.getByRole('region', { name: reviewTexts.quickTitle }).waitFor()
  })
})

describe('the fonts', { timeout: 120_000 }, () => {
  it.each(['/', '/login'])('of %s are one file that the page preloads; nothing moves when it arrives', async (path) => {
    const page = await chromium.newcomer()
    await page.setViewportSize({ width: 360, height: 780 })
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') loaded.push(new URL(request.url()).pathname)
    })
    await page.addInitScript(observeLayoutShifts)
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.evaluate(async () => void (await document.fonts.ready))
    const preloaded = await page.locator('link[rel=preload][as=font]').getAttribute('href')
    expect(loaded).toEqual([preloaded])
    const ready = () => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
    expect(await page.evaluate(ready)).toContain('Inter Variable')
    expect(await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))).toBeLessThan(0.02)
  })
})

/** Adds up the layout shifts of the page, as browsers do for Cumulative Layout Shift. */
const observeLayoutShifts = () => {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { dataset } = document.documentElement
      dataset['shift'] = String(Number(dataset['shift'] ?? 0) + (entry as unknown as { value: number }).value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

describe('a visitor', { timeout: 120_000 }, () => {
  it.each(['/', '/landing', '/login', '/register', '/client-auth', '/privacy-policy', '/community-guidelines'])(
    'sends no request that fails at %s',
    async (path) => expect((await load(path)).failed).toEqual([]),
  )

  it('loads the chart library at none of these, nor at a venue’s page', async () => {
    for (const path of ['/', '/landing', '/login', `/business/${business.id}`]) {
      const { parts } = await load(path)
      expect(parts.filter(([file]) => file === builtFileOf('components/charts/drawings.tsx'))).toEqual([])
    }
  })

  it('sends no request that fails at a venue’s page', async () =>
    expect((await load(`/business/${business.id}`)).failed).toEqual([]))
})
