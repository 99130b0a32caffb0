import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { canonicalPath, tryLock } from '../../../infrastructure/machine-lock.ts'
import { descendantPids, isRunning } from '../../journeys/sandbox.ts'
import { waitForExit } from '../../support/embedded-postgres.ts'
import { freePort } from '../../support/free-port.ts'

const homes: string[] = []
const newHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-dev-'))
  homes.push(home)
  return home
}
afterEach(() => homes.splice(0).forEach((home) => rmSync(home, { recursive: true, force: true })))

/** Starts `npm run dev`; kills it and its child processes when the test ends. */
const startDev = async (home: string) => {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['infrastructure/tooling/dev.ts', '--port', String(await freePort())], {
    detached: true,
    env: { PATH, HOME, GARBO_HOME: home, PORT: String(await freePort()), LOG_LEVEL: 'warn' },
  })
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const family = () => descendantPids(child.pid ?? 0)
  onTestFinished(() => {
    for (const pid of [...family(), child.pid ?? 0]) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return { child, exited, family, output: () => output }
}

describe('npm run dev', () => {
  it.each([
    ['as soon as the API has started', 1],
    ['while the API loads', 2],
  ])('ends the API if it is stopped %s', async (_, processes) => {
    const dev = await startDev(newHome())
    await vi.waitUntil(() => dev.family().length >= processes, { timeout: 30_000, interval: 5 })
    const family = dev.family()
    dev.child.kill('SIGTERM')
    expect((await dev.exited)[1]).toBeNull()
    await Promise.all(family.map(waitForExit))
    expect(dev.output()).not.toMatch(/Error/)
  })

  it('ends the API if the process that watches it is killed', { timeout: 90_000 }, async () => {
    const dev = await startDev(newHome())
    await vi.waitUntil(() => dev.output().includes('API is ready'), { timeout: 60_000 })
    const [watcher = 0, api = 0] = dev.family()
    process.kill(watcher, 'SIGKILL')
    await waitForExit(api)
    await dev.exited
  })

  it('ends with the reason, without a stack trace, if another Garbo uses the data folder', async () => {
    const home = newHome()
    mkdirSync(join(home, 'postgres'))
    const folder = canonicalPath(join(home, 'postgres'))
    const lock = await tryLock(folder)
    const dev = await startDev(home)
    expect(await dev.exited).toEqual([1, null])
    expect(dev.output()).toContain(
      `Another Garbo (process ${process.pid}) is using ${folder}: stop it or set GARBO_HOME\n`,
    )
    expect(dev.output()).not.toContain('    at ')
    await lock?.release()
  })
})
