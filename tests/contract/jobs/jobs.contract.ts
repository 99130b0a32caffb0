import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Jobs } from '../../../application/ports/jobs.ts'
import {
  contractTimeout,
  gate,
  jobOf,
  type JobsUnderTest,
  type Guarantees,
  recordRuns,
  shortWhile,
  until,
  untilAsync,
} from './test-kit.ts'

const running: Guarantees = {
  'runs jobs added before or after workers start, with unchanged data': async ({ process }, queue) => {
    const jobs = process()
    const data = { text: 'perché no? "sì" 🙂', number: -1.5, yes: true, nothing: null }
    const [early, late] = [jobOf(queue, { data }), jobOf(queue, { data, name: 'leave' })]
    await jobs.add([early])
    const { handler, runs } = recordRuns()
    await jobs.work(queue, handler)
    await jobs.add([late])
    await until(() => runs.length === 2)
    for (const [i, { name, key }] of [early, late].entries())
      expect(runs[i]).toMatchObject({ name, key, data, attempt: 1 })
  },

  'runs a key once, even when several processes add it repeatedly': async ({ process }, queue) => {
    const [first, second] = [process(), process()]
    const { handler, keys } = recordRuns()
    const twice = jobOf(queue)
    await Promise.all([first.add([twice, twice, jobOf(queue)]), second.add([twice, jobOf(queue)])])
    await first.work(queue, handler)
    await until(() => keys().length >= 3)
    await second.add([twice, jobOf(queue)])
    await until(() => keys().length >= 4)
    await shortWhile()
    expect(keys().filter((key) => key === twice.key)).toEqual([twice.key])
    expect(keys()).toHaveLength(4)
  },

  'treats the same key in another queue as another job': async ({ process }, queue) => {
    const jobs = process()
    const [runs, otherRuns] = [recordRuns(), recordRuns()]
    await jobs.add([jobOf(queue, { key: 'same' }), jobOf(`${queue}-other`, { key: 'same' })])
    await jobs.work(queue, runs.handler)
    await jobs.work(`${queue}-other`, otherRuns.handler)
    await until(() => runs.runs.length === 1 && otherRuns.runs.length === 1)
  },

  'accepts keys with any characters': async ({ process }, queue) => {
    const jobs = process()
    const keys = ['42', '042', 'a:b', 'a:b:c', 'a_b', 'a-b', 'a%3Ab', 'a b', 'è', '0', `long-${'x'.repeat(150)}`]
    await jobs.add(keys.map((key) => jobOf(queue, { key })))
    const seen = recordRuns()
    await jobs.work(queue, seen.handler, { concurrency: 3 })
    await until(() => seen.runs.length >= keys.length)
    expect(new Set(seen.keys())).toEqual(new Set(keys))
    expect(seen.runs).toHaveLength(keys.length)
  },

  'adds zero or many jobs in one call': async ({ process }, queue) => {
    const jobs = process()
    await jobs.add([])
    const added = Array.from({ length: 200 }, () => jobOf(queue))
    await jobs.add(added)
    const seen = recordRuns()
    await jobs.work(queue, seen.handler, { concurrency: 20 })
    await until(() => seen.runs.length >= 200)
    expect(new Set(seen.keys())).toEqual(new Set(added.map(({ key }) => key)))
  },

  'runs jobs added together in their order': async ({ process }, queue) => {
    for (const count of [10, 60]) {
      const jobs = process()
      const added = Array.from({ length: count }, () => jobOf(`${queue}-${count}`))
      await jobs.add(added)
      const seen = recordRuns()
      await jobs.work(`${queue}-${count}`, seen.handler)
      await until(() => seen.runs.length >= count)
      expect(seen.keys()).toEqual(added.map(({ key }) => key))
    }
  },

  'distributes jobs among processes, each to one': async ({ process }, queue) => {
    const seen = recordRuns(() => shortWhile())
    await process().add(Array.from({ length: 6 }, () => jobOf(queue)))
    for (const jobs of [process(), process()]) await jobs.work(queue, seen.handler)
    await until(() => seen.runs.length >= 6)
    await shortWhile()
    expect(new Set(seen.keys()).size).toBe(6)
    expect(seen.runs).toHaveLength(6)
  },
}

