import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { wholeGarbo } from './garbo.ts'

type Whole = Awaited<ReturnType<typeof wholeGarbo>>

/** The operator's command line beside this Garbo; rejects with what it said when it refuses. */
export const operator = async ({ config }: Pick<Whole, 'config'>, ...words: readonly string[]): Promise<string> => {
  const { DATABASE_URL, GARBO_MASTER_KEY, ESDB_URL } = config
  const env = { ...process.env, DATABASE_URL, GARBO_MASTER_KEY, ...(ESDB_URL !== undefined && { ESDB_URL }) }
  const said = await promisify(execFile)('node', ['infrastructure/composition/cli.ts', ...words], { env })
  return said.stdout
}
