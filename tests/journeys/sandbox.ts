import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { waitForExit } from '../support/embedded-postgres.ts'
import { type ChromiumOptions, launchChromium } from './browser.ts'

/** Starts Garbo as `npm start` does, from an empty folder, with embedded Postgres and a new master key. */
export const startGarboProcess = async (settings: Readonly<Record<string, string>> = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-journey-'))
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, ['infrastructure/composition/main.ts'], { env })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const clear = () => rm(home, { recursive: true, force: true })
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /Garbo is ready: (\S+)/.exec(said)?.[1]
      if (ready !== undefined) resolve(ready)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then(() => reject(new Error(`Garbo did not start:\n${said}`)))
  }).catch(async (error: unknown) => {
    await clear()
    throw error
  })
  return {
    address,
    /** Runs an operator command in the same folder. */
    operator: (...words: readonly string[]) =>
      promisify(execFile)(process.execPath, ['infrastructure/cli/main.ts', ...words], { env }),
    /** Child processes that are still running. */
    family: () => descendantPids(child.pid ?? 0),
    /** Stops it gracefully; resolves to the exit code. */
    stop: async () => {
      child.kill('SIGTERM')
      const code = await exited
      await clear()
      return code
    },
    /** Kills it if necessary and removes its folder. */
    sweep: async () => {
      const family = descendantPids(child.pid ?? 0)
      child.kill('SIGKILL')
      await exited
      await Promise.all(family.map(waitForExit))
      await clear()
    },
  }
}

export const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

/** Linux lists child processes per thread. */
export const descendantPids = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
      .map(Number)
      .flatMap((child) => [child, ...descendantPids(child)])
  } catch {
    return []
  }
}

interface SandboxOptions extends ChromiumOptions {
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts Garbo from an empty folder and Chromium, with a new account for each name; everything is removed after the spec
 * file.
 */
export const startSandbox = async <Role extends string = never>(
  roles: readonly Role[] = [],
  { settings, ...browser }: SandboxOptions = {},
) => {
  const garbo = await startGarboProcess(settings)
  const opening = launchChromium(garbo.address, browser)
  const tearDown = async () => {
    await opening.then(
      (chromium) => chromium.close(),
      () => undefined,
    )
    await garbo.sweep()
  }
  afterAll(tearDown, 60_000)
  try {
    const chromium = await opening
    const pages = await Promise.all(roles.map(async (role) => [role, await chromium.newcomer()] as const))
    return { garbo, chromium, ...(Object.fromEntries(pages) as Readonly<Record<Role, Page>>) }
  } catch (error) {
    await tearDown()
    throw error
  }
}
