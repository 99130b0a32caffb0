import { CronExpressionParser } from 'cron-parser'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type Migrations, statement } from '../postgres/postgres.ts'
import { scheduleTimeZone } from './schedules.ts'

export const jobsMigrations: Migrations = { module: 'jobs', folder: new URL('migrations/', import.meta.url) }

/** Records when timers did their work. Names are `<queue>/<name>`. */
export interface TimerRecorder {
  readonly registered: (name: string, pattern: string) => Promise<void>
  /** Records the timer again if a worker of another version has forgotten it. */
  readonly succeeded: (name: string, pattern: string) => Promise<void>
  /** Forgets timers with other names, which would be overdue from their next time on. */
  readonly keepOnly: (names: readonly string[]) => Promise<void>
}

export const timerRecorder = (db: CommonQueryMethods): TimerRecorder => ({
  registered: async (name, pattern) => {
    await db.query(statement`
      insert into ops.timers as t (name, pattern) values (${name}, ${pattern})
      on conflict (name) do update set pattern = excluded.pattern, registered_at = now()
      where t.pattern <> excluded.pattern`)
  },
  succeeded: async (name, pattern) => {
    await db.query(statement`
      insert into ops.timers (name, pattern, succeeded_at) values (${name}, ${pattern}, now())
      on conflict (name) do update set succeeded_at = now()`)
  },
  keepOnly: async (names) => {
    await db.query(statement`delete from ops.timers where name <> all (${sql.array(names, 'text')})`)
  },
})

const StoredTimer = z.object({ name: z.string(), pattern: z.string(), since: z.number(), now: z.number() })

export interface TimerStatus {
  readonly name: string
  /** Since it last did its work, or since it was registered. */
  readonly lastRunSeconds: number
  /** Since the latest time at which it should have run, if it has not run since; otherwise 0. */
  readonly overdueSeconds: number
}

/** All times are the database's. */
export const listTimers = async (db: CommonQueryMethods): Promise<readonly TimerStatus[]> => {
  const rows = await db.any(sql.type(StoredTimer)`
    select name, pattern, extract(epoch from coalesce(succeeded_at, registered_at))::float8 * 1000 as since,
      extract(epoch from now())::float8 * 1000 as now
    from ops.timers order by name`)
  return rows.map(({ name, pattern, since, now }) => {
    const due = lastTimeBefore(pattern, now)
    return {
      name,
      lastRunSeconds: (now - since) / 1_000,
      overdueSeconds: since >= due ? 0 : (now - due) / 1_000,
    }
  })
}

const lastTimeBefore = (pattern: string, now: number): number =>
  CronExpressionParser.parse(pattern, { tz: scheduleTimeZone, currentDate: new Date(now) })
    .prev()
    .getTime()
