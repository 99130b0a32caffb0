import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { expectToast, pageTimeout, tabTo, waitForPage } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { registerBusiness, registerClient } from './steps.ts'
import { advertisementTexts } from '../../web/app/features/promotion/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'garbo-ads-'))
const names = [
  'Degustazione per due',
  'Weekend alle terme',
  'Trekking in Maremma',
  'Corso di pasta fresca',
  'In barca',
  'Spa',
]
const entries = names.map((name, n) => ({
  linkId: `ad-${n}`,
  advertiserName: n % 2 === 0 ? 'Cantina Bellavista' : 'Terme dei Papi e Consorzio Benessere della Tuscia',
  name,
  description: 'Cinque vini e un tagliere di salumi nel cuore del Chianti, ogni sabato fino a settembre.',
  clickUrl: `https://offerte.example/${n}`,
  priority: 10 - n,
  htmlLinks: '<b>mai mostrato</b>',
  ...(n % 2 === 0 ? { price: 49.9 + n, promotionType: 'Sconto del dieci per cento', couponCode: 'CHIANTI10' } : {}),
}))

const { garbo, chromium, business, guest } = await startSandbox(['business', 'guest'])
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const importAds = async (what: readonly object[]) => {
  const file = join(folder, 'ads.json')
  writeFileSync(file, JSON.stringify(what))
  return (await garbo.operator('ads', 'import', file)).stdout.trim()
}

describe('sponsored offers', { timeout: 240_000 }, () => {
  it('T-175, R-55: the dashboard says that there are none before the first import', async () => {
    await registerBusiness(business, { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' })
    await business
      .getByRole('region', { name: advertisementTexts.sponsored })
      .getByText(advertisementTexts.empty)
      .waitFor()
    expect(await importAds(entries)).toBe('6 published, 0 revised, 0 withdrawn, 0 unchanged.')
  })

  it('R-55, C-20: a business sees the first three', async () => {
    await business.reload()
    await waitForPage(business, dashboardTexts.title)
    const block = business.getByRole('region', { name: advertisementTexts.sponsored })
    await block.getByRole('link', { name: names[0] ?? '' }).waitFor()
    expect(await block.getByRole('listitem').count()).toBe(3)
    await checkScreen(business, 'advertisements-business')
  })

  it('R-65, R-66, C-20, B-12: a client sees six, two of them large, and the side card', async () => {
    await registerClient(guest, { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' })
    const banner = guest.getByRole('region', { name: advertisementTexts.banner })
    await banner.getByRole('link', { name: names[5] ?? '' }).waitFor()
    expect(await guest.getByRole('region', { name: advertisementTexts.sponsored }).getByRole('listitem').count()).toBe(
      3,
    )
    expect(await guest.getByText('mai mostrato').count()).toBe(0)
    await checkScreen(guest, 'advertisements-client')
  })

  it('A-32, A-68: an offer opened by keyboard gets a tab without opener or referrer, and the click is counted', async () => {
    await guest
      .context()
      .route('https://offerte.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Offerta</title>' }),
      )
    const link = guest
      .getByRole('region', { name: advertisementTexts.banner })
      .getByRole('link', { name: names[0] ?? '' })
    await link.focus()
    const [opened] = await Promise.all([guest.context().waitForEvent('page'), guest.keyboard.press('Enter')])
    await opened.waitForLoadState()
    expect(opened.url()).toBe('https://offerte.example/0')
    expect(await opened.evaluate(() => [globalThis.opener, document.referrer])).toEqual([null, ''])
    await opened.close()
    const counted = async () => /ad-0.*true.*\b1\b/.test((await garbo.operator('ads', 'list')).stdout)
    await expect.poll(counted, { timeout: 60_000 }).toBe(true)
  })

  it('R-55: an offer dismissed by keyboard stays dismissed after a reload', async () => {
    const banner = guest.getByRole('region', { name: advertisementTexts.banner })
    const button = banner.getByRole('button', { name: advertisementTexts.dismiss(names[0] ?? '') })
    await banner.getByRole('link', { name: names[0] ?? '' }).focus()
    await tabTo(guest, button)
    await guest.keyboard.press('Enter')
    await expectToast(guest, advertisementTexts.dismissed)
    await tabTo(guest, banner.getByRole('link', { name: names[1] ?? '' }))
    await guest.reload()
    await waitForPage(guest, dashboardTexts.client.title('Ana Bianchi'))
    await banner.getByRole('link', { name: names[1] ?? '' }).waitFor()
    expect(await banner.getByRole('link', { name: names[0] ?? '' }).count()).toBe(0)
  })

  it('R-65, A-67: a withdrawn offer disappears within a minute without a reload', async () => {
    await guest.clock.install()
    await guest.reload()
    await waitForPage(guest, dashboardTexts.client.title('Ana Bianchi'))
    const banner = guest.getByRole('region', { name: advertisementTexts.banner })
    await banner.getByRole('link', { name: names[3] ?? '' }).waitFor()
    expect(await importAds(entries.slice(0, 3))).toBe('0 published, 0 revised, 3 withdrawn, 3 unchanged.')
    await guest.clock.fastForward('01:00')
    await banner.getByRole('link', { name: names[3] ?? '' }).waitFor({ state: 'detached' })
    await expect.poll(() => banner.getByRole('listitem').count(), pageTimeout).toBe(2)
  })

  it('no page logs an error', () => {
    expect(chromium.consoleErrors()).toEqual([])
  })
})
