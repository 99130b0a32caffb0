import { Socket } from 'node:net'
import { Client } from 'pg'

/** A transaction that somebody who is not the store has begun, and has not ended. */
export interface OpenTransaction {
  readonly pid: number
  readonly client: Client
  readonly rollBack: () => Promise<void>
}

/** Has written, and so has a number that every other transaction of the cluster sees. */
export const openWritingTransaction = (url: string): Promise<OpenTransaction> =>
  openTransaction(new Client({ connectionString: url }), [
    'create table if not exists busy (n int)',
    'begin isolation level repeatable read',
    'insert into busy values (1)',
  ])

/** Has looked at the log, and idles on with its picture of it and its lock. */
export const openIdleTransaction = (url: string): Promise<OpenTransaction> =>
  openTransaction(new Client({ connectionString: url }), [
    'begin isolation level repeatable read',
    'select position from log.events order by position desc limit 1',
  ])

export interface DumpTransaction extends OpenTransaction {
  readonly tables: readonly string[]
  /** Stops taking what the server sends, which then waits in the middle of a table; or takes it again. */
  readonly setReceiving: (isTaking: boolean) => void
}

/**
 * What `pg_dump` does, of which the embedded Postgres has none: one picture of the whole database, a lock on every table, and
 * each of `tables` can be copied out.
 */
export const openDumpTransaction = async (url: string): Promise<DumpTransaction> => {
  const socket = new Socket()
  const client = new Client({ connectionString: url, stream: () => socket })
  const open = await openTransaction(client, ['begin isolation level repeatable read, read only'])
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const tables = rows.map(({ name }) => name)
  await client.query(`lock table ${tables.join()} in access share mode`)
  return { ...open, tables, setReceiving: (isTaking) => (isTaking ? socket.resume() : socket.pause()) }
}

const openTransaction = async (client: Client, statements: readonly string[]): Promise<OpenTransaction> => {
  client.on('error', () => undefined)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    pid: rows[0]?.pid ?? 0,
    client,
    rollBack: async () => {
      await client.query('rollback')
      await client.end()
    },
  }
}
