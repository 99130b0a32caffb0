import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { readConfig } from '../../infrastructure/composition/config.ts'
import { startGarbo } from '../../infrastructure/composition/garbo.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { testDatabase } from './database.ts'
import { boundless } from './limits.ts'
import { visitor } from './visitor.ts'

/** The whole of Garbo on a database of its own, with everything it logs kept to be read. */
export const wholeGarbo = async (
  settings: Readonly<Record<string, string>> = {},
  limits: 'none' | 'as set' = 'none',
) => {
  const database = await testDatabase()
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
    GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  }
  const rates = limits === 'none' ? { limits: boundless } : {}
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const config = readConfig({ ...own, ...more })
    const garbo = await startGarbo({ config, screens: null, logger: apiLogger('info', sink), ...rates })
    await garbo.ready()
    return { garbo, config, address: garbo.address ?? '' }
  }
  let running = await start()
  return {
    get address() {
      return running.address
    },
    database,
    home,
    config: running.config,
    log: () => log.join(''),
    visitor: () => visitor(running.address),
    /** Stops, and starts again on the same data with other settings; visitors are new ones. */
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
