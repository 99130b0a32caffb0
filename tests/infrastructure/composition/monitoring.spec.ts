import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { AnyPolicy } from '../../../application/policy.ts'
import type { EventStore, RecordedEvent } from '../../../application/ports/event-store.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { listBackgroundTasks } from '../../../infrastructure/composition/background-tasks.ts'
import { startGarbo } from '../../../infrastructure/composition/garbo.ts'
import {
  allProjections,
  type CheckReaders,
  readerHealth,
  readerInspection,
} from '../../../infrastructure/composition/readers.ts'
import { openQueries } from '../../../infrastructure/postgres/postgres.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import type { BackgroundTask } from '../../../web/api/server-context.ts'
import { holdProjection, servingTable } from '../../support/projections.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpClient } from '../../support/users.ts'

interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook: string }
}
interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const { groups } = parse(readFileSync('docs/operations/alerts.yml', 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(readFileSync('docs/operations/dashboard.json', 'utf8')) as {
  readonly panels: readonly Panel[]
}
const queries: readonly (readonly [name: string, text: string])[] = [
  ...rules.map(({ alert, expr, annotations }) => [alert, `${expr} ${annotations.summary}`] as const),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => [title, `${expr} ${legendFormat}`] as const),
  ),
]

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let exported: ReadonlyMap<string, ReadonlySet<string>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  await signUpClient(garbo, 'ada')
  await garbo.database.pool.query(
    `insert into ops.set_aside (reader, position, key, stream, version, event_id, event_type, reason)
     values ($1, '1', 'x', 'review-x', 1, 'x', 'ReviewSubmitted', 'too long')`,
    [await servingTable(garbo.database.pool, 'reviews')],
  )
  exported = labelsByMetric(await (await fetch(`${garbo.address}/metrics`)).text())
})
afterAll(() => garbo.stop())

/** The label names of each metric in the text format of Prometheus. */
const labelsByMetric = (text: string) => {
  const found = new Map<string, Set<string>>()
  for (const [, help, name, labels = ''] of text.matchAll(/^# HELP (\w+)|^(\w+)(?:\{(.*)\})? /gm)) {
    const metric = help ?? name ?? ''
    const known = found.get(metric) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(metric, known)
  }
  return found
}

const labelsUsedIn = (query: string): readonly string[] => [
  ...[...query.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  ...[...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',').map((label) => label.trim())),
  ...[...query.matchAll(/\{\{(?:\s*\$labels\.)?\s*([a-z]\w*)\s*\}\}/g)].map(([, label = '']) => label),
]
const metricsUsedIn = (query: string) => [...query.matchAll(/\b(?:garbo|nodejs|process)_\w+/g)].map(([name]) => name)
/** Labels that Prometheus adds. */
const addedLabels = ['instance', 'job']

describe('the alert rules and the dashboard', () => {
  it.each(queries)('%s uses metrics and labels that Garbo exports', (_, query) => {
    const used = metricsUsedIn(query)
    expect(used.filter((name) => !exported.has(name))).toEqual([])
    const labels = new Set([...addedLabels, ...used.flatMap((name) => [...(exported.get(name) ?? [])])])
    expect(labelsUsedIn(query).filter((label) => !labels.has(label))).toEqual([])
  })

  it('do not use a metric that is missing', () =>
    expect(metricsUsedIn('max by (task) (garbo_unknown) > 0').filter((name) => !exported.has(name))).toEqual([
      'garbo_unknown',
    ]))

  it.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook] as const))(
    '%s refers to a section of the runbook',
    (_, reference) => {
      const [file = '', anchor] = reference.split('#')
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
      expect(headings).toContain(anchor)
    },
  )
})

describe('the background tasks', () => {
  const tasks = async () => {
    const response = await fetch(`${garbo.address}/readyz`)
    return ((await response.json()) as { readonly tasks: readonly BackgroundTask[] }).tasks
  }

  it('are every projection, policy and timer, and the outbox, each with a live leader', async () => {
    const listed = await tasks()
    const names = listed.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(allProjections.map(({ name }) => `projection:${name}`)))
    expect(names).toEqual(expect.arrayContaining(['policy:rewards', 'timer:timers/payouts-due', 'outbox']))
    for (const task of listed)
      expect(task).toMatchObject({ hasLeader: true, lagSeconds: expect.any(Number) as unknown })
  })

  it('report how far behind a projection is that does not move, and for how long', async () => {
    await holdProjection(garbo.database.pool, 'favourites')
    await signUpClient(garbo, 'bea')
    await expect
      .poll(async () => (await tasks()).find(({ name }) => name === 'projection:favourites')?.lagEvents, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0)
    const metrics = async () => (await fetch(`${garbo.address}/metrics`)).text()
    await expect
      .poll(metrics, { timeout: 30_000 })
      .toMatch(/garbo_task_lag_events\{task="projection:favourites"\} [1-9]/)
    expect(await metrics()).toMatch(/garbo_task_last_progress_seconds\{task="projection:favourites"\} \d/)
  })

  it('and the health of a process need one look at the log, for all projections and policies', async () => {
    let looks = 0
    const head = () => {
      looks++
      return TE.right(null)
    }
    const store = { head, readAll: () => TE.right([]) } as Pick<EventStore, 'head' | 'readAll'> as EventStore
    const { pool } = garbo.database
    const inspect = readerInspection({ pool, store }, [{ name: 'rewards' } as AnyPolicy])
    const queries = await openQueries(garbo.database.url, 1)
    const [health, listed] = await Promise.all([
      readerHealth(inspect)(),
      listBackgroundTasks({ inspect, queries, clock: systemClock() }),
    ])
    await queries.end()
    expect(health.notReady).toEqual([])
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['projection:reviews', 'policy:rewards']))
    expect(looks).toBe(1)
  })

  it('are inspected anew for a request that comes while an inspection gets no answer', async () => {
    const answers = [new Promise<never>(() => undefined), Promise.resolve(E.right(null))]
    const store = { head: () => () => answers.shift(), readAll: () => TE.right([]) } as unknown as EventStore
    const inspect = readerInspection({ pool: garbo.database.pool, store }, [])
    inspect().catch(() => undefined)
    await expect.poll(() => answers.length).toBe(1)
    expect((await inspect()).readModels.map(({ lag }) => lag)).toContain(0)
  })
})

