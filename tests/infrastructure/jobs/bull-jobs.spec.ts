import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  bullJobs,
  type BullJobsOptions,
  defaultPace,
  type JobFailure,
  pauseAfter,
} from '../../../infrastructure/jobs/bull-jobs.ts'
import { type JobStore, queueOpener } from '../../../infrastructure/jobs/queue-connections.ts'
import { gate, jobOf, recordRuns, shortWhile, until, untilAsync } from '../../contract/jobs/test-kit.ts'
import { testDatabase } from '../../support/database.ts'
import { embeddedPostgresSandbox } from '../../support/embedded-postgres.ts'
import { freePort } from '../../support/free-port.ts'
import { startRedis } from '../../support/redis.ts'

const database = await testDatabase()
const redis = await startRedis()
const { initialisedFolder, start, killAtEnd, clean, close } = embeddedPostgresSandbox()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of closing.splice(0)) await end()
  await clean()
})
afterAll(async () => {
  close()
  await redis.stop()
  await database.drop()
})

const stores: readonly JobStore[] = [
  { kind: 'postgres', url: database.url },
  { kind: 'redis', url: redis.url },
]
const openJobs = (store: JobStore, overrides: Partial<BullJobsOptions> = {}) => {
  const failures: JobFailure[] = []
  const jobs = bullJobs({ store, firstPauseMs: 50, onFailure: (failure) => failures.push(failure), ...overrides })
  closing.push(jobs.close)
  return { jobs, failures }
}
const script = fileURLToPath(new URL('work-a-queue.ts', import.meta.url))
const startOtherProcess = (...args: readonly string[]) => {
  const child = killAtEnd(spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, ended: once(child, 'close') }
}

it('by default, attempts span three days and are never further apart than an hour', () => {
  const { attempts, firstPauseMs, maxPauseMs } = defaultPace
  const pauses = Array.from({ length: attempts - 1 }, (_, n) => pauseAfter(n + 1, firstPauseMs, maxPauseMs))
  const days = pauses.reduce((sum, ms) => sum + ms, 0) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(3.1)
  expect(Math.max(...pauses)).toBe(3_600_000)
})

