import { Socket } from 'node:net'
import { Client } from 'pg'

/** An open transaction of another client of the database. */
export interface OpenTransaction {
  readonly pid: number
  readonly client: Client
  readonly rollBack: () => Promise<void>
}

/** Opens a transaction that has written, and so holds a transaction id visible to the whole cluster. */
export const openWritingTransaction = (url: string): Promise<OpenTransaction> =>
  openTransaction(new Client({ connectionString: url }), [
    'create table if not exists busy (n int)',
    'begin isolation level repeatable read',
    'insert into busy values (1)',
  ])

/** Opens a transaction that has read the log and stays idle with its snapshot and lock. */
export const openIdleTransaction = (url: string): Promise<OpenTransaction> =>
  openTransaction(new Client({ connectionString: url }), [
    'begin isolation level repeatable read',
    'select position from log.events order by position desc limit 1',
  ])

export interface DumpTransaction extends OpenTransaction {
  readonly tables: readonly string[]
  /** Stops or resumes receiving, so that the server blocks in the middle of a table. */
  readonly setReceiving: (isTaking: boolean) => void
}

/**
 * Does what `pg_dump` does, which the embedded Postgres lacks: takes one snapshot of the database and a lock on every table;
 * each of `tables` can then be copied, partitions instead of the tables they belong to.
 */
export const openDumpTransaction = async (url: string): Promise<DumpTransaction> => {
  const socket = new Socket()
  const client = new Client({ connectionString: url, stream: () => socket })
  const open = await openTransaction(client, ['begin isolation level repeatable read, read only'])
  const { rows } = await client.query<{ name: string; isPartitioned: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind = 'p' as "isPartitioned"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  await client.query(`lock table ${rows.map(({ name }) => name).join()} in access share mode`)
  const tables = rows.filter(({ isPartitioned }) => !isPartitioned).map(({ name }) => name)
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
