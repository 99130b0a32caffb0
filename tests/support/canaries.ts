import type { Pool } from 'pg'

/** Every cell of every table that holds one of the secrets, as text or as bytes; `schema.table.column`. */
export const cellsHolding = async (
  pool: Pick<Pool, 'query'>,
  secrets: readonly string[],
): Promise<readonly string[]> => {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found = new Set<string>()
  for (const { schema, name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from "${schema}"."${name}"`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = Buffer.isBuffer(value)
          ? value.toString('utf8')
          : typeof value === 'string'
            ? value
            : JSON.stringify(value)
        if (secrets.some((secret) => text?.includes(secret))) found.add(`${schema}.${name}.${column}`)
      }
  }
  return [...found]
}
