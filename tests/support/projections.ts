import type { Pool } from 'pg'

/** Makes the projection stop at the next event that changes its rows. */
export const stopProjection = async (pool: Pick<Pool, 'query'>, name: string): Promise<void> => {
  const { rows } = await pool.query<{ relation: string }>(
    `select relation from ops.builds where projection = $1 and state = 'serving'`,
    [name],
  )
  await pool.query(`alter table read."${rows[0]?.relation ?? ''}" add constraint stopped check (false) not valid`)
}
