import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ServerProcess {
  readonly address: string
  /** Sends SIGKILL to Garbo or to all processes of its Postgres; resolves when Garbo has exited. */
  readonly kill: (what: 'garbo' | 'postgres') => Promise<void>
  readonly stop: () => Promise<void>
}

const serverProgram = fileURLToPath(new URL('server.ts', import.meta.url))

/** Starts Garbo on a data folder and waits until it is ready. */
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
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await addressOf(child)
  await waitUntilReady(address)
  return {
    address,
    kill: async (what) => {
      if (what === 'garbo') child.kill('SIGKILL')
      else killTree(postmasterPid(home))
      await exited
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { address: string }).address))
    child.once('exit', (code) => reject(new Error(`Garbo exited with ${code} before it was ready`)))
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

/** Kills the postmaster first, so that it cannot restart its children. */
const killTree = (pid: number): void => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  process.kill(pid, 'SIGKILL')
  for (const child of children)
    try {
      process.kill(child, 'SIGKILL')
    } catch {
      // already exited with its parent
    }
}
