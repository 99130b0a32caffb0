import type { ClientBase, CustomTypesConfig, Pool, QueryArrayConfig } from 'pg'

export interface Statement {
  readonly name: string
  readonly text: string
}

/** What came back, as Postgres wrote it. */
export type Row = readonly (string | null)[]
export type Query = (statement: Statement, values: readonly unknown[]) => Promise<readonly Row[]>

/** However slow the database, an answer is given after this. */
export const longestStatement = 15_000
const tooLate = 'the database has not answered in time'

/** `pg`'s type parsers belong to the whole process and anybody may change them: these are ours. */
const asText: CustomTypesConfig = { getTypeParser: () => (text: string) => text }

export const queryOn =
  (connection: Pool | ClientBase): Query =>
  async (statement, values) =>
    (await connection.query<(string | null)[]>(config(statement, values))).rows

const config = (
  statement: Statement,
  values: readonly unknown[],
): QueryArrayConfig & { readonly query_timeout: number } => ({
  ...statement,
  values: [...values],
  rowMode: 'array',
  types: asText,
  query_timeout: longestStatement,
})

/** The same, also when no connection becomes free, or the answer does not come. */
export const inTime =
  <Args extends readonly unknown[], A>(ask: (...args: Args) => Promise<A>) =>
  async (...args: Args): Promise<A> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(tooLate)), longestStatement)
    })
    try {
      return await Promise.race([ask(...args), late])
    } finally {
      clearTimeout(timer)
    }
  }

/** `{1,2,3}` of numbers or UUIDs; null of none. */
export const listOf = (text: string | null | undefined): readonly string[] =>
  text === null || text === undefined || text === '{}' ? [] : text.slice(1, -1).split(',')
