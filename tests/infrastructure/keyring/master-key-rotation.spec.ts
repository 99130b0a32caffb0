import * as fc from 'fast-check'
import { fork } from 'node:child_process'
import { createCipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client, type Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { keyringLock } from '../../../infrastructure/keyring/key-table.ts'
import { keyringMigrations, postgresKeyring, type PostgresKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { rotateMasterKey, type RotationOptions } from '../../../infrastructure/keyring/master-key-rotation.ts'
import { digestOf } from '../../../infrastructure/keyring/master-key.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { createPool, testDatabase, type TestDatabase } from '../../support/database.ts'

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const
const people = ['anna', 'berto', 'carla', 'dario', 'elena', 'fabio', 'gino']

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await migrate(database.pool, [keyringMigrations])
})
const openKeyrings: { readonly keyring: PostgresKeyring; readonly pool: Pool }[] = []
const closeKeyrings = async () => {
  for (const { keyring, pool } of openKeyrings.splice(0)) {
    await keyring.close()
    await pool.end()
  }
}
afterEach(async () => {
  await closeKeyrings()
  await database.drop()
})

const openKeyring = (masterKey: Uint8Array) => {
  const pool = createPool(database.url, { max: 3 })
  const keyring = postgresKeyring({ pool, masterKey })
  openKeyrings.push({ keyring, pool })
  return keyring
}
const keysUnder = async (masterKey: Uint8Array, subjects: readonly string[] = people) => {
  const keys = await openKeyring(masterKey).provision(subjects)()
  if (E.isLeft(keys)) throw keys.left.cause
  return new Map(
    [...keys.right].map(([subject, key]) => [subject, key === 'erased' ? key : Buffer.from(key).toString('hex')]),
  )
}
const subjectsInLog = (...subjects: readonly string[]) =>
  async function* () {
    yield await Promise.resolve(subjects)
  }
const rotate = (overrides: Partial<RotationOptions> = {}) =>
  rotateMasterKey({ pool: database.pool, from: first, to: second, subjects: subjectsInLog(), batch: 2, ...overrides })
