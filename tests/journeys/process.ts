import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gone } from '../support/embedded.ts'

/** Garbo as `npm start` runs it, from an empty folder: its own Postgres, its own key, screens built if they are not. */
export const startGarbo = async (settings: Readonly<Record<string, string>> = {}) => {
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
      promisify(execFile)(process.execPath, ['infrastructure/composition/cli.ts', ...words], { env }),
    /** Every process it has started that is still there. */
    family: () => descendants(child.pid ?? 0),
    /** Asks it to end; its exit code. */
    stop: async () => {
      child.kill('SIGTERM')
      const code = await exited
      await clear()
      return code
    },
    /** Ends it whatever has happened, and leaves nothing behind. */
    sweep: async () => {
      const family = descendants(child.pid ?? 0)
      child.kill('SIGKILL')
      await exited
      await Promise.all(family.map(gone))
      await clear()
    },
  }
}

export const isThere = (pid: number) => existsSync(`/proc/${pid}`)

/** Linux keeps the children of every thread. */
const descendants = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
      .map(Number)
      .flatMap((child) => [child, ...descendants(child)])
  } catch {
    return []
  }
}