describe('the background tasks without a worker', () => {
  it('have no leader, which is a warning, until another one starts', async () => {
    const api = await startTestGarbo()
    onTestFinished(api.stop)
    await api.restart({ GARBO_ROLE: 'api' })
    const config = { ...api.config, GARBO_ROLE: 'worker' as const }
    const startWorker = () => startGarbo({ config, webAppFolder: null, logger: apiLogger('silent') })
    const readiness = async () => {
      const response = await fetch(`${api.address}/readyz`)
      return {
        status: response.status,
        ...((await response.json()) as { warnings: readonly string[]; tasks: readonly BackgroundTask[] }),
      }
    }
    const leaders = async () => new Set((await readiness()).tasks.map(({ hasLeader }) => hasLeader))
    const metrics = async () => (await fetch(`${api.address}/metrics`)).text()

    const worker = await startWorker()
    await expect.poll(leaders, { timeout: 30_000 }).toEqual(new Set([true]))
    await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ status: 200, warnings: [] })

    await worker.stop()
    await expect.poll(leaders, { timeout: 30_000 }).toEqual(new Set([false]))
    const { status, warnings } = await readiness()
    expect(status).toBe(200)
    expect(new Set(warnings).size).toBe(warnings.length)
    expect(warnings).toEqual(
      expect.arrayContaining([
        'the projection payouts has no leader',
        'the policy payouts has no leader',
        'the policy rewards has no leader',
      ]),
    )
    for (const task of ['projection:reviews', 'policy:rewards', 'timer:timers/payouts-due', 'outbox'])
      await expect.poll(metrics, { timeout: 30_000 }).toContain(`garbo_task_leader{task="${task}"} 0`)

    const next = await startWorker()
    await expect.poll(leaders, { timeout: 30_000 }).toEqual(new Set([true]))
    await expect.poll(metrics, { timeout: 30_000 }).not.toMatch(/^garbo_task_leader\{.*\} 0$/m)
    await next.stop()
  })
})

describe('a process is', () => {
  /** A log in which every reader is this far behind. */
  const behind = (events: number) => {
    const position = '99999999999999999999'
    return {
      head: () => TE.right(position),
      readAll: () => TE.right(Array.from({ length: events }, () => ({ position, meta: '{}' }) as RecordedEvent)),
    }
  }
  const check = (store: ReturnType<typeof behind>, isReady: CheckReaders) => {
    current = store
    return isReady()
  }
  let current = behind(0)
  const store = { head: () => current.head(), readAll: () => current.readAll() } as Pick<
    EventStore,
    'head' | 'readAll'
  > as EventStore

  it('not ready while its readers are far behind, but stays ready when they fall behind later', async () => {
    const isReady = readerHealth(readerInspection({ pool: garbo.database.pool, store }, []))
    expect((await check(behind(501), isReady)).notReady).toContain('the projection reviews is 501 events behind')
    expect((await check(behind(500), isReady)).notReady).toEqual([])
    const later = await check(behind(501), isReady)
    expect(later.notReady).toEqual([])
    expect(later.warnings).toContain('the projection reviews is 501 events behind')
  })

  it('inspected anew once an inspection has ended, even within one turn of the event loop', async () => {
    let statements = 0
    const query = () => {
      statements++
      return Promise.reject(new Error('gone'))
    }
    const inspect = readerInspection({ pool: { query } as never, store }, [])
    await expect(inspect()).rejects.toThrow('gone')
    const ofTheFirst = statements
    expect(ofTheFirst).toBeGreaterThan(0)
    await expect(inspect()).rejects.toThrow('gone')
    expect(statements).toBe(2 * ofTheFirst)
  })

  it('not ready when the log is unavailable, even if it was ready before', async () => {
    const isReady = readerHealth(readerInspection({ pool: garbo.database.pool, store }, []))
    await check(behind(0), isReady)
    const unavailable = { type: 'Unavailable', cause: 'gone' } as const
    current = { head: () => TE.left(unavailable), readAll: () => TE.left(unavailable) } as never
    expect((await isReady()).notReady).toEqual(['the database or the event log is unavailable'])
  })
})
