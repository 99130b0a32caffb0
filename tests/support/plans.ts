import type { Pool } from 'pg'
import type { CommonQueryMethods } from 'slonik'

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Step[]
}

/** How Postgres answers a query: every step of its plan, and how many rows each met. */
export const planOf = async (
  pool: Pool,
  ask: (db: CommonQueryMethods) => Promise<unknown>,
): Promise<readonly Step[]> => {
  const steps: Step[] = []
  const explain = async ({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Step }[] }>(
      `explain (analyze, format json) ${sql.replaceAll('$slonik_', '$')}`,
      [...values],
    )
    const walk = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(walk)]
    steps.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => walk(Plan))))
    return []
  }
  await ask({ any: explain, maybeOne: explain } as unknown as CommonQueryMethods)
  return steps
}
