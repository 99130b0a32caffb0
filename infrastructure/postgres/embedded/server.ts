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

/** Resolves when it takes connections, however long the recovery after a crash lasts. */
export const startServer = async (
  binaries: Binaries,
  runAs: RunAs,
  dir: string,
  { port, settings = [] }: ServerOptions,
): Promise<Server> => {
  for (let tries = 1; ; tries++) {
    const chosen = port ?? (await freePort())
    try {
      return await launch(binaries, runAs, dir, chosen, settings)
    } catch (error) {
      if (port !== undefined || tries === 5 || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** No Unix socket: the path of one may have 107 bytes at most, and a folder may be deeper. */
const fixedSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']

const launch = async (
  { postgres }: Binaries,
  runAs: RunAs,
  dir: string,
  port: number,
  settings: readonly string[],
): Promise<Server> => {
  const wanted = [...fixedSettings, ...settings].flatMap((one) => ['-c', one])
  const { file, args, options } = runAs.command(postgres, ['-D', dir, '-p', `${port}`, ...wanted])
  // a Ctrl-C is for whoever stops it, once nobody asks it anything any more
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const { ended } = await whenReady(child)
  return { port, pid: child.pid ?? 0, ended, stop: () => stopServer(child, ended) }
}

/** Its end as a promise, once it is ready; rejects with what it said when it ends before. */
const whenReady = async (child: ChildProcess): Promise<{ readonly ended: Promise<string> }> => {
  let log = ''
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(log))
  })
  const answering = new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-8_000)
      if (log.includes('ready to accept connections')) resolve(true)
    })
  })
  if (await Promise.race([answering, ended.then(() => false)])) return { ended }
  throw new Error(`Postgres did not start: ${log}`)
}

/** Longest wait for a clean end; then it ends at once and recovers at the next start. */
const stopTimeoutMs = 4_000

const stopServer = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  child.kill('SIGINT')
  const late = pause(stopTimeoutMs, undefined, { ref: false }).then(() => child.kill('SIGQUIT'))
  await Promise.race([ended, late])
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
