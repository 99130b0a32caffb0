import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Keyring } from '../../../application/ports/keyring.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { keyringMigrations, postgresKeyring, type PostgresKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { digestOf, keyWrapping } from '../../../infrastructure/keyring/master-key.ts'
import { migrate, processSession } from '../../../infrastructure/postgres/postgres.ts'
import { createPool, testDatabase } from '../../support/database.ts'

const database = await testDatabase()
await migrate(database.pool, [keyringMigrations])
afterAll(database.drop)

const masterKey = randomBytes(32)
const openKeyrings: (PostgresKeyring & { readonly pool: Pool })[] = []
const openKeyring = (options: { masterKey?: Uint8Array; now?: () => number } = {}) => {
  const pool = createPool(database.url, { max: 5 })
  const keyring = { ...postgresKeyring({ pool, masterKey, ...options }), pool }
  openKeyrings.push(keyring)
  return keyring
}
afterEach(async () => {
  for (const { close, pool } of openKeyrings.splice(0)) {
    await close()
    await pool.end()
  }
})

const findKey = async (keyring: Pick<Keyring, 'find'>, subject: string) => {
  const keys = await keyring.find([subject])()
  return E.isRight(keys) ? keys.right.get(subject) : keys.left.type
}
const provision = async (keyring: Keyring, ...subjects: readonly string[]) => {
  const keys = await keyring.provision(subjects)()
  if (E.isLeft(keys)) throw keys.left.cause
  return keys.right
}
const sql = async (text: string, values: readonly unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, [...values])).rows
const rowOf = async (subject: string) =>
  (await sql('select * from keyring.subjects where digest = $1', [digestOf(subject)]))[0]

describe('the master key', () => {
  it('is required: another key is refused and creates no keys', async () => {
    await provision(openKeyring(), 'giulia')
    const stranger = openKeyring({ masterKey: randomBytes(32) })
    for (const task of [stranger.check(), stranger.find(['giulia']), stranger.provision(['newcomer'])])
      expect(await task()).toMatchObject(
        E.left({
          type: 'KeyringUnavailable',
          cause: { message: expect.stringContaining('Wrong master key') as string },
        }),
      )
    expect(await rowOf('newcomer')).toBeUndefined()
    expect(E.isRight(await openKeyring().check()())).toBe(true)
  })

  it('has 32 bytes', () => {
    expect(() => openKeyring({ masterKey: randomBytes(16) })).toThrow('must be 32 bytes long, not 16')
  })

  it('is required to read the table, which contains neither keys in clear nor their subjects', async () => {
    const key = (await provision(openKeyring(), 'mario')).get('mario')
    const everything = JSON.stringify(
      await sql(`select encode(wrapped, 'hex'), encode(digest, 'hex') from keyring.subjects`),
    )
    expect(everything).not.toContain(Buffer.from(key as Uint8Array).toString('hex'))
    expect(everything).not.toContain(Buffer.from('mario').toString('hex'))
  })

  it('opens no key stored under another subject', async () => {
    await provision(openKeyring(), 'anna', 'berto')
    const { wrapped } = (await rowOf('anna')) ?? {}
    await sql('update keyring.subjects set wrapped = $1 where digest = $2', [
      wrapped,
      (await rowOf('berto'))?.['digest'],
    ])
    expect(await openKeyring().find(['berto'])()).toMatchObject(
      E.left({ cause: { message: 'The key of berto is damaged' } }),
    )
  })
})

