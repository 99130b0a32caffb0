import type { Pool } from 'pg'

/** The table behind `read.<name>`. */
export const servingTable = async (pool: Pick<Pool, 'query'>, name: string): Promise<string> => {
  const { rows } = await pool.query<{ relation: string }>(
    `select relation from ops.builds where projection = $1 and state = 'serving'`,
    [name],
  )
  return rows[0]?.relation ?? ''
}

/** Keeps the read model at its position: no process can claim its checkpoint. */
export const holdProjection = async (pool: Pick<Pool, 'query'>, name: string): Promise<void> => {
  await pool.query('update ops.checkpoints set fence = -1 where name = $1', [await servingTable(pool, name)])
}
