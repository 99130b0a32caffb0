import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '../../web/app/settings.ts'
import { texts } from '../../web/app/texts.ts'
import { expectNoBarrier, fitsItsWindow, hasFocus, patience, sees, tabsTo } from './browser.ts'
import { stage } from './stage.ts'

const { access, community, home, landing, places, privacy, recovery, shell } = texts

const pages = [
  { name: 'home', path: '/', title: home.title },
  { name: 'landing', path: '/landing', title: landing.title },
  { name: 'community-guidelines', path: '/community-guidelines', title: community.title },
  { name: 'places', path: '/places', title: places.title },
  { name: 'privacy-policy', path: '/privacy-policy', title: privacy.title },
  { name: 'not-found', path: '/una-pagina-che-non-esiste', title: shell.notFoundTitle },
]
const doors = [
  { name: 'login', path: '/login', title: access.titleAny },
  { name: 'register', path: '/register', title: access.register.title },
  { name: 'register-client', path: '/register-client', title: access.registerClientScreen.title },
  { name: 'client-auth', path: '/client-auth', title: access.clientAuth.titleLogin },
  { name: 'recover-password', path: '/recover-password', title: recovery.title },
]
const ways = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const

const { chromium, visitor } = await stage(['visitor'])

describe('the public pages', { timeout: 180_000 }, () => {
  it.each([1440, 360])('P-04: every page is accessible at %i px, light and dark', async (width) => {
    await visitor.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    for (const { path, title } of [...pages, ...doors]) {
      await visitor.goto(path)
      await sees(visitor, title)
      await fitsItsWindow(visitor)
    }
  })

  it('R-04: the login menu can be used by keyboard only', async () => {
    await atTheDesk('/landing', landing.title)
    const login = visitor.getByRole('button', { name: landing.login, exact: true })
    await tabsTo(visitor, login)
    await visitor.keyboard.press('Enter')
    const ways = visitor.getByRole('menuitem')
    await expect.poll(() => hasFocus(ways.first()), patience).toBe(true)
    await expectNoBarrier(visitor)
    await visitor.keyboard.press('ArrowDown')
    await expect.poll(() => hasFocus(ways.nth(1)), patience).toBe(true)
    await visitor.keyboard.press('Escape')
    await visitor.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(login), patience).toBe(true)
  })

  it('R-05: the registration menu can be used by keyboard and leads to the form', async () => {
    await atTheDesk('/landing', landing.title)
    await tabsTo(visitor, visitor.getByRole('button', { name: landing.register, exact: true }))
    await visitor.keyboard.press('Space')
    const business = visitor.getByRole('menuitem', { name: landing.registerBusiness })
    await expect.poll(() => hasFocus(business), patience).toBe(true)
    await expectNoBarrier(visitor)
    await visitor.keyboard.press('Enter')
    await sees(visitor, access.register.title)
    expect(new URL(visitor.url()).pathname).toBe('/register')
  })

  it('R-04: a click outside closes an open menu', async () => {
    await atTheDesk('/', home.title)
    await visitor.getByRole('button', { name: landing.login, exact: true }).click()
    await visitor.getByRole('menu').waitFor()
    await visitor.getByRole('heading', { level: 1 }).click()
    await visitor.getByRole('menu').waitFor({ state: 'detached' })
  })

  it('R-07, T-011, T-012: each card leads to its own sign-in page, and back', async () => {
    await atTheDesk('/', home.title)
    await visitor.getByRole('link', { name: home.client }).click()
    await sees(visitor, access.clientAuth.titleLogin)
    await visitor.getByRole('link', { name: access.clientAuth.back }).click()
    await sees(visitor, home.title)
    await visitor.getByRole('link', { name: home.business }).click()
    await sees(visitor, access.titleAny)
    expect(new URL(visitor.url()).pathname).toBe('/login')
  })

  it.each([
    { id: 'T-003', words: landing.discoverHow, section: landing.howTitle },
    { id: 'T-004', words: landing.discoverWhy, section: landing.whyTitle },
  ])('$id: “$words” scrolls to its section', async ({ words, section }) => {
    await atTheDesk('/', home.title)
    await visitor.getByRole('link', { name: words, exact: true }).click()
    const top = () =>
      visitor.getByRole('heading', { name: section }).evaluate((heading) => heading.getBoundingClientRect().top)
    await expect.poll(async () => Math.abs((await top()) - 200) < 200, patience).toBe(true)
  })

  it('R-06: the data deletion address opens that section from any page', async () => {
    await atTheDesk('/community-guidelines', community.title)
    await visitor.evaluate(() => scrollTo(0, 300))
    await visitor.goto(settings.pages.dataDeletion)
    await sees(visitor, privacy.title)
    const section = visitor.getByRole('region', { name: landing.footer.deletion })
    await expect.poll(() => hasFocus(section), patience).toBe(true)
    expect(await section.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await visitor.goto('/landing')
    await sees(visitor, landing.title)
    expect(await visitor.evaluate(() => scrollY)).toBe(0)
  })

  it('R-32: /download redirects to the first page', async () => {
    await visitor.goto('/download')
    await sees(visitor, home.title)
    expect(new URL(visitor.url()).pathname).toBe('/')
  })

  it('reduced motion is respected: the colour scheme changes without animation', async () => {
    await atTheDesk('/landing', landing.title)
    await visitor.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await visitor.evaluate(() => document.getAnimations().length)).toBe(0)
    await visitor.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })

  it('no page has logged an error', () => expect(chromium.complaints()).toEqual([]))
})

describe.runIf(process.env['SCREENS'] === '1')('screenshots for docs/screens', { timeout: 180_000 }, () => {
  it.each(ways)('at $width px, $scheme', async ({ width, scheme }) => {
    mkdirSync('docs/screens', { recursive: true })
    const visitor = await chromium.newcomer()
    await visitor.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await visitor.setViewportSize({ width, height: 800 })
    const suffix = scheme === 'dark' ? '-dark' : ''
    const dark = new Set(['/landing', '/login', '/register-client'])
    const shown = [...pages, ...doors].filter(({ path }) => scheme === 'light' || dark.has(path))
    for (const { name, path, title } of shown) {
      await visitor.goto(path)
      await sees(visitor, title)
      await visitor.evaluate(async () => void (await document.fonts.ready))
      await visitor.screenshot({ path: `docs/screens/${name}-${width}${suffix}.png`, fullPage: true })
    }
  })
})

const atTheDesk = async (path: string, title: string) => {
  await visitor.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visitor.setViewportSize({ width: 1280, height: 900 })
  await visitor.goto(path)
  await sees(visitor, title)
}
