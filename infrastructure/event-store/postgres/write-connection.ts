import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Connection, Query, type QueryResult } from 'pg'
import { isPermanentError, isUniqueViolation } from '../../postgres/postgres.ts'
import { queryOn, type RunQuery, type Statement, statementTimeoutMs } from './statements.ts'

/** One connection that is made when first needed and made anew after it was lost. */
export interface WriteConnection {
  /** Resolves when there is a connection, null when there is one: what is asked in the same turn goes there, or fails with it. */
  readonly open: () => Promise<void> | null
  /** Statements are sent at once and answered in order. */
  readonly query: RunQuery
  readonly insert: RunInsert
  /** The same for statements of which one copies these rows in. */
  readonly copyIn: (statements: string, rows: string) => Promise<void>
  readonly close: () => Promise<void>
}

interface ConnectionSlot {
  readonly opening: Promise<Client>
  /** Once it is there: nobody waits a turn for what he could have at once. */
  client: Client | null
}

/** How long a connection is tried for before the database counts as away: it may be restarting. */
const connectTimeoutMs = 2_000
const connectRetryMs = 50

/** `opened` is told of each connection before anything is asked on it: the database may be another, brought back from a copy. */
export const writeConnection = (connectionString: string, opened: () => void = () => undefined): WriteConnection => {
  let current: ConnectionSlot | null = null

  const connected = (): Promise<Client> => {
    if (current) return current.opening
    const made: ConnectionSlot = { opening: connectWithRetry(connectionString, opened), client: null }
    const forget = () => {
      if (current === made) current = null
    }
    const take = (client: Client) => {
      made.client = client.once('error', forget).once('end', forget)
    }
    made.opening.then(take, forget)
    current = made
    return made.opening
  }

  const askOn = <A>(client: Client, ask: (client: Client) => Promise<A>): Promise<A> => {
    const answer = ask(client)
    answer.catch((error: unknown) => {
      if (isPermanentError(error) || isUniqueViolation(error)) return
      if (current?.client === client) current = null
      closeQuietly(client)
    })
    return answer
  }

  const on = <A>(ask: (client: Client) => Promise<A>): Promise<A> =>
    current?.client ? askOn(current.client, ask) : connected().then((client) => askOn(client, ask))

  return {
    open: () => (current?.client ? null : connected().then(() => undefined)),
    query: (statement, values) => on((client) => queryOn(client)(statement, values)),
    insert: (statement, values) => on((client) => insertOn(client)(statement, values)),
    copyIn: (statements, rows) => on((client) => copyIn(client, statements, rows)),
    close: async () => {
      const client = await current?.opening.catch(() => null)
      current = null
      if (client) await Promise.race([client.end(), pause(connectTimeoutMs)]).catch(() => undefined)
    },
  }
}

/** Plans are made once and never scan a table; statements see what committed before them, whatever the database's default. */
const sessionSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  default_transaction_isolation: 'read\\ committed',
  lock_timeout: `${statementTimeoutMs / 2}`,
}

const connectWithRetry = async (connectionString: string, opened: () => void): Promise<Client> => {
  for (const until = performance.now() + connectTimeoutMs; ;) {
    const client = new Client({
      connectionString,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs - 1_000,
      options: Object.entries(sessionSettings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      opened()
      return client
    } catch (error) {
      closeQuietly(client)
      if (performance.now() > until) throw error
      await pause(connectRetryMs)
    }
  }
}

const closeQuietly = (client: Client) => {
  client.end().catch(() => undefined)
}

type ParameterValue = string | number | Buffer | null

/** How many rows were written. */
export type RunInsert = (statement: Statement, values: readonly ParameterValue[]) => Promise<number>

/**
 * Binds and executes in one go. `pg` describes each statement as well, to know what its rows look like: an insert has none, and
 * one append by itself would wait for that longer than for its event to be put together.
 */
export const insertOn =
  (client: Client): RunInsert =>
  ({ name, text }, values) =>
    new Promise((resolve, reject) => {
      const query = new Query(text, (error: Error | null | undefined, result: Pick<QueryResult, 'rowCount'>) => {
        if (error) reject(error)
        else resolve(result.rowCount ?? 0)
      })
      const submit = (connection: PreparedConnection) => {
        const { stream, parsedStatements, submittedNamedStatements } = connection
        stream.cork()
        if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
          connection.parse({ name, text, types: [] }, true)
          submittedNamedStatements[name] = text
        }
        connection.bind({ statement: name, values: values.map(toWire) }, true)
        connection.execute(null, true)
        connection.sync()
        stream.uncork()
      }
      client.query(Object.assign(query, { name, query_timeout: statementTimeoutMs, submit }))
    })

/** As `pg` keeps count of them: sent, and known to be there. */
interface PreparedConnection extends Connection {
  readonly submittedNamedStatements: Record<string, string | undefined>
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
}

const toWire = (value: ParameterValue) => (typeof value === 'number' ? String(value) : value)

/**
 * Sends statements of which one copies from stdin, and the rows right behind, without waiting to be asked for them: one way
 * there, one back, all in one transaction. Where a statement before the copy fails, the server passes over the rows.
 */
export const copyIn = (client: Client, statements: string, rows: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const query = new Query(statements, (error: Error | null | undefined) => {
      if (error) reject(error)
      else resolve()
    })
    const submit = (connection: Connection) => {
      const framedRows = copyMessages(rows)
      connection.stream.cork()
      connection.query(statements)
      connection.stream.write(framedRows)
      connection.stream.uncork()
    }
    client.query(
      Object.assign(query, { query_timeout: statementTimeoutMs, submit, handleCopyInResponse: () => undefined }),
    )
  })

const copyDoneMessage = Buffer.from('c\0\0\0\x04', 'latin1')

/** As the messages CopyData and CopyDone. */
const copyMessages = (rows: string): Buffer => {
  const size = Buffer.byteLength(rows)
  const frame = Buffer.allocUnsafe(5 + size + copyDoneMessage.length)
  frame.write('d', 'latin1')
  frame.writeInt32BE(4 + size, 1)
  frame.write(rows, 5)
  copyDoneMessage.copy(frame, 5 + size)
  return frame
}
