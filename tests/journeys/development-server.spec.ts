import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitForExit } from '../support/embedded-postgres.ts'
import { freePort } from '../support/free-port.ts'
import { scratchCheckout } from '../support/scratch-checkout.ts'
import { galleryTexts } from '../../web/app/pages/dev/gallery/gallery.texts.ts'
import { homeTexts } from '../../web/app/pages/marketing/landing.texts.ts'
import { launchChromium } from './browser.ts'
import { descendantPids, isRunning } from './sandbox.ts'

const checkout = scratchCheckout(
  'domain',
  'application',
  'projections',
  'infrastructure',
  'web',
  '*.json',
  '*.config.ts',
)
const [apiPort, webPort] = [await freePort(), await freePort()]
const address = `http://localhost:${webPort}`
const { PATH, HOME } = process.env

/** In its own process group, as a terminal starts it. */
const dev = spawn(process.execPath, ['infrastructure/tooling/dev.ts', '--port', String(webPort)], {
  cwd: checkout.folder,
  detached: true,
  env: { PATH, HOME, PORT: String(apiPort), LOG_LEVEL: 'warn' },
})
const exited = once(dev, 'exit')
let output = ''
for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
const readyCount = () => output.split('API is ready').length - 1
const lastLine = () => output.trimEnd().split('\n').at(-1)

const edit = (file: string, from: string, to: string) => {
  const path = join(checkout.folder, file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(from)) throw new Error(`${file} does not contain ${from}`)
  writeFileSync(path, source.replace(from, to))
}

let chromium: Awaited<ReturnType<typeof launchChromium>>
let page: Page
beforeAll(async () => {
  chromium = await launchChromium(address)
  page = await chromium.newcomer()
  await vi.waitUntil(() => readyCount() === 1, { timeout: 120_000 })
}, 180_000)
afterAll(async () => {
  await chromium.close()
  const family = descendantPids(dev.pid ?? 0)
  if (dev.exitCode === null) dev.kill('SIGKILL')
  for (const pid of family) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  await Promise.all(family.map(waitForExit))
  checkout.remove()
}, 60_000)

const ruleSets = async () => {
  const response = await page.request.get('/api/ava/rules')
  return { status: response.status(), body: await response.text() }
}

describe('npm run dev', { timeout: 180_000 }, () => {
  it('ends its start with the address to open in a browser', async () => {
    await expect.poll(lastLine).toBe(`Open ${address}`)
    expect(output).toContain(`API is ready: http://localhost:${apiPort}\n`)
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: homeTexts.title }).waitFor()
  })

  it('shows an edited screen without reloading the page', async () => {
    // Messages of the previous page could be mistaken for those of the gallery.
    await page.goto('about:blank')
    const connected = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('[vite] connected'),
      timeout: 60_000,
    })
    await page.goto('/gallery')
    await page.getByRole('heading', { level: 1, name: galleryTexts.title }).waitFor()
    await connected
    await page.evaluate(() => (document.body.dataset['before'] = 'the edit'))
    edit('web/app/pages/dev/gallery/gallery.texts.ts', galleryTexts.title, 'Galleria modificata')
    await page.getByRole('heading', { level: 1, name: 'Galleria modificata' }).waitFor({ timeout: 60_000 })
    expect(await page.evaluate(() => document.body.dataset['before'])).toBe('the edit')
  })

  it('restarts the API with an edited domain file; calls wait for it', async () => {
    const before = await ruleSets()
    expect(before).toMatchObject({ status: 200, body: expect.stringContaining('"firstStay":5') as unknown })
    edit('domain/ava/rules.ts', 'firstStay: 5', 'firstStay: 6')
    await expect.poll(readyCount, { timeout: 60_000 }).toBe(2)
    await expect.poll(lastLine).toBe(`Open ${address}`)
    expect((await ruleSets()).body).toContain('"firstStay":6')
  })

  it('sends links and accepts writes under the address of the web app', async () => {
    const headers = { origin: address }
    const login = await page.request.post('/api/auth/login', { headers, data: { username: 'nessuno', password: 'x' } })
    expect(login.status()).toBe(401)
    const elsewhere = await page.request.post('/api/auth/login', {
      headers: { origin: 'http://localhost:1' },
      data: {},
    })
    expect(elsewhere.status()).toBe(403)
  })

  it('ends the API and its Postgres with Ctrl-C', async () => {
    const family = descendantPids(dev.pid ?? 0)
    expect(family.length).toBeGreaterThanOrEqual(3)
    process.kill(-(dev.pid ?? 0), 'SIGINT')
    expect(await exited).toEqual([0, null])
    await Promise.all(family.map(waitForExit))
    expect(output).not.toMatch(/Error/)
  })
})
