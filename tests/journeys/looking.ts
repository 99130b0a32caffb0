import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { expectNoBarrier, fitsItsWindow, hasFocus, patience } from './browser.ts'

const folder = 'docs/screens'
const windows = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
] as const

/**
 * What stands before somebody keeps nobody out, light or dark, and needs no scrolling sideways at a desk or on a telephone.
 * Where pictures are asked for (`SCREENS=1`), one of each is kept under this name.
 */
export const looksRight = async (page: Page, name: string) => {
  const seated = page.viewportSize()
  const dialog = page.getByRole('dialog')
  for (const size of windows) {
    await page.setViewportSize(size)
    await expect.poll(() => page.getByText(texts.kit.loading).count(), patience).toBe(0)
    await fitsItsWindow(page)
    if ((await dialog.count()) > 0) await fitsItself(dialog)
    expect(await page.evaluate(tabsOutOfSight), name).toEqual([])
    await keeps(page, `${name}-${size.width}`, (await dialog.count()) === 0)
  }
  await expectNoBarrier(page, (await dialog.count()) > 0 ? '[role="dialog"]' : undefined)
  if (seated !== null) await page.setViewportSize(seated)
}

const fitsItself = async (dialog: Locator) => {
  const wider = () => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  await expect.poll(wider, { ...patience, message: 'a dialog is wider than its window' }).toBe(0)
}

const keeps = async (page: Page, name: string, fullPage: boolean) => {
  if (process.env['SCREENS'] !== '1') return
  mkdirSync(folder, { recursive: true })
  await page.evaluate(async () => {
    for (const toast of document.querySelectorAll<HTMLElement>('[data-toast] button')) toast.click()
    scrollTo(0, 0)
    // the bar of a telephone takes no room
    document.documentElement.style.scrollbarGutter = 'auto'
    await document.fonts.ready
  })
  const picture = await page.screenshot({ fullPage })
  await sharp(picture).png({ palette: true, colours: 128, effort: 8 }).toFile(`${folder}/${name}.png`)
}

/** Of the chosen tabs, those a narrow list has cut off. */
const tabsOutOfSight = () =>
  [...document.querySelectorAll('[role="tab"][aria-selected="true"]')]
    .filter((tab) => {
      const list = tab.closest('[role="tablist"]')
      return list !== null && tab.getBoundingClientRect().right > list.getBoundingClientRect().right
    })
    .map(({ textContent }) => textContent)

/** Opens the dialog behind a button with the keyboard. */
export const opensByKey = async (page: Page, button: Locator, title: string): Promise<Locator> => {
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  return dialog
}

/** Escape closes what that button opened, and the focus is back on it. */
export const leavesByKey = async (page: Page, button: Locator) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(button), patience).toBe(true)
}
