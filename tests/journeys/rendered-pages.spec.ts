import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { reviewTexts } from '../../web/app/features/reviews/texts.ts'
import { communityTexts } from '../../web/app/pages/marketing/community.texts.ts'
import { homeTexts, landingTexts } from '../../web/app/pages/marketing/landing.texts.ts'
import { privacyPolicyTexts } from '../../web/app/pages/marketing/privacy-policy.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'
import { apiClient } from '../support/api-client.ts'
import { freePort } from '../support/free-port.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { waitForPage } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { useSessionOf } from './steps.ts'

const fixedPages = [
  ['/', homeTexts.title],
  ['/landing', landingTexts.title],
  ['/login', signInTexts.titleWithoutType],
  ['/login?type=client', signInTexts.titleClient],
  ['/community-guidelines', communityTexts.title],
  ['/privacy-policy', privacyPolicyTexts.title],
] as const
const comment = 'Camera silenziosa </script><b>e pulita</b>'

// canonical addresses need the public one
const port = String(await freePort())
const { garbo, chromium } = await startSandbox([], {
  settings: { PORT: port, GARBO_ORIGIN: `http://localhost:${port}` },
})
let business: Awaited<ReturnType<typeof signUpBusiness>>
let guest: Awaited<ReturnType<typeof signUpClient>>
let venue: string
const venueName = 'Hotel aurora'
beforeAll(async () => {
  const connection = { visitor: () => apiClient(garbo.address) }
  business = await signUpBusiness(connection, 'aurora')
  guest = await signUpClient(connection, 'ana')
  const review = { targetType: 'BUSINESS', targetId: business.id, rating: 5, comment, reasonCode: 'SERVICE' }
  await guest.browser.send('POST', '/api/reviews', review, guest.browser.idempotencyKey())
  venue = `/business/${business.id}`
}, 300_000)

const fetchPage = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(garbo.address + path, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The page with scripts disabled: what arrives as HTML. */
const withoutScripts = async (path: string) => {
  const browser = (await chromium.newcomer()).context().browser()
  const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: garbo.address })
  const page = await context?.newPage()
  if (page === undefined) throw new Error('no browser')
  await page.goto(path)
  return page
}

/** Opens a page and returns whether React kept the heading that arrived as HTML, instead of replacing it. */
const isHydrated = async (page: Page, path: string, title: string) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => Object.assign(globalThis, { arrived: document.querySelector('h1') }))
  })
  await page.goto(path)
  await waitForPage(page, title)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
  return page.evaluate(() => (globalThis as { arrived?: unknown }).arrived === document.querySelector('h1'))
}

describe('a page that arrives as HTML', { timeout: 120_000 }, () => {
  it.each(fixedPages)('shows its text without scripts: %s', async (path, title) => {
    const page = await withoutScripts(path)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    expect(await page.title()).toMatch(/^.{5,60} · Garbo$/)
    await page.context().close()
  })

  it('R-105: shows a venue and its reviews without scripts, whatever they contain', async () => {
    const page = await withoutScripts(venue)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(venueName)
    expect(await page.getByText(comment, { exact: true }).count()).toBe(1)
    expect(await page.locator('b').count()).toBe(0)
    await page.context().close()
  })

  it.each(fixedPages)('is taken over by the app as it is: %s', async (path, title) =>
    expect(await isHydrated(await chromium.newcomer(), path, title)).toBe(true),
  )

  it('is taken over by the app as it is: a venue', async () =>
    expect(await isHydrated(await chromium.newcomer(), venue, venueName)).toBe(true))

  it('offers nobody who is signed in to sign in, not even before the app starts', async () => {
    const page = await chromium.newcomer()
    await useSessionOf(page, garbo.address, guest.browser)
    const { cookie } = guest.browser
    for (const path of ['/', venue]) {
      const { html } = await fetchPage(path, { cookie: cookie() })
      expect(html).not.toContain(`>${shellTexts.login}<`)
      expect(html).not.toContain(`>${reviewTexts.business.loginToWrite}<`)
    }
    expect(await isHydrated(page, venue, venueName)).toBe(true)
    await page.getByRole('button', { name: reviewTexts.business.write }).waitFor()
    await page.getByText(comment, { exact: true }).waitFor()
  })

  it('becomes a user’s page even if the session is older than its marker', async () => {
    const page = await chromium.newcomer()
    await useSessionOf(page, garbo.address, guest.browser)
    await page.goto('/')
    const menu = page.getByRole('button', { name: shellTexts.userMenu('') })
    await menu.waitFor()
    await page.context().clearCookies({ name: 'garbo_signed_in' })
    await page.reload()
    await menu.waitFor()
  })

  it('is that page at its own address only, so that other spellings fill no memory', async () => {
    for (const path of ['//a1/login', '/%6cogin', '/login/', '//host:99999/login'])
      expect((await fetchPage(path)).html, path).toContain('<div id="root"></div>')
  })

  it('logs no error', () => expect(chromium.consoleErrors()).toEqual([]))
})

describe('the head of a page that arrives as HTML', { timeout: 120_000 }, () => {
  it('describes it to search engines and previews', async () => {
    const { status, html } = await fetchPage(venue)
    expect(status).toBe(200)
    for (const part of [
      `<title>${venueName} · Garbo</title>`,
      `<link rel="canonical" href="http://localhost:${port}${venue}">`,
      `<meta property="og:url" content="http://localhost:${port}${venue}">`,
      `<meta property="og:title" content="${venueName} · Garbo">`,
    ])
      expect(html).toContain(part)
    expect(html).toMatch(/<meta name="description" content="[^"]*1 recensione/)
  })

  it('says 404 for an unknown venue', async () => {
    for (const id of ['nessuno', '00000000-0000-4000-8000-000000000000']) {
      const { status, html } = await fetchPage(`/business/${id}`)
      expect(status).toBe(404)
      expect(html).toContain(`<title>${shellTexts.notFoundTitle} · Garbo</title>`)
    }
    const page = await chromium.newcomer()
    await page.goto('/business/nessuno')
    await waitForPage(page, shellTexts.notFoundTitle)
  })

  it('is not sent again while the page has not changed', async () => {
    const first = await fetchPage('/')
    const again = await fetchPage('/', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, again.html]).toEqual([304, ''])
    expect(again.headers.get('vary')).toContain('cookie')
  })

  it('allows no inline script: the data of a page is not a script', async () => {
    const { headers, html } = await fetchPage(venue)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(?:;|$)/)
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes)
    for (const attributes of scripts) expect(attributes).toMatch(/type="application\/json"| src="\/assets\//)
  })
})
