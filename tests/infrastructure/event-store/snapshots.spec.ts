import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StateSnapshot } from '../../../application/ports/state-snapshots.ts'
import {
  foldVersion,
  postgresStateSnapshots,
  snapshotsMigrations,
} from '../../../infrastructure/event-store/snapshots/state-snapshots.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [snapshotsMigrations])
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('truncate snapshots.states'))

const snapshot = (version: number): StateSnapshot => ({ version, text: `{"version":${version}}` })
/** A process of the given release that starts now. */
const startProcess = (fold = 'release-1') => postgresStateSnapshots(database.queries, fold)
const stored = async () => (await database.pool.query('select stream, version, fold from snapshots.states')).rows
/** Saves and waits until it is stored. */
const save = async (version: number, fold = 'release-1') => {
  startProcess(fold).save('wallet-ana', snapshot(version))
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ version, fold }]))
}

describe('snapshots of long streams in Postgres', () => {
  it('are found by processes that start later', async () => {
    await save(1_000)
    expect(await startProcess().find('wallet-ana')).toEqual(snapshot(1_000))
    expect(await startProcess().find('wallet-bea')).toBeNull()
  })

  it('are replaced by newer ones', async () => {
    await save(1_000)
    await save(2_000)
    expect(await startProcess().find('wallet-ana')).toEqual(snapshot(2_000))
  })

  it('are not replaced by older ones, which a slower process writes', async () => {
    await save(2_000)
    const slower = startProcess()
    slower.save('wallet-ana', snapshot(1_000))
    slower.save('wallet-bea', snapshot(1_000))
    await vi.waitFor(async () => expect(await stored()).toHaveLength(2))
    expect(await startProcess().find('wallet-ana')).toEqual(snapshot(2_000))
  })

  it.each(["content = '{}'", 'version = 999', "checksum = ''"])('are ignored if damaged: %s', async (damage) => {
    await save(1_000)
    await database.pool.query(`update snapshots.states set ${damage}`)
    expect(await startProcess().find('wallet-ana')).toBeNull()
    await save(2_000)
    expect(await startProcess().find('wallet-ana')).toEqual(snapshot(2_000))
  })

  it('of other code are ignored and replaced', async () => {
    await save(1_000, 'release-1')
    expect(await startProcess('release-2').find('wallet-ana')).toBeNull()
    await save(1_200, 'release-2')
    expect(await startProcess('release-2').find('wallet-ana')).toEqual(snapshot(1_200))
  })

  it('may be deleted at any time', async () => {
    await save(1_000)
    const running = startProcess()
    expect(await running.find('wallet-ana')).toEqual(snapshot(1_000))
    await database.pool.query('truncate snapshots.states')
    expect(await running.find('wallet-ana')).toBeNull()
  })

  it('are not stored if reading them would take long', async () => {
    startProcess().save('wallet-long', { version: 1, text: 'x'.repeat(3_000_001) })
    await save(1_000)
    expect(await stored()).toHaveLength(1)
  })

  it('cost nothing but time without a database', async () => {
    const unreachable = () => Promise.reject(new Error('no database'))
    const snapshots = postgresStateSnapshots({ query: unreachable, maybeOne: unreachable, anyFirst: unreachable })
    snapshots.save('wallet-ana', snapshot(1_000))
    expect(await snapshots.find('wallet-ana')).toBeNull()
  })
})

describe('the version of a fold', () => {
  it('changes with every file of the domain, and with how states are written', () => {
    const root = mkdtempSync(join(tmpdir(), 'garbo-fold-'))
    const url = pathToFileURL(`${root}/`)
    for (const part of ['domain', 'application/state-text.ts']) cpSync(part, join(root, part), { recursive: true })
    const before = foldVersion(url)
    expect(before).toBe(foldVersion())
    writeFileSync(join(root, 'domain/ava/wallet-state.ts'), '// changed')
    const changed = foldVersion(url)
    writeFileSync(join(root, 'application/state-text.ts'), '// changed')
    expect(new Set([before, changed, foldVersion(url)]).size).toBe(3)
  })
})
