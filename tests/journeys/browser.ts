import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { texts } from '../../web/app/texts.ts'

/** How long a person on a busy machine waits. */
const patience = 15_000
const telephone = { width: 360, height: 780 }
const desk = { width: 1280, height: 900 }

/** One Chromium; everybody in it has a browser of their own. */
export const openChromium = async (address: string) => {
  const chrome = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const troubles: string[] = []
  return {
    newcomer: async (): Promise<Page> => {
      const italian = { locale: 'it-IT', timezoneId: 'Europe/Rome', reducedMotion: 'reduce' } as const
      const context = await chrome.newContext({ ...italian, baseURL: address, viewport: desk })
      context.setDefaultTimeout(patience)
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => troubles.push(message))
      page.on('console', (line) => {
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) troubles.push(line.text())
      })
      return page
    },
    /** What the pages complained of, refused calls aside. */
    troubles: (): readonly string[] => troubles,
    close: () => chrome.close(),
  }
}

/** The screen is there, has read what it shows, and keeps nobody out. */
export const sees = async (page: Page, title: string) => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await expect.poll(() => page.getByText(texts.kit.loading).count(), { timeout: patience }).toBe(0)
  await expectNoBarrier(page)
}

/** A toast says it. */
export const hears = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()

/** Goes there by the main navigation. */
export const walksTo = async (page: Page, place: string, title = place) => {
  const navigation = page.getByRole('navigation', { name: texts.shell.mainNavigation })
  await navigation.getByRole('link', { name: place, exact: true }).click()
  await sees(page, title)
}

/** Opens the dialog behind a button. */
export const opens = async (page: Page, button: string, title: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  await expectNoBarrier(page)
  return dialog
}

/** On a telephone everything is there without scrolling sideways. */
export const expectToFitATelephone = async (page: Page, path: string, title: string) => {
  await page.setViewportSize(telephone)
  await page.goto(path)
  await sees(page, title)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect({ path, overflow }).toEqual({ path, overflow: 0 })
}

const expectNoBarrier = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const barriers = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = barriers.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
  expect({ screen: page.url(), barriers: found }).toEqual({ screen: page.url(), barriers: [] })
}
