import { randomBytes } from 'node:crypto'
import { Client, Pool, type PoolConfig } from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  readonly drop: () => Promise<void>
}

/** A pool that outlives its database: `end` resolves before the connections are closed, and `drop` may cut them off. */
export const poolOf = (url: string, config: PoolConfig = {}): Pool =>
  new Pool({ connectionString: url, ...config }).on('error', () => undefined)

/** A database of one's own in the run's cluster. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const cluster = inject('postgres')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = async (statement: string) => {
    const client = new Client({ connectionString: cluster })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name} strategy file_copy`)
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).href
  const pool = poolOf(url, { max: 20 })
  return {
    url,
    pool,
    drop: async () => {
      await pool.end()
      await admin(`drop database ${name} with (force)`)
    },
  }
}
