import { describe, expect, it } from 'vitest'
import { componentTexts } from '../../web/app/components/texts.ts'
import { galleryTexts } from '../../web/app/pages/dev/gallery/gallery.texts.ts'
import { expectAccessible, expectToast, hasFocus, pageTimeout, tabTo } from './browser.ts'
import { startSandbox } from './sandbox.ts'

const { chromium, visitor } = await startSandbox(['visitor'], { settings: { COMPONENT_GALLERY: 'on' } })

const message = 'Il salvataggio non è riuscito.'
const toast = visitor.locator('[data-toast] li')
const dismissButton = toast.getByRole('button', { name: componentTexts.dismiss })
const showButton = visitor.getByRole('button', { name: 'Mostra un errore' })

/** Opens the gallery and focuses the button that shows a toast. */
const openGallery = async () => {
  await visitor.goto('/gallery')
  await visitor.getByRole('heading', { level: 1, name: galleryTexts.title }).waitFor()
  await showButton.focus()
}

const showToast = async () => {
  await visitor.keyboard.press('Enter')
  await expectToast(visitor, message)
}

/** Collects the texts of live regions, which a screen reader announces. */
const recordAnnouncements = () =>
  visitor.evaluate(() => {
    const announced = new Set<string>()
    Object.assign(globalThis, { announced })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status][aria-live]'))
        announced.add(region.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
const announcements = () =>
  visitor.evaluate(() => [...(globalThis as unknown as { readonly announced: ReadonlySet<string> }).announced])

/** Names of the elements that the next presses of Tab reach. */
const tabStops = async (count: number): Promise<readonly string[]> => {
  const stops: string[] = []
  for (let tabs = 0; tabs < count; tabs++) {
    await visitor.keyboard.press('Tab')
    stops.push(await visitor.evaluate(() => document.activeElement?.textContent ?? ''))
  }
  return stops
}

describe('a toast', { timeout: 120_000 }, () => {
  it('R-38: is announced and leaves the focus where it is', async () => {
    await openGallery()
    await recordAnnouncements()
    await showToast()
    const announcement = `${componentTexts.toast} ${componentTexts.error}${message}`
    await expect.poll(announcements, pageTimeout).toContain(announcement)
    expect(await hasFocus(showButton)).toBe(true)
  })

  it('does not change the Tab order of the page', async () => {
    await openGallery()
    const before = await tabStops(3)
    await openGallery()
    await showToast()
    expect(await tabStops(3)).toEqual(before)
    expect(before.every((name) => name !== '')).toBe(true)
    expect(await toast.isVisible()).toBe(true)
  })

  it('is reached with F8, stays while it has the focus, and is dismissed by keyboard', async () => {
    await openGallery()
    await showToast()
    await visitor.keyboard.press('F8')
    await tabTo(visitor, dismissButton)
    await visitor.waitForTimeout(6_000)
    expect(await hasFocus(dismissButton)).toBe(true)
    await visitor.keyboard.press('Enter')
    await toast.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(showButton), pageTimeout).toBe(true)
  })

  it('is dismissed with Escape while it has the focus', async () => {
    await openGallery()
    await showToast()
    await visitor.keyboard.press('F8')
    await tabTo(visitor, dismissButton)
    await visitor.keyboard.press('Escape')
    await toast.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(showButton), pageTimeout).toBe(true)
  })

  it('is accessible in light and dark', async () => {
    await openGallery()
    await showToast()
    await visitor.keyboard.press('F8')
    await expectAccessible(visitor, '[data-toast]')
  })

  it('logs no error', () => expect(chromium.consoleErrors()).toEqual([]))
})
