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
import { launchChromium } from './browser.ts'

/** Garbo as `npm start` runs it, from an empty folder: its own Postgres, its own key, screens built if they are not. */
export const startGarboProcess = async (settings: Readonly<Record<string, string>> = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-journey-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn', ...settings }
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
    /** The operator's command line, in the same folder. */
    operator: (...words: readonly string[]) =>
      promisify(execFile)(process.execPath, ['infrastructure/cli/main.ts', ...words], { env }),
    /** Every process it has started that is still there. */
    family: () => descendantPids(child.pid ?? 0),
    /** Asks it to end; its exit code. */
    stop: async () => {
      child.kill('SIGTERM')
      const code = await exited
      await clear()
      return code
    },
    /** Ends it whatever has happened, and leaves nothing behind. */
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

/** Linux keeps the children of every thread. */
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

interface SandboxOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Of Chromium. */
  readonly switches?: readonly string[]
}

/**
 * A Garbo started from an empty folder and a Chromium before it, with a newcomer for each role; all of it goes when the
 * file is through.
 */
export const startSandbox = async <Role extends string = never>(
  roles: readonly Role[] = [],
  { settings, switches }: SandboxOptions = {},
) => {
  const garbo = await startGarboProcess(settings)
  const opening = launchChromium(garbo.address, switches)
  const strike = async () => {
    await opening.then(
      (chromium) => chromium.close(),
      () => undefined,
    )
    await garbo.sweep()
  }
  afterAll(strike, 60_000)
  try {
    const chromium = await opening
    const cast = await Promise.all(roles.map(async (role) => [role, await chromium.newcomer()] as const))
    return { garbo, chromium, ...(Object.fromEntries(cast) as Readonly<Record<Role, Page>>) }
  } catch (error) {
    await strike()
    throw error
  }
}
