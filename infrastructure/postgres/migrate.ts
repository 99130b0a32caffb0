import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Pool, PoolClient } from 'pg'
import { onOwnConnection } from './own-connection.ts'

/** A folder of `0001-what-it-does.sql` files, run once each, in order, each in its own transaction. */
export interface Migrations {
  readonly module: string
  readonly folder: URL
}

/** Brings a database up to date; many processes may ask at once. A file changed after it ran is refused. */
export const migrate = (pool: Pool, all: readonly Migrations[]): Promise<void> =>
  onOwnConnection(pool, async (client) => {
    await client.query('select pg_advisory_lock(72617262)')
    await client.query(`create table if not exists garbo_migrations (
      module text, name text, checksum text not null, at timestamptz not null default now(), primary key (module, name))`)
    for (const { module, folder } of all)
      for (const name of readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .sort())
        await runOnce(client, module, name, readFileSync(new URL(name, folder), 'utf8'))
  })

const runOnce = async (client: PoolClient, module: string, name: string, sql: string): Promise<void> => {
  const checksum = createHash('sha256').update(sql).digest('hex')
  const done = await client.query<{ checksum: string }>(
    'select checksum from garbo_migrations where module = $1 and name = $2',
    [module, name],
  )
  if (done.rows[0]?.checksum === checksum) return
  if (done.rows[0]) throw new Error(`Migration ${module}/${name} was changed after it ran`)
  await client.query('begin')
  await client.query(sql)
  await client.query('insert into garbo_migrations values ($1, $2, $3)', [module, name, checksum])
  await client.query('commit')
}
