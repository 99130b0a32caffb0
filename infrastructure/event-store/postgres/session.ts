import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { isConflict, isRefusal } from '../../postgres/refusals.ts'
import { copyIn } from './copy-in.ts'
import { insertOn, type Insert } from './insert.ts'
import { longestStatement, queryOn, type Query } from './query.ts'

/** One connection that is made when first needed and made anew after it was lost. */
export interface Session {
  /** Resolves when there is a connection, null when there is one: what is asked in the same turn goes there, or fails with it. */
  readonly open: () => Promise<void> | null
  /** Statements are sent at once and answered in order. */
  readonly query: Query
  readonly insert: Insert
  /** The same for statements of which one copies these rows in. */
  readonly copyIn: (statements: string, rows: string) => Promise<void>
  readonly close: () => Promise<void>
}

interface Connection {
  readonly opening: Promise<Client>
  /** Once it is there: nobody waits a turn for what he could have at once. */
  client: Client | null
}

/** How long a connection is tried for before the database counts as away: it may be restarting. */
const patience = 2_000
const betweenTries = 50

/** `opened` is told of each connection before anything is asked on it: the database may be another, brought back from a copy. */
export const session = (connectionString: string, opened: () => void = () => undefined): Session => {
  let current: Connection | null = null

  const connected = (): Promise<Client> => {
    if (current) return current.opening
    const made: Connection = { opening: connect(connectionString, opened), client: null }
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
      if (isRefusal(error) || isConflict(error)) return
      if (current?.client === client) current = null
      end(client)
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
      if (client) await Promise.race([client.end(), pause(patience)]).catch(() => undefined)
    },
  }
}

/** Plans are made once and never scan a table; statements see what committed before them, whatever the database's default. */
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  default_transaction_isolation: 'read\\ committed',
  lock_timeout: `${longestStatement / 2}`,
}

const connect = async (connectionString: string, opened: () => void): Promise<Client> => {
  for (const until = performance.now() + patience; ;) {
    const client = new Client({
      connectionString,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: patience,
      statement_timeout: longestStatement - 1_000,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      opened()
      return client
    } catch (error) {
      end(client)
      if (performance.now() > until) throw error
      await pause(betweenTries)
    }
  }
}

const end = (client: Client) => {
  client.end().catch(() => undefined)
}
