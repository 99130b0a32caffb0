import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Garbo as `npm start` runs it, from an empty folder: its own Postgres, its own key, screens built if they are not. */
export const startGarbo = async (settings: Readonly<Record<string, string>> = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-journey-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, ['infrastructure/composition/main.ts'], { env })
  const ended = once(child, 'exit').then(([code]) => {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    return code as number | null
  })
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /Garbo is ready: (\S+)/.exec(said)?.[1]
      if (ready !== undefined) resolve(ready)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`Garbo did not start:\n${said}`)))
  })
  return {
    address,
    /** The operator's command line, in the same folder. */
    operator: (...words: readonly string[]) =>
      promisify(execFile)(process.execPath, ['infrastructure/composition/cli.ts', ...words], { env }),
    /** Every process it has started that is still there. */
    family: () => descendants(child.pid ?? 0),
    /** Asks it to end; its exit code. */
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    /** Ends it whatever has happened. */
    sweep: async () => {
      child.kill('SIGKILL')
      await ended
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
