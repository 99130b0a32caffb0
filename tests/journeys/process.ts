import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Garbo as `npm start` runs it, on an empty folder: its own Postgres, its own key, screens built if they are not. */
export const startGarbo = async () => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-journey-'))
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['infrastructure/composition/main.ts'], { env })
  const ended = once(child, 'exit')
  let said = ''
  const address = new Promise<string>((resolve, reject) => {
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
    address: await address,
    /** The operator's command line, in the same folder. */
    operator: async (...words: readonly string[]) =>
      promisify(execFile)(process.execPath, ['infrastructure/composition/cli.ts', ...words], { env }),
    /** Every process it has started that is still there. */
    family: () => descendants(child.pid ?? 0),
    said: () => said,
    /** The exit code, once it is asked to end. */
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
    sweep: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Linux keeps the children of every thread. */
const descendants = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
    .map(Number)
    .flatMap((child) => [child, ...descendants(child)])

export const isThere = (pid: number) => existsSync(`/proc/${pid}`)