/** Measures the number of concurrent runs. */
const countConcurrentRuns = (handlerGate: { readonly passed: Promise<void> }) => {
  let running = 0
  let maxRunning = 0
  const handler = async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await handlerGate.passed
    running--
  }
  return { handler, running: () => running, maxRunning: () => maxRunning }
}

const timing: Guarantees = {
  'respects the configured concurrency, one by default': async ({ process }, queue) => {
    for (const concurrency of [1, 3]) {
      const handlerGate = gate()
      const { handler, running, maxRunning } = countConcurrentRuns(handlerGate)
      const jobs = process()
      await jobs.add(Array.from({ length: 5 }, () => jobOf(`${queue}-${concurrency}`)))
      await jobs.work(`${queue}-${concurrency}`, handler, concurrency === 1 ? undefined : { concurrency })
      await until(() => running() === concurrency)
      await shortWhile()
      expect(maxRunning()).toBe(concurrency)
      handlerGate.open()
      await jobs.close()
    }
  },

  'delays a job until its time without delaying others': async ({ process }, queue) => {
    const jobs = process()
    const seen = recordRuns()
    await jobs.work(queue, seen.handler)
    const due = Date.now() + 1_000
    await jobs.add([
      jobOf(queue, { key: 'later', runAt: new Date(due) }),
      jobOf(queue, { key: 'now' }),
      jobOf(queue, { key: 'overdue', runAt: new Date(0) }),
    ])
    await until(() => seen.runs.length === 3)
    expect(seen.keys().at(-1)).toBe('later')
    expect(seen.runs.at(-1)?.at).toBeGreaterThanOrEqual(due - 5)
  },

  'repeats scheduled jobs by the latest pattern only': async ({ process }, queue) => {
    const jobs = process()
    const seen = recordRuns()
    await jobs.work(queue, seen.handler)
    await jobs.every(queue, 'sweep', '* * * * * *')
    await process().every(queue, 'sweep', '* * * * * *')
    await until(() => seen.runs.length >= 3)
    expect(new Set(seen.runs.map(({ name }) => name))).toEqual(new Set(['sweep']))
    expect(new Set(seen.keys()).size).toBe(seen.runs.length)
    for (const key of seen.keys()) expect(key).toMatch(/^(?!\d+$)[\w-]+$/)
    await jobs.every(queue, 'sweep', '0 3 1 1 *')
    const before = seen.runs.length
    for (let n = 0; n < 6; n++) await shortWhile()
    expect(seen.runs.length - before).toBeLessThanOrEqual(1)
  },

  'forgets schedules with other names, also those of a process that has ended': async ({ process }, queue) => {
    const [old, jobs] = [process(), process()]
    await old.every(queue, 'former', '* * * * * *')
    await old.close()
    await jobs.every(queue, 'present', '* * * * * *')
    await jobs.keepSchedules(queue, ['present'])
    const seen = recordRuns()
    await jobs.work(queue, seen.handler)
    await until(() => seen.runs.length >= 3)
    expect(new Set(seen.runs.map(({ name }) => name))).toEqual(new Set(['present']))
  },

  'runs each time of a schedule once while processes register it again': async ({ process }, queue) => {
    const [jobs, other] = [process(), process()]
    const seen = recordRuns()
    await jobs.work(queue, seen.handler)
    const registerUntilRun = async (by: Jobs) => {
      for (; seen.runs.length < 4; await pause(1)) await by.every(queue, 'sweep', '* * * * * *')
    }
    const registered = Promise.all([jobs, jobs, other, other].map(registerUntilRun))
    await Promise.race([registered, contractTimeout().then(() => Promise.reject(new Error('runs are missing')))])
    await shortWhile()
    expect(new Set(seen.keys()).size).toBe(seen.runs.length)
  },
}

