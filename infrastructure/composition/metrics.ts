import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { BackgroundTask } from '../../web/api/server-context.ts'
import { differingReadModels } from '../audit/read-model-checks.ts'
import { countSetAside } from '../projections/projection-engine.ts'
import { countMessages } from '../reactions/policy-runner.ts'
import { ttlCache } from '../ttl-cache.ts'
import type { Resources } from './bootstrap.ts'

/** The metrics of a process: its own, and those of the background tasks of all processes. */
export const createMetrics = (
  resources: Pick<Resources, 'databaseTime' | 'storage' | 'accessLog'>,
  listTasks: () => Promise<readonly BackgroundTask[]>,
): Registry => {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  registerClockMetric(metrics, resources)
  registerOutboxMetric(metrics, resources)
  registerSetAsideMetric(metrics, resources)
  registerDifferingMetric(metrics, resources)
  registerQueuedMetric(metrics, resources)
  registerDroppedMetric(metrics, resources)
  registerTaskMetrics(metrics, listTasks)
  return metrics
}

const registerClockMetric = (registry: Registry, { databaseTime }: Pick<Resources, 'databaseTime'>) =>
  new Gauge({
    name: 'garbo_clock_skew_seconds',
    help: 'How far the clock of this machine is behind the database, in seconds',
    registers: [registry],
    collect() {
      this.set(databaseTime.skewMs() / 1_000)
    },
  })

const registerQueuedMetric = (registry: Registry, { accessLog }: Pick<Resources, 'accessLog'>) =>
  new Gauge({
    name: 'garbo_access_log_queued',
    help: 'Entries of the access log that wait to be written',
    registers: [registry],
    collect() {
      this.set(accessLog.counts().queued)
    },
  })

const registerDroppedMetric = (registry: Registry, { accessLog }: Pick<Resources, 'accessLog'>) =>
  new Counter({
    name: 'garbo_access_log_dropped_total',
    help: 'Entries of the access log dropped because the database did not accept them',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(accessLog.counts().dropped)
    },
  })

const registerOutboxMetric = (registry: Registry, { storage }: Pick<Resources, 'storage'>) =>
  new Gauge({
    name: 'garbo_outbox_messages',
    help: 'Messages in the outbox by state; at most 100,000 queued and 100,000 given up are counted',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const counts = await countMessages(storage.queries).catch(() => null)
      if (counts === null) return
      this.set({ state: 'queued' }, counts.queued)
      this.set({ state: 'given_up' }, counts.givenUp)
      this.set({ state: 'delivered' }, counts.delivered)
    },
  })

const registerSetAsideMetric = (registry: Registry, { storage }: Pick<Resources, 'storage'>) =>
  new Gauge({
    name: 'garbo_set_aside_events',
    help: 'Events that a reader could not apply (failed), and later ones of the same rows (waiting)',
    labelNames: ['reader', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { reader, failed, waiting } of await countSetAside(storage.pool).catch(() => [])) {
        this.set({ reader, state: 'failed' }, failed)
        this.set({ reader, state: 'waiting' }, waiting)
      }
    },
  })

const registerDifferingMetric = (registry: Registry, { storage }: Pick<Resources, 'storage'>) =>
  new Gauge({
    name: 'garbo_differing_read_models',
    help: 'Read models that differed from the log when they were last compared',
    registers: [registry],
    async collect() {
      const differing = await differingReadModels(storage.pool).catch(() => null)
      if (differing !== null) this.set(differing.length)
    },
  })

/** The metrics of one scrape are computed from one list. */
const taskListMs = 1_000

const registerTaskMetrics = (registry: Registry, listTasks: () => Promise<readonly BackgroundTask[]>) => {
  const recentTasks = ttlCache<readonly BackgroundTask[]>(taskListMs, 1)
  const register = (name: string, help: string, valueOf: (task: BackgroundTask) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const task of await recentTasks('tasks', listTasks).catch(() => [])) {
          const value = valueOf(task)
          if (value !== null) this.set({ task: task.name }, value)
        }
      },
    })
  register('garbo_task_leader', 'Whether a live process does the background task: 1 or 0', ({ hasLeader }) =>
    hasLeader ? 1 : 0,
  )
  register(
    'garbo_task_lag_events',
    'Events a projection or policy has not read, up to 1,000, and messages that are due',
    ({ lagEvents }) => lagEvents,
  )
  register(
    'garbo_task_lag_seconds',
    'Age of the oldest unread event or message that is due, or how long a timer is overdue',
    ({ lagSeconds }) => lagSeconds,
  )
  register(
    'garbo_task_last_progress_seconds',
    'Seconds since a projection or policy moved, a message was delivered or a timer did its work',
    ({ lastProgressSeconds }) => lastProgressSeconds,
  )
}
