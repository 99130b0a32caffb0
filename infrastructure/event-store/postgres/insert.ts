import { Query, type Client, type Connection, type QueryResult } from 'pg'
import { longestStatement, type Statement } from './query.ts'

type Value = string | number | Buffer | null

/** How many rows were written. */
export type Insert = (statement: Statement, values: readonly Value[]) => Promise<number>

/**
 * Binds and executes in one go. `pg` describes each statement as well, to know what its rows look like: an insert has none, and
 * one append by itself would wait for that longer than for its event to be put together.
 */
export const insertOn =
  (client: Client): Insert =>
  ({ name, text }, values) =>
    new Promise((resolve, reject) => {
      const query = new Query(text, (error: Error | null | undefined, result: Pick<QueryResult, 'rowCount'>) => {
        if (error) reject(error)
        else resolve(result.rowCount ?? 0)
      })
      const submit = (connection: Prepared) => {
        const { stream, parsedStatements, submittedNamedStatements } = connection
        stream.cork()
        if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
          connection.parse({ name, text, types: [] }, true)
          submittedNamedStatements[name] = text
        }
        connection.bind({ statement: name, values: values.map(asSent) }, true)
        connection.execute(null, true)
        connection.sync()
        stream.uncork()
      }
      client.query(Object.assign(query, { name, query_timeout: longestStatement, submit }))
    })

/** As `pg` keeps count of them: sent, and known to be there. */
interface Prepared extends Connection {
  readonly submittedNamedStatements: Record<string, string | undefined>
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
}

const asSent = (value: Value) => (typeof value === 'number' ? String(value) : value)