describe.each(stores)('jobs on $kind', (store) => {
  const { kind } = store

  it('are refused immediately when the store is unreachable at startup, and the process can end', async () => {
    const unreachable = { kind, url: kind === 'redis' ? 'redis://127.0.0.1:1' : 'postgresql://garbo:x@127.0.0.1:1/x' }
    const { jobs, failures } = openJobs(unreachable)
    const attempts = [
      () => jobs.work('q', () => Promise.resolve()),
      () => jobs.add([jobOf('q')]),
      () => jobs.every('q', 'sweep', '0 3 * * *'),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('the job store does not respond')
    expect(failures).toEqual([])
    const { output, ended } = startOtherProcess(kind, unreachable.url)
    expect(await ended).toEqual([0, null])
    expect(output()).toContain('the job store does not respond')
  })

  it('are refused when the server does not respond', async () => {
    const sockets: Socket[] = []
    const silentServer = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    )
    await once(silentServer, 'listening')
    const { port } = silentServer.address() as AddressInfo
    const url = kind === 'redis' ? `redis://127.0.0.1:${port}` : `postgresql://garbo:x@127.0.0.1:${port}/x`
    await expect(openJobs({ kind, url }).jobs.add([jobOf('q')])).rejects.toThrow('the job store does not respond')
    for (const socket of sockets) socket.destroy()
    silentServer.close()
  })

  it('work later without a restart when the store was unreachable', async () => {
    const port = await freePort()
    const url = kind === 'redis' ? `redis://127.0.0.1:${port}` : `postgresql://garbo:test@127.0.0.1:${port}/postgres`
    const { jobs } = openJobs({ kind, url })
    await expect(jobs.add([jobOf('q')])).rejects.toThrow('the job store does not respond')
    const server = kind === 'redis' ? await startRedis(port) : await start(await initialisedFolder(), { port })
    const seen = recordRuns()
    await jobs.work('q', seen.handler)
    await jobs.add([jobOf('q')])
    await until(() => seen.runs.length === 1)
    await jobs.close()
    await server.stop()
  })

  it('of a killed worker are taken over by another', async () => {
    const victim = startOtherProcess(kind, store.url)
    await until(() => victim.output().includes('ready'))
    const { jobs } = openJobs(store, { lockMs: 1_000 })
    const orphan = jobOf('deadly')
    await jobs.add([orphan])
    await until(() => victim.output().includes(`took ${orphan.key}`))
    const seen = recordRuns()
    await jobs.work('deadly', seen.handler)
    victim.child.kill('SIGKILL')
    await until(() => seen.runs.length === 1)
    expect(seen.runs[0]).toMatchObject({ key: orphan.key, attempt: 2 })
  })

  it('R23: report an error thrown by a handler without storing its message', async () => {
    const { jobs, failures } = openJobs(store, { attempts: 2 })
    await jobs.work('secretive', () => Promise.reject(new RangeError('CANARY mario@example.it is full')))
    const job = jobOf('secretive')
    await jobs.add([job])
    await until(() => failures.length === 2)
    await expect.poll(() => dumpStore(store), { timeout: 10_000 }).toContain('RangeError')
    expect(await dumpStore(store)).not.toContain('CANARY')
    expect(failures.map((failure) => ({ ...failure, error: String(failure.error) }))).toEqual(
      [1, 2].map((attempt) => ({
        queue: 'secretive',
        error: 'RangeError: CANARY mario@example.it is full',
        job: { name: job.name, key: job.key, attempt, gaveUp: attempt === 2 },
      })),
    )
  })

  it('are retried at least every `maxPauseMs`', async () => {
    const { jobs, failures } = openJobs(store, { attempts: 14, firstPauseMs: 5, maxPauseMs: 20 })
    await jobs.work('capped', () => Promise.reject(new Error('down')))
    await jobs.add([jobOf('capped')])
    await until(() => failures.length === 14)
    expect(failures.at(-1)?.job?.gaveUp).toBe(true)
  })

  it('that wait for another attempt run at once when they are retried', async () => {
    const { jobs } = openJobs(store, { firstPauseMs: 3_600_000 })
    const seen = recordRuns(({ attempt }) => (attempt === 1 ? Promise.reject(new Error('down')) : Promise.resolve()))
    await jobs.work('impatient', seen.handler)
    const job = jobOf('impatient')
    await jobs.add([job])
    await until(() => seen.runs.length === 1)
    await untilAsync(async () => {
      await jobs.retry([job])
      return (await jobs.states('impatient', [job.key])).get(job.key) === 'done'
    })
    expect(seen.runs.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  it('run on Italian time', async () => {
    const { jobs } = openJobs(store)
    await jobs.every('nightly', 'sweep', '0 3 * * *')
    const queue = await queueOpener(store, () => undefined).queue('garbo-nightly')
    closing.push(() => queue.close())
    const [schedule] = await queue.getJobSchedulers()
    const at = new Date(schedule?.next ?? 0)
    expect(at.toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome' })).toBe('03:00:00')
  })

  it('run on the clock that scheduled them', async () => {
    const inAYear = Date.now() + 365 * 86_400_000
    const { jobs } = openJobs(store, { now: () => inAYear })
    const seen = recordRuns()
    await jobs.work('shifted', seen.handler)
    await jobs.add([jobOf('shifted', { runAt: new Date(inAYear) })])
    await until(() => seen.runs.length === 1)
  })

  it('of two Garbos on one store do not mix', async () => {
    const [first, second] = [openJobs(store, { prefix: 'one' }).jobs, openJobs(store, { prefix: 'other' }).jobs]
    const [firstRuns, secondRuns] = [recordRuns(), recordRuns()]
    await first.work('q', firstRuns.handler)
    await second.work('q', secondRuns.handler)
    await first.add([jobOf('q', { key: 'k' })])
    await second.add([jobOf('q', { key: 'k' })])
    await until(() => firstRuns.runs.length === 1 && secondRuns.runs.length === 1)
  })
})

it('jobs are refused when a connected Redis stops responding, and accepted again afterwards', async () => {
  const { jobs } = openJobs({ kind: 'redis', url: redis.url })
  await jobs.add([jobOf('hangs')])
  redis.pause()
  try {
    await expect(jobs.add([jobOf('hangs')])).rejects.toThrow('Command timed out')
  } finally {
    redis.resume()
  }
  await retryUntilAdded(() => jobs.add([jobOf('hangs')]))
})

describe('a job store that restarts under load', () => {
  it.each(['postgres', 'redis'] as const)('loses no job and continues (%s)', async (kind) => {
    const server = await (kind === 'redis' ? startRestartableRedis() : startRestartablePostgres())
    const { jobs } = openJobs({ kind, url: server.url }, { lockMs: 1_000 })
    const seen = recordRuns()
    await jobs.work('load', seen.handler, { concurrency: 5 })
    const addedKeys = new Set<string>()
    let restarting: Promise<void> | undefined
    for (let n = 0; n < 300; n++) {
      if (n === 100) restarting = server.restart()
      const job = jobOf('load', { key: `n-${n}` })
      await retryUntilAdded(() => jobs.add([job]))
      addedKeys.add(job.key)
    }
    await restarting
    await until(() => new Set(seen.keys()).size === 300)
    expect(new Set(seen.keys())).toEqual(addedKeys)
    await jobs.close()
    await server.stop()
  })

  const startRestartableRedis = () => startRedis()
  const startRestartablePostgres = async () => {
    const dir = await initialisedFolder()
    const port = await freePort()
    let server = await start(dir, { port })
    return {
      url: server.url,
      restart: async () => {
        await server.stop()
        server = await start(dir, { port })
      },
      stop: () => server.stop(),
    }
  }
})

describe('a job store that is gone when Garbo stops', () => {
  it.each(stores)('is reported until the queues are closed, and not afterwards ($kind)', async (store) => {
    const closedBy = [Queue, Worker].map(({ prototype }) => vi.spyOn(prototype, 'close'))
    onTestFinished(() => closedBy.forEach((close) => close.mockRestore()))
    const { jobs, failures } = openJobs(store)
    await jobs.work('last', () => Promise.resolve())
    await jobs.add([jobOf('last')])
    const closing = jobs.close()
    const reportLoss = () => {
      for (const { mock } of closedBy)
        for (const opened of mock.contexts as EventEmitter[]) opened.emit('error', new Error('lost'))
    }
    reportLoss()
    const whileClosing = failures.length
    await closing
    reportLoss()
    expect([whileClosing, failures.length]).toEqual([1, 1])
  })

  it.each(['postgres', 'redis'] as const)('lets the process end after its last job (%s)', async (kind) => {
    const server = kind === 'redis' ? await startRedis() : await start(await initialisedFolder())
    const { jobs } = openJobs({ kind, url: server.url })
    const handlerGate = gate()
    const seen = recordRuns(() => handlerGate.passed)
    await jobs.work('last', seen.handler)
    await jobs.add([jobOf('last')])
    await until(() => seen.runs.length === 1)
    await server.stop()
    let closed = false
    const closing = jobs.close().then(() => (closed = true))
    await shortWhile()
    expect(closed).toBe(false)
    handlerGate.open()
    await closing
  })

  it('lets the process end too after an unnoticed restart of Redis', async () => {
    const port = await freePort()
    const server = await startRedis(port)
    const { jobs } = openJobs({ kind: 'redis', url: server.url })
    await jobs.work('last', () => Promise.resolve())
    await server.stop()
    await pause(1_800)
    const restarted = await startRedis(port)
    await jobs.close()
    await restarted.stop()
  })
})

/** Retries with the same key until the job is added, as a caller that must not lose it. */
const retryUntilAdded = async (add: () => Promise<void>): Promise<void> => {
  for (;;) {
    const added = await add().then(
      () => true,
      () => false,
    )
    if (added) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Everything in the store, as text. */
const dumpStore = async ({ kind, url }: JobStore): Promise<string> => {
  if (kind === 'postgres') {
    const tables = await database.pool.query<{ t: string }>(
      `select table_name t from information_schema.tables where table_schema = 'jobs' and table_type = 'BASE TABLE'`,
    )
    const dumps = tables.rows.map(({ t }) => database.pool.query(`select * from jobs."${t}"`))
    return JSON.stringify((await Promise.all(dumps)).map(({ rows }) => rows as unknown))
  }
  const client = new Redis(url)
  try {
    const dumps = await Promise.all((await client.keys('*')).map((key) => client.dumpBuffer(key)))
    return dumps.map((dump) => dump?.toString('latin1') ?? '').join('\n')
  } finally {
    client.disconnect()
  }
}
