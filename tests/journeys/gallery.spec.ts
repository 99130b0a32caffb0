import { describe, expect, it } from 'vitest'
import { chartTexts } from '../../web/app/components/charts/texts.ts'
import { addressTexts } from '../../web/app/components/address-autocomplete.texts.ts'
import { galleryTexts } from '../../web/app/pages/dev/gallery/gallery.texts.ts'
import { homeTexts } from '../../web/app/pages/marketing/landing.texts.ts'
import {
  clickButton,
  expectAccessible,
  expectNoHorizontalScroll,
  expectToast,
  pageTimeout,
  waitForPage,
} from './browser.ts'
import { builtFileOf } from './built-files.ts'
import { startSandbox } from './sandbox.ts'

const { chromium, developer } = await startSandbox(['developer'], { settings: { COMPONENT_GALLERY: 'on' } })

const openGallery = async () => {
  await developer.goto('/gallery')
  await developer.getByRole('heading', { level: 1, name: galleryTexts.title }).waitFor()
}
const chart = (title: string) => developer.getByRole('figure', { name: title, exact: true })
const background = () => developer.evaluate(() => getComputedStyle(document.body).backgroundColor)

describe('the gallery', { timeout: 180_000 }, () => {
  it('is not part of the first page', async () => {
    const loaded: string[] = []
    developer.on('request', (request) => loaded.push(request.url()))
    await developer.goto('/')
    await waitForPage(developer, homeTexts.title)
    const gallery = builtFileOf('pages/dev/gallery/GalleryPage.tsx')
    expect(loaded.filter((url) => url.endsWith(gallery))).toEqual([])
    await openGallery()
    expect(loaded.filter((url) => url.endsWith(gallery))).toHaveLength(1)
  })

  it.each([1280, 360])('is accessible in light and dark at %d px', async (width) => {
    await developer.setViewportSize({ width, height: 900 })
    await openGallery()
    await expectNoHorizontalScroll(developer)
    await expectAccessible(developer)
  })

  it('shows the colours that the developer chooses, whatever the system prefers', async () => {
    await developer.emulateMedia({ colorScheme: 'dark' })
    await openGallery()
    const dark = await background()
    await developer.getByLabel(galleryTexts.schemes.light).check()
    const light = await background()
    expect(light).not.toBe(dark)
    await developer.emulateMedia({ colorScheme: 'light' })
    await developer.getByLabel(galleryTexts.schemes.dark).check()
    expect(await background()).toBe(dark)
    await developer.getByLabel(galleryTexts.schemes.system).check()
    expect(await background()).toBe(light)
  })

  it('opens accessible dialogs and shows toasts', async () => {
    await openGallery()
    for (const name of ['Dialog, DialogActions', 'ReasonDialog', 'PhotoPicker'])
      for (const button of await developer.getByRole('region', { name, exact: true }).getByRole('button').all()) {
        await button.click()
        await developer.getByRole('dialog').waitFor()
        await expectAccessible(developer, '[role=dialog]')
        await developer.keyboard.press('Escape')
        await developer.getByRole('dialog').waitFor({ state: 'detached' })
      }
    await clickButton(developer, 'Mostra un avviso')
    await expectToast(developer, 'Modifiche salvate')
    await clickButton(developer, 'Mostra un errore')
    await expectToast(developer, 'Il salvataggio non è riuscito.')
    await expectAccessible(developer, '[data-toast]')
  })

  it('loads the drawings shortly before they are visible', async () => {
    const drawings: string[] = []
    const file = builtFileOf('components/charts/drawings.tsx')
    developer.on('request', (request) => request.url().endsWith(file) && drawings.push(request.url()))
    await developer.goto('/')
    await waitForPage(developer, homeTexts.title)
    expect(drawings).toEqual([])
    await openGallery()
    expect(drawings).toEqual([])
    await chart('Casi per giorno').scrollIntoViewIfNeeded()
    await chart('Casi per giorno').getByRole('application').waitFor()
    expect(drawings).toHaveLength(1)
    for (const name of ['LineChart', 'BarChart']) await expectAccessible(developer, `section[aria-label=${name}]`)
  })

  it.each([
    ['Punteggio nel tempo', '10 giugno 2026, Punteggio: 4,2, Periodo escluso dal punteggio', '1 giugno 2026'],
    ['Risposte', 'Risposte date, Questo periodo: 30, Periodo precedente: 12', 'Recensioni ricevute'],
    ['Casi per giorno', 'mar 3, Aperti: 7, Decisi: 8', 'lun 2'],
  ])('reads the values of %s with the arrow keys', async (title, second, first) => {
    await openGallery()
    const drawing = chart(title).getByRole('application', { name: title, exact: true })
    await chart(title).scrollIntoViewIfNeeded()
    await drawing.focus()
    const announced = () => chart(title).locator('[aria-live=polite]').textContent()
    for (const [next, back] of [
      ['ArrowRight', 'ArrowLeft'],
      ['ArrowDown', 'ArrowUp'],
    ] as const) {
      await developer.keyboard.press(next)
      await expect.poll(announced, pageTimeout).toBe(second)
      await developer.keyboard.press(back)
      await expect.poll(announced, pageTimeout).toMatch(new RegExp(`^${first}`))
    }
    expect(await drawing.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  })

  it('prints a chart without its controls and with its table, within the page', async () => {
    await openGallery()
    const figure = chart('Punteggio nel tempo')
    await figure.scrollIntoViewIfNeeded()
    await figure.getByRole('application').waitFor()
    expect(await figure.getByRole('table').isVisible()).toBe(false)
    await developer.emulateMedia({ media: 'print' })
    expect(await figure.getByRole('table').isVisible()).toBe(true)
    expect(await figure.getByRole('application').isVisible()).toBe(true)
    expect(await figure.getByRole('button', { name: chartTexts.table }).isVisible()).toBe(false)
    const line = figure.locator('path.recharts-line-curve')
    expect(await line.evaluate((path) => getComputedStyle(path).stroke)).toBe('rgb(0, 0, 0)')
    await developer.setViewportSize({ width: 700, height: 900 })
    await expectNoHorizontalScroll(developer)
    await developer.emulateMedia({ media: null })
    await developer.setViewportSize({ width: 1280, height: 900 })
  })

  it('suggests an address, confirms it, and shows a failed search', async () => {
    await openGallery()
    await developer.getByRole('combobox', { name: 'Indirizzo', exact: true }).fill('via del corso')
    const suggestion = developer.getByRole('region', { name: 'AddressAutocomplete' }).getByRole('option')
    await suggestion.waitFor()
    await expectAccessible(developer, 'section[aria-label=AddressAutocomplete]')
    await suggestion.click()
    await developer.getByText(addressTexts.confirmed('Via del Corso 12, 00186 Roma RM')).waitFor()
    await developer.getByLabel('Indirizzo di spedizione').fill('via del corso')
    await developer.getByText(addressTexts.searchFailed).waitFor()
    await expectAccessible(developer, 'section[aria-label=AddressAutocomplete]')
  })

  it('is checked again after each change of the page', async () => {
    await openGallery()
    await expectAccessible(developer)
    const violations = (...ids: readonly string[]) => ({
      actual: { accessibilityErrors: ids.map((id): unknown => expect.objectContaining({ id })) },
    })
    await developer.evaluate(() => document.querySelector('main')?.append(new Image()))
    await expect(expectAccessible(developer)).rejects.toMatchObject(violations('image-alt'))
    await developer.evaluate(() => {
      const pale = Object.assign(document.createElement('p'), { textContent: 'Ciao' })
      Object.assign(pale.style, { color: '#eee', background: '#fff' })
      document.querySelector('main')?.append(pale)
    })
    await expect(expectAccessible(developer)).rejects.toMatchObject(violations('color-contrast', 'image-alt'))
  })

  it('logs no error', () => expect(chromium.consoleErrors()).toEqual([]))
})
