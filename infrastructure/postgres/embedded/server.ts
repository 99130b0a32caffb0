import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries, RunAs } from './programs.ts'

export interface Server {
  readonly port: number
  readonly pid: number
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
}

interface ServerOptions {
  readonly port?: number
  readonly settings?: readonly string[]
}

/** Resolves when the server accepts connections, however long crash recovery takes. */
export const startServer = async (
  binaries: Binaries,
  runAs: RunAs,
  dir: string,
  { port, settings = [] }: ServerOptions,
): Promise<Server> => {
  for (let tries = 1; ; tries++) {
    const chosenPort = port ?? (await freePort())
    try {
      return await launch(binaries, runAs, dir, chosenPort, settings)
    } catch (error) {
      if (port !== undefined || tries === 5 || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** No Unix socket: socket paths are limited to 107 bytes, and the folder's path may be longer. */
const fixedSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']

const launch = async (
  { postgres }: Binaries,
  runAs: RunAs,
  dir: string,
  port: number,
  settings: readonly string[],
): Promise<Server> => {
  const allSettings = [...fixedSettings, ...settings].flatMap((one) => ['-c', one])
  const { file, args, options } = runAs.command(postgres, ['-D', dir, '-p', `${port}`, ...allSettings])
  // detached: Ctrl-C must not reach Postgres before Garbo has shut down
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const { ended } = await whenReady(child)
  return { port, pid: child.pid ?? 0, ended, stop: () => stopServer(child, ended) }
}

/** Waits until the server is ready; rejects with its log output if it exits first. */
const whenReady = async (child: ChildProcess): Promise<{ readonly ended: Promise<string> }> => {
  let log = ''
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(log))
  })
  const ready = new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-8_000)
      if (log.includes('ready to accept connections')) resolve(true)
    })
  })
  if (await Promise.race([ready, ended.then(() => false)])) return { ended }
  throw new Error(`Postgres did not start: ${log}`)
}

/** After this time a graceful stop becomes an immediate one, and the next start recovers. */
const stopTimeoutMs = 4_000

const stopServer = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  child.kill('SIGINT')
  const immediateStop = pause(stopTimeoutMs, undefined, { ref: false }).then(() => child.kill('SIGQUIT'))
  await Promise.race([ended, immediateStop])
  await ended
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
