import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bootstrap } from '../../../infrastructure/composition/bootstrap.ts'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
const home = mkdtempSync(join(tmpdir(), 'garbo-bootstrap-'))
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

const config = readConfig({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  GARBO_HOME: home,
  GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
})

/** The clock of this machine is `ms` ahead until the test ends. */
const runAhead = (ms: number) => {
  const realNow = Date.now
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
  onTestFinished(() => spy.mockRestore())
}

describe('R29: a process whose machine has the wrong time', () => {
  it('refuses to start in production, and says by how much', async () => {
    runAhead(120_000)
    await expect(bootstrap({ ...config, NODE_ENV: 'production' })).rejects.toThrow(
      /^The clock of this machine is 1[12]\d s ahead of the database's\. Synchronise both/,
    )
  })

  it('follows the clock of the database elsewhere', async () => {
    const before = Date.now()
    runAhead(86_400_000)
    const { clock, close } = await bootstrap(config)
    onTestFinished(close)
    expect(Date.parse(clock()) - before).toBeLessThan(60_000)
    expect(Date.parse(clock()) - before).toBeGreaterThan(-60_000)
  })
})
