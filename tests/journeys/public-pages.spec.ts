import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '../../web/app/settings.ts'
import { expectAccessible, expectNoHorizontalScroll, expectPage, hasFocus, pageTimeout, tabTo } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { recoveryTexts } from '../../web/app/features/accounts/recovery/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { placeTexts } from '../../web/app/features/travel/texts.ts'
import { communityTexts } from '../../web/app/pages/marketing/community.texts.ts'
import { homeTexts, landingTexts } from '../../web/app/pages/marketing/landing.texts.ts'
import { privacyPolicyTexts } from '../../web/app/pages/marketing/privacy-policy.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

const pages = [
  { name: 'home', path: '/', title: homeTexts.title },
  { name: 'landing', path: '/landing', title: landingTexts.title },
  { name: 'community-guidelines', path: '/community-guidelines', title: communityTexts.title },
  { name: 'places', path: '/places', title: placeTexts.title },
  { name: 'privacy-policy', path: '/privacy-policy', title: privacyPolicyTexts.title },
  { name: 'not-found', path: '/una-pagina-che-non-esiste', title: shellTexts.notFoundTitle },
]
const signInPages = [
  { name: 'login', path: '/login', title: signInTexts.titleWithoutType },
  { name: 'register', path: '/register', title: signInTexts.register.title },
  { name: 'register-client', path: '/register-client', title: signInTexts.clientRegistration.title },
  { name: 'client-auth', path: '/client-auth', title: signInTexts.clientAuth.titleLogin },
  { name: 'recover-password', path: '/recover-password', title: recoveryTexts.title },
]
const colourSchemes = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const

const { chromium, visitor } = await startSandbox(['visitor'])

describe('the public pages', { timeout: 180_000 }, () => {
  it.each([1440, 360])('P-04: every page is accessible at %i px, light and dark', async (width) => {
    await visitor.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    for (const { path, title } of [...pages, ...signInPages]) {
      await visitor.goto(path)
      await expectPage(visitor, title)
      await expectNoHorizontalScroll(visitor)
    }
  })

  it('R-04: the login menu can be used by keyboard only', async () => {
    await openOnDesktop('/landing', landingTexts.title)
    const login = visitor.getByRole('button', { name: landingTexts.login, exact: true })
    await tabTo(visitor, login)
    await visitor.keyboard.press('Enter')
    const ways = visitor.getByRole('menuitem')
    await expect.poll(() => hasFocus(ways.first()), pageTimeout).toBe(true)
    await expectAccessible(visitor)
    await visitor.keyboard.press('ArrowDown')
    await expect.poll(() => hasFocus(ways.nth(1)), pageTimeout).toBe(true)
    await visitor.keyboard.press('Escape')
    await visitor.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(login), pageTimeout).toBe(true)
  })

  it('R-05: the registration menu can be used by keyboard and leads to the form', async () => {
    await openOnDesktop('/landing', landingTexts.title)
    await tabTo(visitor, visitor.getByRole('button', { name: landingTexts.register, exact: true }))
    await visitor.keyboard.press('Space')
    const business = visitor.getByRole('menuitem', { name: landingTexts.registerBusiness })
    await expect.poll(() => hasFocus(business), pageTimeout).toBe(true)
    await expectAccessible(visitor)
    await visitor.keyboard.press('Enter')
    await expectPage(visitor, signInTexts.register.title)
    expect(new URL(visitor.url()).pathname).toBe('/register')
  })

  it('R-04: a click outside closes an open menu', async () => {
    await openOnDesktop('/', homeTexts.title)
    await visitor.getByRole('button', { name: landingTexts.login, exact: true }).click()
    await visitor.getByRole('menu').waitFor()
    await visitor.getByRole('heading', { level: 1 }).click()
    await visitor.getByRole('menu').waitFor({ state: 'detached' })
  })

  it('R-07, T-011, T-012: each card leads to its own sign-in page, and back', async () => {
    await openOnDesktop('/', homeTexts.title)
    await visitor.getByRole('link', { name: homeTexts.client }).click()
    await expectPage(visitor, signInTexts.clientAuth.titleLogin)
    await visitor.getByRole('link', { name: signInTexts.clientAuth.back }).click()
    await expectPage(visitor, homeTexts.title)
    await visitor.getByRole('link', { name: homeTexts.business }).click()
    await expectPage(visitor, signInTexts.titleWithoutType)
    expect(new URL(visitor.url()).pathname).toBe('/login')
  })

  it.each([
    { id: 'T-003', words: landingTexts.discoverHow, section: landingTexts.howTitle },
    { id: 'T-004', words: landingTexts.discoverWhy, section: landingTexts.whyTitle },
  ])('$id: “$words” scrolls to its section', async ({ words, section }) => {
    await openOnDesktop('/', homeTexts.title)
    await visitor.getByRole('link', { name: words, exact: true }).click()
    const top = () =>
      visitor.getByRole('heading', { name: section }).evaluate((heading) => heading.getBoundingClientRect().top)
    await expect.poll(async () => Math.abs((await top()) - 200) < 200, pageTimeout).toBe(true)
  })

  it('R-06: the data deletion address opens that section from any page', async () => {
    await openOnDesktop('/community-guidelines', communityTexts.title)
    await visitor.evaluate(() => scrollTo(0, 300))
    await visitor.goto(settings.pages.dataDeletion)
    await expectPage(visitor, privacyPolicyTexts.title)
    const section = visitor.getByRole('region', { name: landingTexts.footer.deletion })
    await expect.poll(() => hasFocus(section), pageTimeout).toBe(true)
    expect(await section.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await visitor.goto('/landing')
    await expectPage(visitor, landingTexts.title)
    expect(await visitor.evaluate(() => scrollY)).toBe(0)
  })

  it('R-32: /download redirects to the first page', async () => {
    await visitor.goto('/download')
    await expectPage(visitor, homeTexts.title)
    expect(new URL(visitor.url()).pathname).toBe('/')
  })

  it('reduced motion is respected: the colour scheme changes without animation', async () => {
    await openOnDesktop('/landing', landingTexts.title)
    await visitor.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await visitor.evaluate(() => document.getAnimations().length)).toBe(0)
    await visitor.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })

  it('no page has logged an error', () => expect(chromium.consoleErrors()).toEqual([]))
})

describe.runIf(process.env['SCREENS'] === '1')('screenshots for docs/screens', { timeout: 180_000 }, () => {
  it.each(colourSchemes)('are taken at $width px in $scheme mode', async ({ width, scheme }) => {
    mkdirSync('docs/screens', { recursive: true })
    const visitor = await chromium.newcomer()
    await visitor.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await visitor.setViewportSize({ width, height: 800 })
    const suffix = scheme === 'dark' ? '-dark' : ''
    const dark = new Set(['/landing', '/login', '/register-client'])
    const shown = [...pages, ...signInPages].filter(({ path }) => scheme === 'light' || dark.has(path))
    for (const { name, path, title } of shown) {
      await visitor.goto(path)
      await expectPage(visitor, title)
      await visitor.evaluate(async () => void (await document.fonts.ready))
      await visitor.screenshot({ path: `docs/screens/${name}-${width}${suffix}.png`, fullPage: true })
    }
  })
})

const openOnDesktop = async (path: string, title: string) => {
  await visitor.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visitor.setViewportSize({ width: 1280, height: 900 })
  await visitor.goto(path)
  await expectPage(visitor, title)
}
