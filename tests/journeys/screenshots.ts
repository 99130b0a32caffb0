import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll, hasFocus, pageTimeout } from './browser.ts'
import { componentTexts } from '../../web/app/components/texts.ts'

const screenshotFolder = 'docs/screens'
const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
] as const

/**
 * Checks the current page for accessibility in light and dark and for horizontal scrolling on desktop and phone. With
 * `SCREENS=1` it also saves a screenshot of each under the given name.
 */
export const checkScreen = async (page: Page, name: string) => {
  const initialSize = page.viewportSize()
  const dialog = page.getByRole('dialog')
  for (const size of viewports) {
    await page.setViewportSize(size)
    await expect.poll(() => page.getByText(componentTexts.loading).count(), pageTimeout).toBe(0)
    await expectNoHorizontalScroll(page)
    if ((await dialog.count()) > 0) await expectDialogFits(dialog)
    expect(await page.evaluate(clippedTabs), name).toEqual([])
    await saveScreenshot(page, `${name}-${size.width}`, (await dialog.count()) === 0)
  }
  await expectAccessible(page, (await dialog.count()) > 0 ? '[role="dialog"]' : undefined)
  if (initialSize !== null) await page.setViewportSize(initialSize)
}

const expectDialogFits = async (dialog: Locator) => {
  const wider = () => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  await expect.poll(wider, { ...pageTimeout, message: 'a dialog is wider than its window' }).toBe(0)
}

const saveScreenshot = async (page: Page, name: string, fullPage: boolean) => {
  if (process.env['SCREENS'] !== '1') return
  mkdirSync(screenshotFolder, { recursive: true })
  await page.evaluate(async () => {
    for (const toast of document.querySelectorAll<HTMLElement>('[data-toast] button')) toast.click()
    scrollTo(0, 0)
    // scrollbars of phones overlay the page
    document.documentElement.style.scrollbarGutter = 'auto'
    await document.fonts.ready
  })
  const picture = await page.screenshot({ fullPage })
  await sharp(picture).png({ palette: true, colours: 128, effort: 8 }).toFile(`${screenshotFolder}/${name}.png`)
}

/** Selected tabs that a narrow list cuts off. */
const clippedTabs = () =>
  [...document.querySelectorAll('[role="tab"][aria-selected="true"]')]
    .filter((tab) => {
      const list = tab.closest('[role="tablist"]')
      return list !== null && tab.getBoundingClientRect().right > list.getBoundingClientRect().right
    })
    .map(({ textContent }) => textContent)

/** Opens the dialog of a button with the keyboard. */
export const openDialogByKeyboard = async (page: Page, button: Locator, title: string): Promise<Locator> => {
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  return dialog
}

/** Closes the dialog with Escape; the focus returns to its button. */
export const closeDialogByKeyboard = async (page: Page, button: Locator) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(button), pageTimeout).toBe(true)
}
