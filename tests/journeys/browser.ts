import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { starTexts } from '../../web/app/components/star-rating.texts.ts'
import { componentTexts } from '../../web/app/components/texts.ts'
import { ratingTexts } from '../../web/app/features/ratings/texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

/** Generous timeout for a busy machine, in milliseconds. */
export const pageTimeout = { timeout: 15_000 }
const desktopViewport = { width: 1280, height: 900 }
const phoneViewport = { width: 360, height: 780 }

export interface ChromiumOptions {
  /** Command line switches. */
  readonly switches?: readonly string[]
  /** The complete browser, which shows notifications but starts slower. */
  readonly complete?: boolean
}

/** Launches Chromium; each person gets a separate browser context. */
export const launchChromium = async (address: string, { switches = [], complete = false }: ChromiumOptions = {}) => {
  const chrome = await chromium.launch({
    executablePath: complete ? '/usr/bin/chromium' : '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', ...(complete ? ['--headless=new'] : []), ...switches],
  })
  const consoleErrors: string[] = []
  return {
    newcomer: async (): Promise<Page> => {
      const italian = { locale: 'it-IT', timezoneId: 'Europe/Rome', reducedMotion: 'reduce' } as const
      const context = await chrome.newContext({ ...italian, baseURL: address, viewport: desktopViewport })
      context.setDefaultTimeout(pageTimeout.timeout)
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => consoleErrors.push(message))
      page.on('console', (line) => {
        const [kind, words] = [line.type(), line.text()]
        const ours = kind === 'error' && !words.startsWith('Failed to load resource')
        if (ours || words.includes('Permissions-Policy')) consoleErrors.push(words)
      })
      return page
    },
    /** Errors thrown or logged by the pages and violations of our headers; deliberately rejected requests are left out. */
    consoleErrors: (): readonly string[] => consoleErrors,
    close: () => chrome.close(),
  }
}

/** Waits until the page is loaded and checks its accessibility. */
export const expectPage = async (page: Page, title: string) => {
  await waitForPage(page, title)
  await expectAccessible(page)
}

/** Waits until the page is loaded, with the sections further down, which load when a key is pressed. */
export const waitForPage = async (page: Page, title: string) => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await page.keyboard.press('Shift')
  await expect.poll(() => page.getByText(componentTexts.loading).count(), pageTimeout).toBe(0)
}

/** Waits for a toast. */
export const expectToast = (page: Page, words: string) =>
  page.locator('[data-toast]').getByText(words, { exact: true }).waitFor()

/** Opens a page from the main navigation. */
export const navigateTo = async (page: Page, place: string, title = place) => {
  const navigation = page.getByRole('navigation', { name: shellTexts.mainNavigation })
  await navigation.getByRole('link', { name: place, exact: true }).click()
  await expectPage(page, title)
}

/** Opens the dialog of a button. */
export const openDialog = async (from: Page | Locator, button: string, title: string): Promise<Locator> => {
  await from.getByRole('button', { name: button, exact: true }).click()
  const page = 'page' in from ? from.page() : from
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  await expectAccessible(page)
  return dialog
}

/** Fills fields by label. */
export const fillFields = async (form: Page | Locator, answers: Readonly<Record<string, string>>) => {
  for (const [label, answer] of Object.entries(answers)) await form.getByLabel(label, { exact: true }).fill(answer)
}

export const selectOption = (form: Page | Locator, label: string, option: string) =>
  form.getByLabel(label, { exact: true }).selectOption({ label: option })

/** Clicks a star, which covers its radio button. */
export const selectStars = (form: Locator, stars: number) =>
  form.getByRole('radio', { name: starTexts.stars(stars), exact: true }).check({ force: true })

/** Clicks a star for each of the four criteria. */
export const fillScores = (form: Locator, score: number) => {
  const { punctuality, kindness, payment, roomCondition } = ratingTexts
  const labels = [punctuality, kindness, payment, roomCondition]
  return fillFields(form, Object.fromEntries(labels.map((label) => [label, String(score)])))
}

export const clickButton = (form: Page | Locator, button: string) =>
  form.getByRole('button', { name: button, exact: true }).click()

/** Presses Tab until the element has the focus. */
export const tabTo = async (page: Page, element: Locator) => {
  for (let tabs = 0; tabs < 30; tabs++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(element)) return
  }
  throw new Error(`${element.toString()} cannot be reached with the keyboard`)
}

export const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement)

/** Checks that the page needs no horizontal scrolling at 360 px. */
export const expectFitsPhone = async (page: Page, path: string, title: string) => {
  await page.setViewportSize(phoneViewport)
  await page.goto(path)
  await expectPage(page, title)
  await expectNoHorizontalScroll(page)
}

/** Checks that there is no horizontal scrolling. */
export const expectNoHorizontalScroll = async (page: Page) => {
  const path = new URL(page.url()).pathname
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
  expect({ path, overflow }).toEqual({ path, overflow: 0 })
}

/**
 * Checks the page with axe in both colour schemes. Pages and dialogs whose structure has been checked before are skipped,
 * whatever their text.
 */
export const expectAccessible = async (page: Page, within = 'html') => {
  await page.evaluate(waitForAnimations)
  const forms = (await page.evaluate(elementSignatures)).map((form) => `${within} ${form}`)
  if (forms.every((form) => checkedElements.has(form))) return
  await expectNoViolations(page, within)
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
  await page.evaluate(waitForAnimations)
  await expectNoViolations(page, within, ['color-contrast'])
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  for (const form of forms) checkedElements.add(form)
}
const checkedElements = new Set<string>()

/** Structure of a page: position, tag, classes, role, states, parent and presence of text of each element. */
const elementSignatures = (): readonly string[] => {
  const comparedAttributes = new Set([
    'class',
    'role',
    'type',
    'aria-hidden',
    'aria-invalid',
    'aria-expanded',
    'aria-current',
  ])
  const formOf = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      comparedAttributes.has(name) ? `${name}=${value}` : name,
    )
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '')
    return `${element.tagName}[${attributes.sort().join(' ')}]${says ? 'says' : ''}`
  }
  const screen = location.pathname.replaceAll(/[\w-]*\d[\w-]*/g, ':id')
  const dialogs = [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent).join()
  const forms = [...document.querySelectorAll('body *')].map((element) => {
    const around = element.parentElement
    return `${innerWidth} ${screen} ${dialogs} ${around === null ? '' : formOf(around)} > ${formOf(element)}`
  })
  return [...new Set(forms)]
}

const expectNoViolations = async (page: Page, within: string, rules?: string[]) => {
  // the builder would send half a megabyte of axe twice, at each check
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) })
    .include(within)
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).setLegacyMode().analyze()
  const accessibilityErrors = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
  expect({ screen: page.url(), accessibilityErrors }).toEqual({ screen: page.url(), accessibilityErrors: [] })
}

/** Waits until finite transitions have ended, including those that follow others. */
const waitForAnimations = async () => {
  const ending = () =>
    document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  for (let moving = ending(); moving.length > 0; moving = ending()) {
    await Promise.allSettled(moving.map(({ finished }) => finished))
    await new Promise(requestAnimationFrame)
  }
}