describe('R23: erasing a key', () => {
  it('leaves a permanent marker and no key', async () => {
    const keyring = openKeyring()
    await provision(keyring, 'carla')
    await keyring.erase('carla')()
    const { digest, ...row } = (await rowOf('carla')) ?? {}
    expect(row).toMatchObject({ wrapped: null, erased_at: expect.any(Date) as Date })
    for (const change of [
      'update keyring.subjects set erased_at = null, wrapped = made_at::text::bytea where digest = $1',
      'update keyring.subjects set erased_at = now() where digest = $1',
      'delete from keyring.subjects where digest = $1',
    ])
      await expect(sql(change, [digest])).rejects.toThrow('a fence stands for ever')
    await expect(sql('truncate keyring.subjects')).rejects.toThrow('a fence stands for ever')
    expect(await findKey(openKeyring(), 'carla')).toBe('erased')
  })

  it('is seen by a process without notifications, because such a process caches nothing', async () => {
    const [erasing, reading] = [openKeyring(), openKeyring()]
    await provision(reading, 'dario')
    await reading.close()
    await provision(reading, 'dario')
    await erasing.erase('dario')()
    expect(await findKey(reading, 'dario')).toBe('erased')
  })

  it('is noticed after a lost connection', async () => {
    const [erasing, reading] = [openKeyring(), openKeyring()]
    await provision(reading, 'elena')
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen keyring_erased'`,
    )
    await erasing.erase('elena')()
    await expect.poll(() => findKey(reading, 'elena')).toBe('erased')
  })

  it('is noticed through the session of the process, until the keyring is closed', async () => {
    const pool = createPool(database.url, { max: 5 })
    const session = processSession(pool)
    const reading = { ...postgresKeyring({ pool, session, masterKey }), pool }
    onTestFinished(async () => {
      await session.close()
      await pool.end()
    })
    await expect.poll(() => isCached(reading, 'flora')).toBe(true)
    await openKeyring().erase('flora')()
    await expect.poll(() => findKey(reading, 'flora')).toBe('erased')
    await reading.close()
    expect(await isCached(reading, 'flavia')).toBe(false)
    expect(await session.query('select pg_listening_channels()')).toEqual([])
  })

  it('is noticed within the cache lifetime if the notification is lost', async () => {
    let now = 0
    const reading = openKeyring({ now: () => now })
    await expect.poll(() => isCached(reading, 'fabio')).toBe(true)
    const digest = (await rowOf('fabio'))?.['digest']
    await sql('update keyring.subjects set wrapped = null, erased_at = now() where digest = $1', [digest])
    now = 9_999
    expect(await findKey(reading, 'fabio')).toBeInstanceOf(Uint8Array)
    now = 10_000
    expect(await findKey(reading, 'fabio')).toBe('erased')
  })
})

/** Whether the keyring finds the key without the database. */
const isCached = async (keyring: Keyring & { readonly pool: Pool }, subject: string): Promise<boolean> => {
  await provision(keyring, subject)
  let connections = 0
  const count = () => connections++
  keyring.pool.on('acquire', count)
  await provision(keyring, subject)
  keyring.pool.off('acquire', count)
  return connections === 0
}

/** Creates a subject's key as another process would, in a transaction that stays open. */
const createKeyUncommitted = async (subject: string, key: Uint8Array) => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('insert into keyring.subjects (digest, wrapped) values ($1, $2)', [
    digestOf(subject),
    keyWrapping(masterKey).wrap(subject, key),
  ])
  return client
}
/** Resolves when this number of statements wait for a lock. */
const waitForLocks = async (count: number, isOver = () => false) => {
  const blocked = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while (!isOver() && (await sql(blocked)).length < count) await pause(5)
}

