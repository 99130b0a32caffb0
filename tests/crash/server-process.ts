import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ServerProcess {
  readonly address: string
  /** SIGKILL, to Garbo or to its Postgres with all its processes; resolves when Garbo is gone. */
  readonly kill: (what: 'garbo' | 'postgres') => Promise<void>
  readonly stop: () => Promise<void>
}

const serverProgram = fileURLToPath(new URL('server.ts', import.meta.url))

/** Starts Garbo on a folder and waits until it may be sent work. */
export const startServerProcess = async (home: string): Promise<ServerProcess> => {
  const env = {
    ...process.env,
    GARBO_HOME: home,
    PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    REVIEW_INTERVAL_DAYS: '0',
  }
  const child = fork(serverProgram, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await addressOf(child)
  await waitUntilReady(address)
  return {
    address,
    kill: async (what) => {
      if (what === 'garbo') child.kill('SIGKILL')
      else killTree(postmasterPid(home))
      await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { address: string }).address))
    child.once('exit', (code) => reject(new Error(`Garbo ended with ${code} before it was up`)))
  })

const waitUntilReady = async (address: string): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Garbo did not become ready')
}

const postmasterPid = (home: string) =>
  Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** The postmaster first, so that it cannot start anything in place of what dies. */
const killTree = (pid: number): void => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  process.kill(pid, 'SIGKILL')
  for (const child of children)
    try {
      process.kill(child, 'SIGKILL')
    } catch {
      // it went with its parent
    }
}
