import { Redis } from 'ioredis'
import type { JobStore } from '../../infrastructure/jobs/queue-connections.ts'
import { createPool } from './database.ts'

/** Loses all jobs and schedules: `FLUSHALL` on Redis, empty tables on Postgres. */
export const emptyJobStore = async ({ kind, url }: JobStore): Promise<void> => {
  if (kind === 'redis') {
    const client = new Redis(url)
    await client.flushall()
    client.disconnect()
    return
  }
  const pool = createPool(url, { max: 1 })
  const { rows } = await pool.query<{ name: string }>(
    `select format('jobs.%I', table_name) as name from information_schema.tables
     where table_schema = 'jobs' and table_type = 'BASE TABLE' and table_name not in ('migration', 'meta')`,
  )
  await pool.query(rows.map(({ name }) => `delete from ${name}`).join(';'))
  await pool.end()
}
