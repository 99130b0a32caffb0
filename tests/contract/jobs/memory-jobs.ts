import type { Job, JobHandler, Jobs, JobState } from '../../../application/ports/jobs.ts'
import type { JobsUnderTest } from './test-kit.ts'

/** Ways in which this store can be made incorrect. */
export interface Flaws {
  readonly runsRepeatedKeys?: true
  readonly oneKeyForAllQueues?: true
  readonly forgetsFinishedKeys?: true
  readonly losesEarlyJobs?: true
  readonly convertsDataToText?: true
  readonly changesNames?: true
  readonly readsKeysAsNumbers?: true
  readonly addsAtMost?: number
  readonly reversesOrder?: true
  readonly failsOnEmptyList?: true
  readonly runsOnEveryProcess?: true
  readonly ignoresConcurrency?: true
  readonly runsOneAtATime?: true
  readonly ignoresRunAt?: true
  readonly dropsOverdueJobs?: true
  readonly keepsOldPatterns?: true
  readonly keepsRemovedSchedules?: true
  readonly restartsSchedules?: true
  readonly repeatsScheduledKeys?: true
  readonly neverRetries?: true
  readonly retriesImmediately?: true
  readonly retriesForever?: true
  readonly countsFromZero?: true
  readonly blocksOnFailingJobs?: true
  readonly forgetsGivenUpKeys?: true
  readonly ignoresThrownText?: true
  readonly abandonsRunningJobs?: true
  readonly runsWaitingJobsWhenClosed?: true
  readonly dropsWaitingJobsWhenClosed?: true
  readonly acceptsJobsWhenClosed?: true
  readonly knowsNoStates?: true
  readonly reportsFailedAsDone?: true
  readonly reportsFailingAsFailed?: true
  readonly knowsJobsOfAllQueues?: true
  readonly neverStartsOver?: true
  readonly keepsFailuresOnRetry?: true
  readonly repeatsDoneJobsOnRetry?: true
  readonly ignoresUnknownJobsOnRetry?: true
  readonly retriesJobsBeforeTheirTime?: true
  readonly remembersLostKeys?: true
  readonly losesSchedules?: true
}

interface Entry {
  readonly job: Job
  readonly id: string
  due: number
  failures: number
  state: 'waiting' | 'running' | 'done' | 'failed'
}

interface Shared {
  readonly entries: Map<string, Entry>
  readonly lostIds: Set<string>
  readonly schedules: Map<string, { readonly pattern: string; last: number }>
  copies: number
}

const pace = { attempts: 4, firstPauseMs: 100 }

/** Jobs in memory, for testing the contract itself; correct without flaws. */
export const memoryJobsUnderTest = (flaws: Flaws = {}): JobsUnderTest => {
  const shared: Shared = { entries: new Map(), lostIds: new Set(), schedules: new Map(), copies: 0 }
  const empty = async () => {
    for (const id of shared.entries.keys()) shared.lostIds.add(id)
    shared.entries.clear()
    shared.schedules.clear()
  }
  return { ...pace, process: () => memoryJobs(shared, flaws), empty }
}

const memoryJobs = (shared: Shared, flaws: Flaws): Jobs => {
  const running = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  const ownSchedules = new Map<string, string>()
  let closed = false
  const refuseWhenClosed = () => {
    if (closed && !flaws.acceptsJobsWhenClosed) throw new Error('closed')
  }

  const run = async (entry: Entry, handler: JobHandler): Promise<void> => {
    entry.state = 'running'
    const { name, data, key } = applyFlaws(entry.job, flaws)
    try {
      await handler({ name, data, key, attempt: entry.failures + (flaws.countsFromZero ? 0 : 1) })
      if (flaws.forgetsFinishedKeys) shared.entries.delete(entry.id)
      entry.state = 'done'
    } catch (error) {
      if (flaws.ignoresThrownText && !(error instanceof Error)) return
      entry.failures++
      const isFinished = flaws.neverRetries || (entry.failures >= pace.attempts && !flaws.retriesForever)
      if (isFinished && flaws.forgetsGivenUpKeys) shared.entries.delete(entry.id)
      entry.state = isFinished ? 'failed' : 'waiting'
      entry.due = Date.now() + (flaws.retriesImmediately ? 0 : pace.firstPauseMs * 2 ** (entry.failures - 1))
    }
  }

  const tick = (
    queue: string,
    handler: JobHandler,
    concurrency: number,
    startedHere: Set<string>,
    workingSince: number,
  ) => {
    if (!flaws.losesSchedules) for (const [id, pattern] of ownSchedules) restoreSchedule(shared, id, pattern)
    for (const [id, clock] of shared.schedules) tickSchedule(shared, id, clock, flaws)
    const queued = [...shared.entries.values()].filter(({ job }) => job.queue === queue)
    const available = queued.filter(
      ({ state, id }) => state === 'waiting' || (flaws.runsOnEveryProcess && !startedHere.has(id)),
    )
    for (const entry of available) {
      if (closed && !flaws.runsWaitingJobsWhenClosed) return
      if (running.size >= concurrency && !flaws.ignoresConcurrency) return
      if (entry.due > Date.now() && !(flaws.ignoresRunAt && entry.failures === 0)) {
        if (flaws.blocksOnFailingJobs && entry.failures > 0) return
        continue
      }
      if (flaws.losesEarlyJobs && entry.due < workingSince) continue
      startedHere.add(entry.id)
      const done = run(entry, handler).finally(() => running.delete(done))
      running.add(done)
    }
  }

  return {
    add: async (jobs) => {
      refuseWhenClosed()
      if (flaws.failsOnEmptyList && jobs.length === 0) throw new Error('nothing')
      const accepted = jobs.slice(0, flaws.addsAtMost)
      for (const job of flaws.reversesOrder ? accepted.toReversed() : accepted) addEntry(shared, job, flaws)
    },
    states: async (queue, keys) => {
      refuseWhenClosed()
      return new Map(keys.flatMap((key) => stateOf(shared, queue, key, flaws)))
    },
    retry: async (jobs) => {
      refuseWhenClosed()
      for (const job of jobs) retryEntry(shared, job, flaws)
    },
    work: async (queue, handler, { concurrency = 1 } = {}) => {
      refuseWhenClosed()
      const startedHere = new Set<string>()
      const workingSince = Date.now()
      const limit = flaws.runsOneAtATime ? 1 : concurrency
      timers.push(setInterval(() => tick(queue, handler, limit, startedHere, workingSince), 5))
    },
    every: async (queue, name, pattern) => {
      refuseWhenClosed()
      const id = flaws.keepsOldPatterns ? `${queue} ${name} ${pattern}` : `${queue} ${name}`
      ownSchedules.set(id, pattern)
      if (shared.schedules.get(id)?.pattern === pattern && !flaws.restartsSchedules) return
      // a schedule that starts anew passes over its next time
      shared.schedules.set(id, { pattern, last: currentSecond() + (flaws.restartsSchedules ? 1 : 0) })
    },
    keepSchedules: async (queue, names) => {
      refuseWhenClosed()
      if (flaws.keepsRemovedSchedules) return
      const kept = new Set(names.map((name) => `${queue} ${name}`))
      for (const schedules of [ownSchedules, shared.schedules])
        for (const id of schedules.keys()) if (id.startsWith(`${queue} `) && !kept.has(id)) schedules.delete(id)
    },
    close: async () => {
      closed = true
      if (!flaws.runsWaitingJobsWhenClosed) for (const timer of timers) clearInterval(timer)
      if (!flaws.abandonsRunningJobs) await Promise.all(running)
      if (flaws.dropsWaitingJobsWhenClosed) shared.entries.clear()
    },
  }
}

