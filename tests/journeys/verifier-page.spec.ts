import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testArchives, zipOf } from '../support/audit/test-archive.ts'
import { expectAccessible, expectNoHorizontalScroll, launchChromium } from './browser.ts'

let chromium: Awaited<ReturnType<typeof launchChromium>>
let page: Page
let files: Map<string, Uint8Array>
let folder = ''
const requests: string[] = []
beforeAll(async () => {
  chromium = await launchChromium('http://localhost')
  files = await (await testArchives()).build()
  folder = await mkdtemp(join(tmpdir(), 'garbo-verifier-'))
  const path = join(folder, 'verifica.html')
  await writeFile(path, files.get('verifica.html') ?? '')
  page = await chromium.newcomer()
  page.on('request', (request) => requests.push(request.url()))
  await page.context().setOffline(true)
  await page.goto(pathToFileURL(path).href)
})
afterAll(async () => {
  await chromium.close()
  await rm(folder, { recursive: true })
})

const choose = async (content: ReadonlyMap<string, Uint8Array>) =>
  page.locator('input').setInputFiles({
    name: 'garbo-caso.zip',
    mimeType: 'application/zip',
    buffer: await zipOf(content),
  })
const verdict = (words: string) => page.getByRole('heading', { level: 2, name: words }).waitFor()

describe('D-61: verifica.html, opened from the disk without a network', () => {
  it('says in Italian what holds, in light and dark, on a small screen', async () => {
    await choose(files)
    await verdict('✓ Corrisponde, se le chiavi in keys.json sono quelle di Garbo.')
    await page.getByText('6 eventi sono nel registro, al posto indicato.').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoHorizontalScroll(page)
  })

  it('names the file that changed', async () => {
    await choose(new Map(files).set('opened.json', Buffer.from('[]')))
    await verdict('✗ Qualcosa NON corrisponde.')
    await page.getByText('opened.json: è cambiato').waitFor()
    await expectAccessible(page)
  })

  it('loads nothing but itself', () => {
    expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([
      expect.stringMatching(/^file:.*verifica\.html$/),
    ])
    expect(chromium.consoleErrors()).toEqual([])
  })
})