describe('a process that uses the keyring', () => {
  it('queries the database once for all keys it needs', async () => {
    const keyring = openKeyring()
    await expect.poll(() => isCached(keyring, 'gino')).toBe(true)
    const guests = Array.from({ length: 500 }, (_, n) => `guest-${n}`)
    let connections = 0
    keyring.pool.on('acquire', () => connections++)
    await provision(keyring, 'gino', ...guests)
    expect(connections).toBe(1)
    await keyring.find(guests)()
    expect(connections).toBe(1)
  })

  it('queries the database once for all callers of a moment, and creates one key for each subject', async () => {
    const keyring = openKeyring()
    await keyring.close() // without notifications nothing is cached
    await keyring.check()()
    let connections = 0
    keyring.pool.on('acquire', () => connections++)
    const callers = Array.from({ length: 60 }, (_, n) => [`shared-${n % 7}`, `own-${n}`])
    const provisioned = await Promise.all(callers.map((subjects) => provision(keyring, ...subjects)))
    expect(connections).toBe(1)
    const found = await Promise.all(callers.map((subjects) => keyring.find(subjects)()))
    expect(connections).toBe(2)
    for (const [n, subjects] of callers.entries()) {
      expect([...(provisioned[n]?.keys() ?? [])]).toEqual(subjects)
      expect(found[n]).toEqual(E.right(provisioned[n]))
    }
    const keys = provisioned.flatMap((all) =>
      [...all.values()].map((key) => Buffer.from(key as Uint8Array).toString('hex')),
    )
    expect(new Set(keys).size).toBe(67)
  })

  it('gets its keys when those of a concurrent caller are damaged', async () => {
    await provision(openKeyring(), 'damaged', 'sound')
    await sql(`update keyring.subjects set wrapped = 'x'::bytea where digest = $1`, [digestOf('damaged')])
    const keyring = openKeyring()
    const [sound, damaged, provisioned] = await Promise.all([
      findKey(keyring, 'sound'),
      findKey(keyring, 'damaged'),
      provision(keyring, 'sound', 'new'),
    ])
    expect([sound, damaged, provisioned.size]).toEqual([expect.any(Uint8Array), 'KeyringUnavailable', 2])
  })

  it('caches no key of a shared statement after an erasure that one of its callers did not see', async () => {
    const [erasing, reading] = [openKeyring(), openKeyring()]
    await expect.poll(() => isCached(reading, 'irma')).toBe(true)
    for (let round = 0; round < 20; round++) {
      const subjects = Array.from({ length: 10 }, (_, n) => `erased-${round}-${n}`)
      await provision(erasing, ...subjects)
      await Promise.all([
        ...subjects.map((subject) => findKey(reading, subject)),
        ...subjects.map((subject) => erasing.erase(subject)()),
        ...subjects.map((subject) => provision(reading, subject, 'irma')),
      ])
      for (const subject of subjects) await expect.poll(() => findKey(reading, subject), { interval: 5 }).toBe('erased')
    }
  })

  it('waits for another process that is creating the same key and uses that key', async () => {
    const key = randomBytes(32)
    const other = await createKeyUncommitted('marta', key)
    const keys = provision(openKeyring(), 'lucia', 'marta', 'nino')
    await waitForLocks(1)
    await other.query('commit')
    expect(Buffer.from((await keys).get('marta') as Uint8Array)).toEqual(key)
    other.release()
  })

  it('never deadlocks with another process', async () => {
    for (const [a, b] of [
      ['olga', 'pia'],
      ['rosa', 'sara'],
    ] as const) {
      const other = await createKeyUncommitted(`between-${a}`, randomBytes(32))
      const first = provision(openKeyring(), a, `between-${a}`, b)
      await waitForLocks(1)
      const second = provision(openKeyring(), b, a)
      let isDone = false
      void second.finally(() => (isDone = true))
      await waitForLocks(2, () => isDone)
      await other.query('rollback')
      other.release()
      expect((await first).get(a)).toEqual((await second).get(a))
    }
  })

  it('R24: gets an error when the keyring is unavailable', async () => {
    const keyring = openKeyring()
    await provision(keyring, 'heidi')
    await keyring.close()
    await keyring.pool.end()
    const failure = E.left({ type: 'KeyringUnavailable', cause: expect.any(Error) as Error })
    expect(await keyring.find(['ilse'])()).toEqual(failure)
    expect(await keyring.provision(['ilse'])()).toEqual(failure)
    expect(await keyring.erase('ilse')()).toEqual(failure)
    openKeyrings.splice(openKeyrings.indexOf(keyring), 1)
  })
})
