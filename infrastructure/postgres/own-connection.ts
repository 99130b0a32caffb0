import type { Pool, PoolClient } from 'pg'

/**
 * Works on a connection that nobody else gets afterwards: whatever it holds (a transaction, locks, settings) goes with it,
 * also when the work fails.
 */
export const onOwnConnection = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  // lost between two statements: the next one says so
  client.on('error', () => undefined)
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}