const failing: Guarantees = {
  'retries a failing job with exponential backoff until it succeeds': async (subject, queue) => {
    const { process, firstPauseMs } = subject
    const jobs = process()
    const seen = recordRuns(({ attempt }) => (attempt < 4 ? Promise.reject(new Error('not yet')) : Promise.resolve()))
    await jobs.work(queue, seen.handler)
    await jobs.add([jobOf(queue)])
    await until(() => seen.runs.length === 4)
    await shortWhile()
    expect(seen.runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    const pauses = seen.runs.slice(1).map(({ at }, i) => at - (seen.runs[i]?.at ?? 0))
    for (const [i, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(firstPauseMs * 2 ** i - 5)
  },

  'gives up a job that always fails without blocking others or retrying it': async (subject, queue) => {
    const { process, attempts } = subject
    const jobs = process()
    const failingJob = jobOf(queue, { key: 'failing' })
    const seen = recordRuns(({ key }) => (key === 'failing' ? Promise.reject(new Error('never')) : Promise.resolve()))
    const attemptsMade = () => seen.keys().filter((key) => key === 'failing').length
    await jobs.work(queue, seen.handler)
    await jobs.add([failingJob])
    await until(() => attemptsMade() === 1)
    await jobs.add([jobOf(queue, { key: 'easy' })])
    await until(() => seen.keys().includes('easy'))
    expect(attemptsMade()).toBeLessThan(attempts)
    await until(() => attemptsMade() === attempts)
    await jobs.add([failingJob, jobOf(queue, { key: 'last' })])
    await until(() => seen.keys().includes('last'))
    for (let n = 0; n < 4; n++) await shortWhile()
    expect(attemptsMade()).toBe(attempts)
  },

  'treats anything thrown, synchronously or asynchronously, as a failure': async ({ process }, queue) => {
    const jobs = process()
    const seen = recordRuns(({ key, attempt }) => {
      if (attempt > 1) return Promise.resolve()
      // oxlint-disable-next-line no-throw-literal, only-throw-error -- a library may
      if (key === 'text') throw 'text'
      return Promise.reject(key === 'nothing' ? undefined : new TypeError('x'))
    })
    await jobs.work(queue, seen.handler)
    await jobs.add(['text', 'nothing', 'error'].map((key) => jobOf(queue, { key })))
    await until(() => seen.runs.length === 6)
    expect(new Set(seen.keys())).toEqual(new Set(['text', 'nothing', 'error']))
  },
}

const lost: Guarantees = {
  'knows which jobs are queued, done, failed or unknown': async ({ process }, queue) => {
    const jobs = process()
    const keys = ['done', 'failed', 'failing', 'later', 'unknown']
    expect(await jobs.states(queue, keys)).toEqual(new Map())
    const handlerGate = gate()
    const seen = recordRuns(async ({ key, attempt }) => {
      if (key === 'failing' && attempt === 2) await handlerGate.passed
      if (key !== 'done') throw new Error('never')
    })
    await jobs.work(queue, seen.handler, { concurrency: 4 })
    const runAt = new Date(Date.now() + 3_600_000)
    await jobs.add([
      ...['done', 'failed', 'failing'].map((key) => jobOf(queue, { key })),
      jobOf(queue, { key: 'later', runAt }),
    ])
    const known = { done: 'done', failed: 'failed', failing: 'queued', later: 'queued' }
    await untilAsync(async () => (await jobs.states(queue, keys)).get('failed') === 'failed')
    await until(() => seen.keys().filter((key) => key === 'failing').length === 2)
    expect(Object.fromEntries(await process().states(queue, keys))).toEqual(known)
    expect(await jobs.states(`${queue}-other`, keys)).toEqual(new Map())
    handlerGate.open()
  },

  'starts a failed job over when it is retried': async ({ process, attempts }, queue) => {
    const jobs = process()
    let isDown = true
    const seen = recordRuns(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()))
    await jobs.work(queue, seen.handler)
    const job = jobOf(queue, { data: { n: 1 } })
    await jobs.add([job])
    await untilAsync(async () => (await jobs.states(queue, [job.key])).get(job.key) === 'failed')
    await process().retry([job])
    await until(() => seen.runs.length === attempts + 2)
    expect(seen.runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 1, 2])
    isDown = false
    await untilAsync(async () => (await jobs.states(queue, [job.key])).get(job.key) === 'done')
    expect(seen.runs.at(-1)).toMatchObject({ key: job.key, name: job.name, data: job.data })
  },

  'retries without repeating what is done or due later, and adds what is unknown': async ({ process }, queue) => {
    const jobs = process()
    const seen = recordRuns()
    await jobs.work(queue, seen.handler)
    const done = jobOf(queue, { key: 'done' })
    const later = jobOf(queue, { key: 'later', runAt: new Date(Date.now() + 3_600_000) })
    await jobs.add([done, later])
    await untilAsync(async () => (await jobs.states(queue, ['done'])).get('done') === 'done')
    await jobs.retry([done, later, jobOf(queue, { key: 'unknown' })])
    await until(() => seen.keys().includes('unknown'))
    await shortWhile()
    expect(seen.keys()).toEqual(['done', 'unknown'])
  },

  'runs a job that was lost when it is added again': async ({ process, empty }, queue) => {
    const jobs = process()
    const seen = recordRuns()
    const job = jobOf(queue)
    await jobs.add([job])
    await empty()
    expect(await jobs.states(queue, [job.key])).toEqual(new Map())
    await jobs.work(queue, seen.handler)
    await shortWhile()
    expect(seen.runs).toEqual([])
    await jobs.add([job])
    await until(() => seen.runs.length === 1)
  },

  'restores schedules that were lost': async ({ process, empty }, queue) => {
    const jobs = process()
    const seen = recordRuns()
    await jobs.every(queue, 'sweep', '* * * * * *')
    await jobs.work(queue, seen.handler)
    await until(() => seen.runs.length >= 1)
    await empty()
    const before = seen.runs.length
    await until(() => seen.runs.length >= before + 3)
    expect(new Set(seen.runs.map(({ name }) => name))).toEqual(new Set(['sweep']))
    expect(new Set(seen.keys()).size).toBe(seen.runs.length)
  },
}

const closing: Guarantees = {
  'finishes running jobs when closed and leaves the rest to others': async ({ process }, queue) => {
    const jobs = process()
    const handlerGate = gate()
    const [finished, seen] = [recordRuns(), recordRuns()]
    await jobs.work(queue, async (job) => {
      await seen.handler(job)
      await handlerGate.passed
      await finished.handler(job)
    })
    await jobs.add([jobOf(queue), jobOf(queue), jobOf(queue)])
    await until(() => seen.runs.length === 1)
    const closed = jobs.close().then(() => finished.runs.length)
    await shortWhile()
    handlerGate.open()
    expect(await closed).toBe(1)
    await jobs.close()
    expect(seen.runs).toHaveLength(1)
    const other = recordRuns()
    await process().work(queue, other.handler)
    await until(() => other.runs.length === 2)
    await shortWhile()
    expect(new Set([...seen.keys(), ...other.keys()]).size).toBe(3)
  },

  'accepts no job after closing, and closes even without workers': async ({ process }, queue) => {
    const jobs = process()
    await jobs.close()
    await expect(jobs.add([jobOf(queue)])).rejects.toThrow('closed')
    await expect(jobs.every(queue, 'sweep', '0 3 * * *')).rejects.toThrow('closed')
    await expect(jobs.work(queue, () => Promise.resolve())).rejects.toThrow('closed')
  },
}

export const guarantees: Guarantees = { ...running, ...timing, ...failing, ...lost, ...closing }

/** Checks one guarantee on separate queues and closes every process it started. */
export const check = async (guarantee: string, open: (guarantee: string) => JobsUnderTest): Promise<void> => {
  const subject = open(guarantee)
  const opened: Jobs[] = []
  const process = () => {
    const jobs = subject.process()
    opened.push(jobs)
    return jobs
  }
  try {
    await guarantees[guarantee]?.({ ...subject, process }, `q-${randomUUID()}`)
  } finally {
    await Promise.race([Promise.all(opened.map((jobs) => jobs.close())), contractTimeout()])
  }
}

export const jobsContract = (adapter: string, open: () => JobsUnderTest) =>
  describe(`${adapter} fulfils the jobs contract`, () => {
    it.each(Object.keys(guarantees))('%s', (guarantee) => check(guarantee, open))
  })