const addEntry = (shared: Shared, job: Job, flaws: Flaws) => {
  const copy = flaws.runsRepeatedKeys ? `#${shared.copies++}` : ''
  const id = flaws.oneKeyForAllQueues ? job.key : `${job.queue} ${job.key}${copy}`
  const due = job.runAt?.getTime() ?? Date.now()
  const isDropped = flaws.dropsOverdueJobs && due < Date.now() - 1_000
  if (flaws.remembersLostKeys && shared.lostIds.has(id)) return
  if (!shared.entries.has(id) && !isDropped) shared.entries.set(id, { job, id, due, failures: 0, state: 'waiting' })
}

const stateOf = (shared: Shared, queue: string, key: string, flaws: Flaws): readonly [string, JobState][] => {
  const entry = [...shared.entries.values()].find(
    ({ job }) => job.key === key && (job.queue === queue || flaws.knowsJobsOfAllQueues),
  )
  if (entry === undefined || flaws.knowsNoStates) return []
  const { state, failures } = entry
  if (state === 'done' || (state === 'failed' && flaws.reportsFailedAsDone)) return [[key, 'done']]
  return [[key, state === 'failed' || (flaws.reportsFailingAsFailed && failures > 0) ? 'failed' : 'queued']]
}

const retryEntry = (shared: Shared, job: Job, flaws: Flaws) => {
  const entry = [...shared.entries.values()].find((one) => one.job.key === job.key && one.job.queue === job.queue)
  if (entry === undefined && !flaws.ignoresUnknownJobsOnRetry) addEntry(shared, job, flaws)
  if (entry === undefined || entry.state === 'running') return
  if (entry.state === 'waiting' && entry.failures === 0 && !flaws.retriesJobsBeforeTheirTime) return
  if (entry.state === 'done' && !flaws.repeatsDoneJobsOnRetry) return
  if (entry.state === 'failed' && flaws.neverStartsOver) return
  if (entry.state === 'failed' && !flaws.keepsFailuresOnRetry) entry.failures = 0
  entry.state = 'waiting'
  entry.due = Date.now()
}

const currentSecond = () => Math.floor(Date.now() / 1_000)

const restoreSchedule = (shared: Shared, id: string, pattern: string) => {
  if (!shared.schedules.has(id)) shared.schedules.set(id, { pattern, last: currentSecond() })
}

const tickSchedule = (shared: Shared, id: string, clock: { readonly pattern: string; last: number }, flaws: Flaws) => {
  const second = currentSecond()
  if (!clock.pattern.startsWith('* *') || second <= clock.last) return
  clock.last = second
  const [queue = '', name = ''] = id.split(' ')
  const key = flaws.repeatsScheduledKeys ? 'tick' : `tick-${id.replaceAll(/\W/g, '')}-${second}`
  addEntry(shared, { queue, name, data: {}, key }, { runsRepeatedKeys: true })
}

const applyFlaws = (job: Job, flaws: Flaws): Job => ({
  ...job,
  name: flaws.changesNames ? 'greet' : job.name,
  key: flaws.readsKeysAsNumbers && Number.isFinite(Number(job.key)) ? `${Number(job.key)}` : job.key,
  data: flaws.convertsDataToText
    ? Object.fromEntries(Object.entries(job.data).map(([field, value]) => [field, String(value)]))
    : job.data,
})
