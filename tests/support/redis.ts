import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const redisServer = '/usr/bin/redis-server'

export interface Redis {
  readonly url: string
  /** Restarts with its persisted data. */
  readonly restart: () => Promise<void>
  /** Is replaced by an empty one at the same address. */
  readonly replace: () => Promise<void>
  /** Accepts connections, and answers nothing until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => Promise<void>
}

/** Starts a real Redis with persistence. */
export const startRedis = async (wanted?: number): Promise<Redis> => {
  if (!existsSync(redisServer))
    throw new Error(
      'Jobs and shared state are also tested on Redis: apt-get install -y --no-install-recommends redis-server',
    )
  const dir = mkdtempSync(join(tmpdir(), 'garbo-redis-'))
  const port = wanted ?? (await freePort())
  let server = await launch(dir, port)
  const halt = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    restart: async () => {
      await halt()
      server = await launch(dir, port)
    },
    replace: async () => {
      await halt()
      rmSync(dir, { recursive: true })
      mkdirSync(dir)
      server = await launch(dir, port)
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: async () => {
      await halt()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const launch = async (dir: string, port: number) => {
  const settings = { dir, port, bind: '127.0.0.1', save: '', appendonly: 'yes', 'maxmemory-policy': 'noeviction' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`])
  const server = spawn(redisServer, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (said.includes('Ready to accept connections')) {
      server.stdout.resume()
      return server
    }
  }
  throw new Error(`Redis does not start: ${said}`)
}
