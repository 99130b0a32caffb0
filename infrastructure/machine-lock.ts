import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface MachineLock {
  readonly release: () => Promise<void>
}

/**
 * Locks a file or folder against other processes on this machine; null if it is locked. The lock is a listening socket,
 * so the kernel releases it even after SIGKILL. On Linux the socket is abstract and has no file.
 */
export const tryLock = async (path: string): Promise<MachineLock | null> => {
  const address = socketAddressOf(path)
  const server = (await tryListen(address)) ?? (await replaceStaleSocket(address))
  return server && { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The process that holds the lock; null if it is free or the holder does not answer. */
export const lockHolder = (path: string): Promise<number | null> =>
  new Promise((resolve) => {
    const socket = createConnection(socketAddressOf(path)).setEncoding('utf8').setTimeout(2_000)
    let holder = ''
    socket.on('data', (text: string) => (holder += text))
    socket.once('timeout', () => socket.destroy())
    socket.once('error', () => resolve(null))
    socket.once('close', () => resolve(Number(holder) || null))
  })

/** Runs `work` under the lock, waiting up to ten seconds for it. */
export const withMachineLock = async <A>(path: string, work: () => A | Promise<A>): Promise<A> => {
  for (const until = performance.now() + waitTimeoutMs; ;) {
    const lock = await tryLock(path)
    if (lock) {
      try {
        return await work()
      } finally {
        await lock.release()
      }
    }
    if (performance.now() > until) throw new Error(`${path} is locked by process ${await lockHolder(path)}`)
    await pause(1 + Math.random() * 10)
  }
}

const waitTimeoutMs = 10_000
const hasAbstractSockets = platform() === 'linux'

/** The path with all links resolved; creates the parent folder if necessary. */
export const canonicalPath = (path: string): string => {
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(resolve(path))
  mkdirSync(folder, { recursive: true })
  return join(realpathSync(folder), basename(path))
}

const socketAddressOf = (path: string): string => {
  const digest = createHash('sha256').update(canonicalPath(path)).digest('hex').slice(0, 40)
  return hasAbstractSockets ? `\0garbo-${digest}` : join(tmpdir(), `garbo-${digest}.sock`)
}

const tryListen = (address: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.on('error', () => undefined).end(String(process.pid)))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen({ path: address, exclusive: true }, () => resolve(server.unref()))
  })

/** The socket file outlives its process; a file without a listener is replaced. */
const replaceStaleSocket = async (address: string): Promise<Server | null> => {
  if (hasAbstractSockets || (await isAnswered(address))) return null
  rmSync(address, { force: true })
  return tryListen(address)
}

const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(address, () => resolve(socket.destroy() !== null))
    socket.once('error', () => resolve(false))
  })
