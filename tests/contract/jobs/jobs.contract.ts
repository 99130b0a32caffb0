import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Jobs } from '../../../application/ports/jobs.ts'
import {
  contractTimeout,
  gate,
  jobOf,
  type JobsUnderTest,
  type Promises,
  recordRuns,
  shortWhile,
  until,
} from './test-kit.ts'

const doing: Promises = {
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

  'runs a key once, however often and by whichever process it is added': async ({ process }, queue) => {
    const [here, there] = [process(), process()]
    const { handler, keys } = recordRuns()
    const twice = jobOf(queue)
    await Promise.all([here.add([twice, twice, jobOf(queue)]), there.add([twice, jobOf(queue)])])
    await here.work(queue, handler)
    await until(() => keys().length >= 3)
    await there.add([twice, jobOf(queue)])
    await until(() => keys().length >= 4)
    await shortWhile()
    expect(keys().filter((key) => key === twice.key)).toEqual([twice.key])
    expect(keys()).toHaveLength(4)
  },

  'treats the same key in another queue as another job': async ({ process }, queue) => {
    const jobs = process()
    const [one, other] = [recordRuns(), recordRuns()]
    await jobs.add([jobOf(queue, { key: 'same' }), jobOf(`${queue}-other`, { key: 'same' })])
    await jobs.work(queue, one.handler)
    await jobs.work(`${queue}-other`, other.handler)
    await until(() => one.runs.length === 1 && other.runs.length === 1)
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
    const many = Array.from({ length: 200 }, () => jobOf(queue))
    await jobs.add(many)
    const seen = recordRuns()
    await jobs.work(queue, seen.handler, { concurrency: 20 })
    await until(() => seen.runs.length >= 200)
    expect(new Set(seen.keys())).toEqual(new Set(many.map(({ key }) => key)))
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
const crowd = (auth: { readonly passed: Promise<void> }) => {
  let now = 0
  let most = 0
  const handler = async () => {
    most = Math.max(most, ++now)
    await auth.passed
    now--
  }
  return { handler, now: () => now, most: () => most }
}

const timing: Promises = {
  'respects the configured concurrency, one by default': async ({ process }, queue) => {
    for (const concurrency of [1, 3]) {
      const auth = gate()
      const { handler, now, most } = crowd(auth)
      const jobs = process()
      await jobs.add(Array.from({ length: 5 }, () => jobOf(`${queue}-${concurrency}`)))
      await jobs.work(`${queue}-${concurrency}`, handler, concurrency === 1 ? undefined : { concurrency })
      await until(() => now() === concurrency)
      await shortWhile()
      expect(most()).toBe(concurrency)
      auth.open()
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
    for (let moments = 0; moments < 6; moments++) await shortWhile()
    expect(seen.runs.length - before).toBeLessThanOrEqual(1)
  },
}

const failing: Promises = {
  'retries a failing job with exponential backoff until it succeeds': async (workshop, queue) => {
    const { process, firstPauseMs } = workshop
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

  'gives up a job that always fails without blocking others or retrying it': async (workshop, queue) => {
    const { process, attempts } = workshop
    const jobs = process()
    const hopeless = jobOf(queue, { key: 'hopeless' })
    const seen = recordRuns(({ key }) => (key === 'hopeless' ? Promise.reject(new Error('never')) : Promise.resolve()))
    const tries = () => seen.keys().filter((key) => key === 'hopeless').length
    await jobs.work(queue, seen.handler)
    await jobs.add([hopeless])
    await until(() => tries() === 1)
    await jobs.add([jobOf(queue, { key: 'easy' })])
    await until(() => seen.keys().includes('easy'))
    expect(tries()).toBeLessThan(attempts)
    await until(() => tries() === attempts)
    await jobs.add([hopeless, jobOf(queue, { key: 'last' })])
    await until(() => seen.keys().includes('last'))
    for (let moments = 0; moments < 4; moments++) await shortWhile()
    expect(tries()).toBe(attempts)
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

const closing: Promises = {
  'finishes running jobs when closed and leaves the rest to others': async ({ process }, queue) => {
    const jobs = process()
    const auth = gate()
    const [finished, seen] = [recordRuns(), recordRuns()]
    await jobs.work(queue, async (job) => {
      await seen.handler(job)
      await auth.passed
      await finished.handler(job)
    })
    await jobs.add([jobOf(queue), jobOf(queue), jobOf(queue)])
    await until(() => seen.runs.length === 1)
    const closed = jobs.close().then(() => finished.runs.length)
    await shortWhile()
    auth.open()
    expect(await closed).toBe(1)
    await jobs.close()
    expect(seen.runs).toHaveLength(1)
    const other = recordRuns()
    await process().work(queue, other.handler)
    await until(() => other.runs.length === 2)
    await shortWhile()
    expect(new Set([...seen.keys(), ...other.keys()]).size).toBe(3)
  },

  'accepts nothing after closing, and closes even without workers': async ({ process }, queue) => {
    const jobs = process()
    await jobs.close()
    await expect(jobs.add([jobOf(queue)])).rejects.toThrow('closed')
    await expect(jobs.every(queue, 'sweep', '0 3 * * *')).rejects.toThrow('closed')
    await expect(jobs.work(queue, () => Promise.resolve())).rejects.toThrow('closed')
  },
}

export const promises: Promises = { ...doing, ...timing, ...failing, ...closing }

/** Checks one promise on separate queues and closes every process it started. */
export const check = async (promise: string, make: (workshop: string) => JobsUnderTest): Promise<void> => {
  const workshop = make(promise)
  const opened: Jobs[] = []
  const process = () => {
    const jobs = workshop.process()
    opened.push(jobs)
    return jobs
  }
  try {
    await promises[promise]?.({ ...workshop, process }, `q-${randomUUID()}`)
  } finally {
    await Promise.race([Promise.all(opened.map((jobs) => jobs.close())), contractTimeout()])
  }
}

export const jobsContract = (adapter: string, make: () => JobsUnderTest) =>
  describe(`${adapter} fulfils the jobs contract`, () => {
    it.each(Object.keys(promises))('%s', (promise) => check(promise, make))
  })
