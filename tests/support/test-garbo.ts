import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { openStorage } from '../../infrastructure/composition/bootstrap.ts'
import { readConfig } from '../../infrastructure/composition/config.ts'
import { startGarbo } from '../../infrastructure/composition/garbo.ts'
import { allProjections } from '../../infrastructure/composition/readers.ts'
import { queueOpener } from '../../infrastructure/jobs/queue-connections.ts'
import { servingStatus } from '../../infrastructure/projections/builds.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { apiClient } from './api-client.ts'
import { createTemplate, testDatabase } from './database.ts'
import { unlimitedRates } from './rate-limits.ts'

/** Starts a complete Garbo on its own database and collects its log lines. */
export const startTestGarbo = async (
  settings: Readonly<Record<string, string>> = {},
  limits: 'none' | 'as set' = 'none',
) => {
  const database = await databaseWithTables()
  const home = mkdtempSync(join(tmpdir(), 'garbo-home-'))
  const log: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      log.push(chunk.toString())
      done()
    },
  })
  const own = {
    NODE_ENV: 'test',
    PORT: '0',
    GARBO_HOME: home,
    DATABASE_URL: database.url,
    GARBO_MASTER_KEY: newMasterKey(),
    RATING_STAY_MAX_DAYS: '3650',
    ...settings,
  }
  const rates = limits === 'none' ? { rateLimits: unlimitedRates } : {}
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const config = readConfig({ ...own, ...more })
    const garbo = await startGarbo({ config, webAppFolder: null, logger: apiLogger('info', sink), ...rates })
    await garbo.ready()
    return { garbo, config, address: garbo.address ?? '' }
  }
  let running = await start()
  const readAfter = { position: '' }
  return {
    get address() {
      return running.address
    },
    database,
    home,
    config: running.config,
    log: () => log.join(''),
    visitor: () => apiClient(running.address, running.address, readAfter),
    /** Restarts on the same data with other settings; existing clients must be created anew. */
    restart: async (more: Readonly<Record<string, string>>) => {
      await running.garbo.stop()
      running = await start(more)
    },
    stop: async () => {
      await running.garbo.stop()
      await database.drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/**
 * A database with Garbo's tables, as its first start creates them. Copying them takes a fraction of the time; the specs
 * of the command line and the journeys start on an empty database.
 */
export const databaseWithTables = async () => {
  await (hasTemplate ??= createTemplate('garbo_tables', createTables))
  return testDatabase('garbo_tables')
}
let hasTemplate: Promise<void> | undefined

const createTables = async (url: string): Promise<void> => {
  const storage = await openStorage(
    readConfig({ NODE_ENV: 'test', DATABASE_URL: url, GARBO_MASTER_KEY: newMasterKey() }),
  )
  for (const projection of allProjections) await servingStatus(storage.pool, projection)
  const queue = await queueOpener({ kind: 'postgres', url }, () => undefined).queue('tables')
  await queue.close()
  await storage.close()
}

const newMasterKey = () => randomBytes(32).toString('base64')

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>

/** Runs an operator command against this Garbo; rejects with its output if it fails. */
export const runOperatorCommand = async (
  { config }: Pick<TestGarbo, 'config'>,
  ...words: readonly string[]
): Promise<string> => {
  const { DATABASE_URL, GARBO_MASTER_KEY, ESDB_URL } = config
  const env = { ...process.env, DATABASE_URL, GARBO_MASTER_KEY, ...(ESDB_URL !== undefined && { ESDB_URL }) }
  const said = await promisify(execFile)('node', ['infrastructure/cli/main.ts', ...words], { env })
  return said.stdout
}
