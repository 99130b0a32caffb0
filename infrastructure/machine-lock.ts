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
 * Locks a file or folder among the processes of this machine; null when it is held. Dies with its holder, even by
 * SIGKILL: it is a listening socket, which the kernel takes back. On Linux the socket has no file.
 */
export const tryLock = async (path: string): Promise<MachineLock | null> => {
  const address = addressOf(path)
  const server = (await listening(address)) ?? (await inPlaceOfTheDead(address))
  return server && { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The process that holds the lock; null when it is free or does not say. */
export const holderOf = (path: string): Promise<number | null> =>
  new Promise((resolve) => {
    const socket = createConnection(addressOf(path)).setEncoding('utf8').setTimeout(2_000)
    let said = ''
    socket.on('data', (text: string) => (said += text))
    socket.once('timeout', () => socket.destroy())
    socket.once('error', () => resolve(null))
    socket.once('close', () => resolve(Number(said) || null))
  })

/** Does `work` while nobody else on this machine does it to the same path; others wait for their turn. */
export const alone = async <A>(path: string, work: () => A | Promise<A>): Promise<A> => {
  for (const until = performance.now() + patience; ;) {
    const lock = await tryLock(path)
    if (lock) {
      try {
        return await work()
      } finally {
        await lock.release()
      }
    }
    if (performance.now() > until) throw new Error(`${path} is held by process ${await holderOf(path)}`)
    await pause(1 + Math.random() * 10)
  }
}

const patience = 10_000
const fileless = platform() === 'linux'

/** The one name of a file or folder, whatever links lead to it; the folder it lies in is made if absent. */
export const trueName = (path: string): string => {
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(resolve(path))
  mkdirSync(folder, { recursive: true })
  return join(realpathSync(folder), basename(path))
}

const addressOf = (path: string): string => {
  const digest = createHash('sha256').update(trueName(path)).digest('hex').slice(0, 40)
  return fileless ? `\0garbo-${digest}` : join(tmpdir(), `garbo-${digest}.sock`)
}

const listening = (address: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((asker) => asker.on('error', () => undefined).end(String(process.pid)))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen({ path: address, exclusive: true }, () => resolve(server.unref()))
  })

/** A socket's file outlives its process: one that nobody answers on is taken over. */
const inPlaceOfTheDead = async (address: string): Promise<Server | null> => {
  if (fileless || (await answers(address))) return null
  rmSync(address, { force: true })
  return listening(address)
}

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(address, () => resolve(socket.destroy() !== null))
    socket.once('error', () => resolve(false))
  })