/** Waits until a keyring holds the shared lock, which it takes once its listening connection is open. */
const waitForSharedLock = () =>
  expect
    .poll(async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and l.objid = $1 and l.granted and d.datname = current_database()`,
        [keyringLock],
      )
      return rowCount
    })
    .toBeGreaterThan(0)
const createKeys = async () => {
  const keys = await keysUnder(first)
  await closeKeyrings()
  return keys
}

describe('rotating the master key', () => {
  it('ASVS 11.1.1: keeps every key readable with the new master key and unreadable with the old one', async () => {
    const keys = await createKeys()
    expect(await rotate()).toEqual({ type: 'Rotated', keys: people.length, unopened: 0 })
    expect(await keysUnder(second)).toEqual(keys)
    await expect(keysUnder(first)).rejects.toThrow('Wrong master key')
  })

  it('keeps erasure markers and derived secrets', async () => {
    await createKeys()
    await openKeyring(first).erase('anna')()
    await closeKeyrings()
    await rotate()
    expect((await keysUnder(second)).get('anna')).toBe('erased')
    await closeKeyrings()
    await rotate({ from: second, to: third })
    expect(Buffer.from(await openKeyring(third).root())).toEqual(first)
  })

  it('ASVS 11.1.1: is refused while the keys are in use, without changes', async () => {
    const keys = await keysUnder(first)
    await waitForSharedLock()
    await expect(rotate()).rejects.toThrow('Garbo is running on this database')
    expect(await keysUnder(first)).toEqual(keys)
    await closeKeyrings()
    await expect(rotate()).resolves.toMatchObject({ type: 'Rotated' })
  })

  it('is refused with the same key, with an unknown current key and without keys', async () => {
    await expect(rotate()).rejects.toThrow('no keys to rotate')
    await createKeys()
    await expect(rotate({ to: first })).rejects.toThrow('choose a different one')
    await expect(rotate({ from: third })).rejects.toThrow('Wrong master key')
    await rotate()
    expect(await rotate()).toEqual({ type: 'AlreadyRotated' })
  })

  it('is noticed by a process that missed it, which then neither creates nor reads keys', async () => {
    await createKeys()
    const missedRotation = openKeyring(first)
    await missedRotation.find(['anna'])()
    await missedRotation.close()
    await rotate()
    const refused = E.left({
      type: 'KeyringUnavailable',
      cause: expect.objectContaining({ message: expect.stringContaining('Wrong master key') as string }) as Error,
    })
    expect(await missedRotation.provision(['new'])()).toEqual(refused)
    expect(await missedRotation.find(['berto'])()).toEqual(refused)
    const { rowCount } = await database.pool.query('select from keyring.subjects where digest = $1', [digestOf('new')])
    expect(rowCount).toBe(0)
  })
})

describe('an interrupted rotation', () => {
  it('ASVS 11.1.1: blocks other starts and resumes with the same keys, at any batch and any number of times', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }), async (dyingBatches) => {
        await database.drop()
        database = await testDatabase()
        await migrate(database.pool, [keyringMigrations])
        const keys = await createKeys()
        for (const dyingBatch of dyingBatches) {
          let batches = 0
          const throwAtBatch = () => {
            if (++batches === dyingBatch) throw new Error('cut short')
          }
          const message = await rotate({ onBatch: throwAtBatch }).catch((error: Error) => error.message)
          if (message !== 'cut short') break
          for (const masterKey of [first, second])
            await expect(keysUnder(masterKey)).rejects.toThrow('The master key is being rotated')
          await closeKeyrings()
          await expect(rotate({ to: third })).rejects.toThrow('started with a different next master key')
        }
        await rotate()
        expect(await keysUnder(second)).toEqual(keys)
        await closeKeyrings()
      }),
      { numRuns: 6 },
    ))

  it('ASVS 11.1.1: resumes after a kill and counts every key once', async () => {
    const keys = await createKeys()
    const child = fork(fileURLToPath(new URL('rotation-process.ts', import.meta.url)), [
      database.url,
      first.toString('hex'),
      second.toString('hex'),
    ])
    await once(child, 'message')
    child.send('go on')
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect(keysUnder(first)).rejects.toThrow('The master key is being rotated')
    await closeKeyrings()
    expect(await rotate()).toEqual({ type: 'Rotated', keys: people.length, unopened: 0 })
    expect(await keysUnder(second)).toEqual(keys)
  })
})

describe('keys of the first format, bound to a subject instead of its digest', () => {
  /** Keys in the format written before rotation existed. */
  const wrapInFirstFormat = (subject: string, key: Buffer) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', first, iv).setAAD(Buffer.from(subject))
    const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
  }

  it('can be opened and are migrated by the subjects in the log; those of unknown subjects stay unchanged', async () => {
    await createKeys()
    const key = randomBytes(32)
    for (const subject of ['known', 'unknown'])
      await database.pool.query('insert into keyring.subjects (digest, wrapped) values ($1, $2)', [
        digestOf(subject),
        wrapInFirstFormat(subject, key),
      ])
    expect((await keysUnder(first, ['known'])).get('known')).toBe(key.toString('hex'))
    await closeKeyrings()
    expect(await rotate({ subjects: subjectsInLog('anna', 'known', 'another') })).toEqual({
      type: 'Rotated',
      keys: people.length + 1,
      unopened: 1,
    })
    expect((await keysUnder(second, ['known'])).get('known')).toBe(key.toString('hex'))
    await expect(keysUnder(second, ['unknown'])).rejects.toThrow('damaged')
  })

  it('start no rotation while a part of the log is detached', async () => {
    await createKeys()
    await database.pool.query('insert into keyring.subjects (digest, wrapped) values ($1, $2)', [
      digestOf('known'),
      wrapInFirstFormat('known', randomBytes(32)),
    ])
    const detached = async function* (): AsyncGenerator<readonly string[]> {
      yield ['anna']
      throw new Error('the events from 1 to 900 are detached from the log')
    }
    await expect(rotate({ subjects: detached })).rejects.toThrow('detached')
    expect((await keysUnder(first, ['anna'])).size).toBe(1)
    await closeKeyrings()
    expect(await rotate({ subjects: subjectsInLog('known') })).toMatchObject({ type: 'Rotated', unopened: 0 })
  })

  it('of accounts erased during the migration are removed without blocking it', async () => {
    await createKeys()
    const insert = 'insert into keyring.subjects (digest, wrapped) values ($1, $2)'
    await database.pool.query(insert, [digestOf('known'), wrapInFirstFormat('known', randomBytes(32))])
    const missedRotation = openKeyring(first)
    await missedRotation.find(['anna'])()
    await missedRotation.close()
    const original = Object.getOwnPropertyDescriptor(Client.prototype, 'query')?.value as Client['query']
    let isErased = false
    const eraseBeforeUpdate = async function (this: Client, ...args: readonly unknown[]) {
      if (!isErased && String(args[0]).startsWith('update keyring.subjects')) {
        isErased = true
        await missedRotation.erase('known')()
      }
      return Reflect.apply(original, this, args) as unknown
    }
    Client.prototype.query = eraseBeforeUpdate as Client['query']
    onTestFinished(() => void (Client.prototype.query = original))
    expect(await rotate({ subjects: subjectsInLog('known') })).toMatchObject({
      type: 'Rotated',
      keys: people.length,
    })
    await closeKeyrings()
    expect((await keysUnder(second, ['known'])).get('known')).toBe('erased')
  })
})
