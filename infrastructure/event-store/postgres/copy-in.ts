import { Query, type Client, type Connection } from 'pg'
import { longestStatement } from './query.ts'

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
      const framedRows = framed(rows)
      connection.stream.cork()
      connection.query(statements)
      connection.stream.write(framedRows)
      connection.stream.uncork()
    }
    client.query(
      Object.assign(query, { query_timeout: longestStatement, submit, handleCopyInResponse: () => undefined }),
    )
  })

const done = Buffer.from('c\0\0\0\x04', 'latin1')

/** As the messages CopyData and CopyDone. */
const framed = (rows: string): Buffer => {
  const size = Buffer.byteLength(rows)
  const frame = Buffer.allocUnsafe(5 + size + done.length)
  frame.write('d', 'latin1')
  frame.writeInt32BE(4 + size, 1)
  frame.write(rows, 5)
  done.copy(frame, 5 + size)
  return frame
}
