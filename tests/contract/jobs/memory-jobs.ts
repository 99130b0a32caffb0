import type { Job, JobHandler, Jobs } from '../../../application/ports/jobs.ts'
import type { JobsUnderTest } from './test-kit.ts'

/** Ways in which this store can be made incorrect. */
export interface Flaws {
  readonly runsAgain?: true
  readonly oneKeyForAllQueues?: true
  readonly forgetsWhatFinished?: true
  readonly losesEarlyJobs?: true
  readonly keepsOnlyText?: true
  readonly misnames?: true
  readonly readsKeysAsNumbers?: true
  readonly takesAtMost?: number
  readonly lastComesFirst?: true
  readonly failsOnNothing?: true
  readonly everybodyRunsAll?: true
  readonly ignoresConcurrency?: true
  readonly oneAtATime?: true
  readonly ignoresTime?: true
  readonly dropsTheOverdue?: true
  readonly keepsOldPatterns?: true
  readonly sameKeyEveryTime?: true
  readonly neverRetries?: true
  readonly retriesAtOnce?: true
  readonly retriesForEver?: true
  readonly countsFromZero?: true
  readonly waitsForTheFailing?: true
  readonly beginsAnew?: true
  readonly diesOfText?: true
  readonly abandons?: true
  readonly drainsWhenClosed?: true
  readonly forgetsWhenClosed?: true
  readonly worksOnWhenClosed?: true
}

interface Entry {
  readonly job: Job
  readonly id: string
  due: number
  failures: number
  state: 'waiting' | 'running' | 'over'
}

interface Shared {
  readonly entries: Map<string, Entry>
  readonly clocks: Map<string, { readonly pattern: string; last: number }>
  copies: number
}

const pace = { attempts: 4, firstPauseMs: 100 }

/** In-memory jobs for testing the contract itself; correct without flaws. */
export const memoryJobsUnderTest = (flaws: Flaws = {}): JobsUnderTest => {
  const shared: Shared = { entries: new Map(), clocks: new Map(), copies: 0 }
  return { ...pace, process: () => memoryJobs(shared, flaws) }
}

const memoryJobs = (shared: Shared, flaws: Flaws): Jobs => {
  const running = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  let closed = false
  const refuseWhenClosed = () => {
    if (closed && !flaws.worksOnWhenClosed) throw new Error('closed')
  }

  const run = async (entry: Entry, handler: JobHandler): Promise<void> => {
    entry.state = 'running'
    const { name, data, key } = distorted(entry.job, flaws)
    try {
      await handler({ name, data, key, attempt: entry.failures + (flaws.countsFromZero ? 0 : 1) })
      if (flaws.forgetsWhatFinished) shared.entries.delete(entry.id)
      entry.state = 'over'
    } catch (error) {
      if (flaws.diesOfText && !(error instanceof Error)) return
      entry.failures++
      const over = flaws.neverRetries || (entry.failures >= pace.attempts && !flaws.retriesForEver)
      if (over && flaws.beginsAnew) shared.entries.delete(entry.id)
      entry.state = over ? 'over' : 'waiting'
      entry.due = Date.now() + (flaws.retriesAtOnce ? 0 : pace.firstPauseMs * 2 ** (entry.failures - 1))
    }
  }

  const tick = (queue: string, handler: JobHandler, concurrency: number, mine: Set<string>, started: number) => {
    for (const [id, clock] of shared.clocks) tickSchedule(shared, id, clock, flaws)
    const all = [...shared.entries.values()].filter(({ job }) => job.queue === queue)
    const free = all.filter(({ state, id }) => state === 'waiting' || (flaws.everybodyRunsAll && !mine.has(id)))
    for (const entry of free) {
      if (closed && !flaws.drainsWhenClosed) return
      if (running.size >= concurrency && !flaws.ignoresConcurrency) return
      if (entry.due > Date.now() && !(flaws.ignoresTime && entry.failures === 0)) {
        if (flaws.waitsForTheFailing && entry.failures > 0) return
        continue
      }
      if (flaws.losesEarlyJobs && entry.due < started) continue
      mine.add(entry.id)
      const done = run(entry, handler).finally(() => running.delete(done))
      running.add(done)
    }
  }

  return {
    add: async (jobs) => {
      refuseWhenClosed()
      if (flaws.failsOnNothing && jobs.length === 0) throw new Error('nothing')
      const taken = jobs.slice(0, flaws.takesAtMost)
      for (const job of flaws.lastComesFirst ? taken.toReversed() : taken) addEntry(shared, job, flaws)
    },
    work: async (queue, handler, { concurrency = 1 } = {}) => {
      refuseWhenClosed()
      const mine = new Set<string>()
      const started = Date.now()
      const many = flaws.oneAtATime ? 1 : concurrency
      timers.push(setInterval(() => tick(queue, handler, many, mine, started), 5))
    },
    every: async (queue, name, pattern) => {
      refuseWhenClosed()
      const id = flaws.keepsOldPatterns ? `${queue} ${name} ${pattern}` : `${queue} ${name}`
      shared.clocks.set(id, { pattern, last: Math.floor(Date.now() / 1_000) })
    },
    close: async () => {
      closed = true
      if (!flaws.drainsWhenClosed) for (const timer of timers) clearInterval(timer)
      if (!flaws.abandons) await Promise.all(running)
      if (flaws.forgetsWhenClosed) shared.entries.clear()
    },
  }
}

const addEntry = (shared: Shared, job: Job, flaws: Flaws) => {
  const copy = flaws.runsAgain ? `#${shared.copies++}` : ''
  const id = flaws.oneKeyForAllQueues ? job.key : `${job.queue} ${job.key}${copy}`
  const due = job.runAt?.getTime() ?? Date.now()
  const overdue = flaws.dropsTheOverdue && due < Date.now() - 1_000
  if (!shared.entries.has(id) && !overdue) shared.entries.set(id, { job, id, due, failures: 0, state: 'waiting' })
}

const tickSchedule = (shared: Shared, id: string, clock: { readonly pattern: string; last: number }, flaws: Flaws) => {
  const second = Math.floor(Date.now() / 1_000)
  if (!clock.pattern.startsWith('* *') || second <= clock.last) return
  clock.last = second
  const [queue = '', name = ''] = id.split(' ')
  const key = flaws.sameKeyEveryTime ? 'tick' : `tick-${id.replaceAll(/\W/g, '')}-${second}`
  addEntry(shared, { queue, name, data: {}, key }, { runsAgain: true })
}

const distorted = (job: Job, flaws: Flaws): Job => ({
  ...job,
  name: flaws.misnames ? 'greet' : job.name,
  key: flaws.readsKeysAsNumbers && Number.isFinite(Number(job.key)) ? `${Number(job.key)}` : job.key,
  data: flaws.keepsOnlyText
    ? Object.fromEntries(Object.entries(job.data).map(([field, value]) => [field, String(value)]))
    : job.data,
})
