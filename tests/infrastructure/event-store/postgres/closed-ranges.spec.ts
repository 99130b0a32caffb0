import { ContributionCounted } from '../../../../domain/ava/wallet-state.ts'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { decideAndAppend } from '../../../../application/command-handler.ts'
import { eventRegistry } from '../../../../application/event-registry.ts'
import { historyOf } from '../../../../application/history.ts'
import type { EventStore, NewEvent } from '../../../../application/ports/event-store.ts'
import { noSnapshots, type StateSnapshot, type StateSnapshots } from '../../../../application/ports/state-snapshots.ts'
import { wallet } from '../../../../domain/ava/wallet.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import {
  type ClosedRanges,
  closedRanges,
  eventStoreMigrations,
  logInspection,
  postgresEventStore,
} from '../../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { OperatorError } from '../../../../infrastructure/operator-error.ts'
import { migrate } from '../../../../infrastructure/postgres/postgres.ts'
import { readLogPages } from '../../../../infrastructure/projections/log-pages.ts'
import { event, events, everythingAfter, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { testDatabase } from '../../../support/database.ts'
import { plainSealing } from '../../../support/plain-sealing.ts'
import { at } from '../../../support/sample-values.ts'
import { logDatabase, type LogDatabase } from './log-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'garbo-ranges-'))
afterAll(() => rmSync(folder, { recursive: true }))

const positionAt = (n: number) => String(n).padStart(20, '0')
const texts = (data: string, meta = '{"by":"test"}'): NewEvent => ({ ...event(), data, meta })

/** A log of 60 events: a stream that goes on, one that ended, and one that begins late. */
const filledLog = async () => {
  const database = await logDatabase()
  onTestFinished(database.drop)
  const store = database.open()
  const first = events(3)
  await ok(store.append('guest-1', 'none', first))
  await ok(store.append('review-1', 'none', events(17)))
  const any = [event(), event()]
  await ok(store.append('guest-1', 'any', any))
  await ok(store.append('review-2', 'none', events(28)))
  await ok(store.append('guest-1', 5, events(5)))
  await ok(store.append('review-3', 'none', events(5)))
  return { database, store, ranges: closedRanges(database.pool), first, any }
}

const everything = async (store: EventStore) => ({
  log: await everythingAfter(store, null, 7),
  streams: await Promise.all(['guest-1', 'review-1', 'review-2', 'review-3'].map((name) => ok(store.read(name)))),
  part: await ok(store.read('guest-1', 4)),
})

const detachedFile = async (ranges: ClosedRanges, name: string, last = 50, first = 1) => {
  const file = join(folder, name)
  await ranges.close(last)
  await ranges.detach(first, file)
  return file
}

describe('a closed part of the log', () => {
  it('is read as before: as a whole, by stream, and by subscribers', async () => {
    const { database, store, ranges } = await filledLog()
    const before = await everything(store)
    expect(await ranges.close(12)).toMatchObject({ first: 1, last: 12, isDetached: false })
    expect(await ranges.close(50)).toMatchObject({ first: 13, last: 50, isDetached: false })
    for (const reader of [store, database.open()]) {
      expect(await everything(reader)).toEqual(before)
      expect(await listen(reader, '', null).until(60)).toEqual(before.log)
    }
    expect(await ranges.list()).toHaveLength(2)
  })

  it('may be that of some streams only; if it is detached, others are read as before', async () => {
    const { store, ranges } = await filledLog()
    const before = await everything(store)
    expect(await ranges.close(30, { categories: ['review', 'none'] })).toMatchObject({ first: 1, last: 30, events: 25 })
    expect(await ranges.close(50, { categories: ['none'] })).toMatchObject({ first: 31, last: 50, events: 0 })
    expect(await everything(store)).toEqual(before)
    const [file, empty] = [join(folder, 'some'), join(folder, 'empty')]
    await ranges.detach(1, file)
    await ranges.detach(31, empty)
    expect(await ok(store.read('guest-1'))).toEqual(before.streams[0])
    expect(await store.read('review-2')()).toMatchObject(E.left({ type: 'Detached' }))
    expect(await everythingAfter(store, positionAt(30))).toEqual(before.log.slice(30))
    await ranges.attach(empty)
    await ranges.attach(file)
    expect(await everything(store)).toEqual(before)
  })

  it('is not read as empty if its contents are lost, as after an incomplete restore', async () => {
    const { database, store, ranges } = await filledLog()
    await ok(store.append('empty', 'none', [texts('', '')]))
    await ranges.close(61, { categories: ['review'] })
    expect(await ok(store.read('empty'))).toMatchObject([{ data: '', meta: '' }])
    await database.pool.query(
      'alter table log.payloads_1 disable trigger all; delete from log.payloads_1 where position = 9',
    )
    const why = 'the contents of position 9 are missing'
    expect(await store.read('review-1')()).toMatchObject(E.left({ type: 'Unavailable', cause: { message: why } }))
    await expect(listen(store, '', null).until(61)).rejects.toThrow(why)
    await ok(store.append('empty', 1, [texts('', '')]))
    expect(await ok(store.read('empty'))).toHaveLength(2)
  })

  it('leaves the log a fraction of its size', async () => {
    const { database, store, ranges } = await filledLog()
    const text = JSON.stringify({ text: 'x'.repeat(400) })
    for (let n = 0; n < 20; n++)
      await ok(
        store.append(
          `long-${n}`,
          'none',
          Array.from({ length: 100 }, () => texts(text)),
        ),
      )
    const size = () => database.column<number>(`select pg_total_relation_size('log.events')::float8`)
    const [before = 0] = await size()
    await ranges.close(2_060)
    const [after = 0] = await size()
    expect(after).toBeLessThan(before / 3)
  })

  it('is still protected: streams, versions and repeated appends are recognised', async () => {
    const { database, store, ranges, first, any } = await filledLog()
    await detachedFile(ranges, 'guarded')
    for (const writer of [store, database.open()]) {
      expect(await writer.append('review-1', 'none', events(1))()).toMatchObject(
        E.left({ type: 'WrongVersion', actual: 17 }),
      )
      expect(await writer.append('guest-1', 4, events(1))()).toMatchObject(E.left({ type: 'WrongVersion', actual: 10 }))
      expect(await ok(writer.append('guest-1', 'none', first))).toEqual({ version: 3, position: positionAt(3) })
      expect(await ok(writer.append('guest-1', 'any', any))).toEqual({ version: 5, position: positionAt(22) })
    }
    expect(await ok(store.append('review-1', 17, events(1)))).toEqual({ version: 18, position: positionAt(61) })
    expect(await ok(store.append('guest-1', 'exists', events(2)))).toEqual({ version: 12, position: positionAt(63) })
  })

  it('cannot be changed', async () => {
    const { database, ranges } = await filledLog()
    await ranges.close(50)
    for (const table of ['log.payloads', 'log.payloads_1', 'log.events'])
      for (const change of [`update ${table} set data = 'x'`, `delete from ${table}`, `truncate ${table}`])
        await expect(database.pool.query(change)).rejects.toThrow('append-only')
    const { missingWriteGuards } = logInspection(database.pool)
    expect(await missingWriteGuards()).toEqual([])
    await database.pool.query('drop trigger payloads_stay on log.payloads_1')
    expect(await missingWriteGuards()).toContain('log.payloads_1 has no enabled trigger that rejects every change')
  })

  it('loses nothing that is appended while it is being closed', async () => {
    const { database, ranges } = await filledLog()
    const stores = [database.open(), database.open()]
    const acknowledged: string[] = []
    const done = new AbortController()
    const writers = [...stores, ...stores].map(async (store, n) => {
      for (let i = 0; !done.signal.aborted; i++) {
        const [one, two] = [events(1 + (i % 90)), events(2)]
        await ok(store.append(`writer-${n}-${i}`, 'none', one))
        await ok(store.append('hot', 'any', two))
        acknowledged.push(...one.map(({ id }) => id), ...two.map(({ id }) => id))
      }
    })
    const seen = listen(database.open(), '', null)
    for (const last of [20, 40, 100, 400]) await ranges.close(last)
    done.abort()
    await Promise.all(writers)
    const log = await everythingAfter(database.open(), null)
    expect(log.map(({ position }) => position)).toEqual(log.map((_, n) => positionAt(n + 1)))
    expect(
      log
        .slice(60)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(acknowledged.toSorted())
    expect(await seen.until(log.length)).toEqual(log)
    const hot = await ok(stores[0]?.read('hot') ?? (async () => E.left(null)))
    expect(hot.map(({ version }) => version)).toEqual(hot.map((_, n) => n + 1))
  })

  it('is closed once a dump that holds the log has ended; appends go on', async () => {
    const { database, store, ranges } = await filledLog()
    const dump = await database.pool.connect()
    await dump.query('begin; select from log.events limit 1')
    const closing = ranges.close(30)
    await ok(store.append('during-the-dump', 'none', events(1)))
    await dump.query('rollback')
    dump.release()
    await closing
    expect(await everythingAfter(store, null)).toHaveLength(61)
  })

  it('is closed completely after an attempt that was interrupted', async () => {
    const { database, store, ranges } = await filledLog()
    const before = await everything(store)
    await database.pool.query(`create table log.events_next (like log.events including all);
      create table log.payloads_1 (position bigint); insert into log.payloads_1 values (1)`)
    await ranges.close(30)
    expect(await everything(store)).toEqual(before)
  })

  it('cannot end after the log, or be closed twice, or by two at once', async () => {
    const { ranges } = await filledLog()
    await expect(ranges.close(61)).rejects.toThrow('The log ends at 60.')
    const both = await Promise.allSettled([ranges.close(20), ranges.close(20)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(ranges.close(20)).rejects.toThrow('Everything up to 20 is closed already.')
  })
})

describe('a detached part of the log', () => {
  let database: LogDatabase
  let store: EventStore
  let ranges: ClosedRanges
  let before: Awaited<ReturnType<typeof everything>>
  let file: string
  const awkward = ['{"a":"\u2028\u2029 \\n \\" é 🎈"}', '', '\n\r\t\\', '{"b":"\\u001e"}']
  beforeAll(async () => {
    database = await logDatabase()
    store = database.open()
    ranges = closedRanges(database.pool)
    await ok(store.append('guest-1', 'none', [...awkward.map((data) => texts(data)), texts('', '')]))
    await ok(store.append('review-1', 'none', events(45)))
    for (const name of ['guest-1', 'review-2', 'review-3']) await ok(store.append(name, 'any', events(4)))
    await ranges.close(20)
    before = await everything(store)
    file = await detachedFile(ranges, 'old', 50, 1)
  })
  afterAll(() => database.drop())
  const why = 'the events from 1 to 20 are detached from the log'

  it('is listed, and no longer in the database', async () => {
    expect(await ranges.list()).toEqual([
      { first: 1, last: 20, events: 20, isDetached: true, bytes: null },
      { first: 21, last: 50, events: 30, isDetached: false, bytes: expect.any(Number) },
    ])
  })

  it('is missed by whatever reads it, with the reason', async () => {
    expect(await store.readAll(null, 100)()).toEqual(E.left({ type: 'Detached', why }))
    expect(await store.readAll(positionAt(19), 1)()).toEqual(E.left({ type: 'Detached', why }))
    expect(await store.read('guest-1')()).toEqual(E.left({ type: 'Detached', why }))
    await expect(listen(store, '', null).until(1)).rejects.toThrow(why)
    const rebuild = readLogPages(store, null, 100, new AbortController().signal)
    await expect(rebuild.next()).rejects.toThrow(why)
  })

  it('is not missed by readers after it, nor by streams that are read from a later version', async () => {
    expect(await everythingAfter(store, positionAt(20))).toEqual(before.log.slice(20))
    expect(await ok(store.read('guest-1', 6))).toEqual(before.streams[0]?.slice(5))
    expect(await ok(store.read('review-2'))).toEqual(before.streams[2])
    expect(await listen(store, '', positionAt(20)).until(before.log.length - 20)).toEqual(before.log.slice(20))
  })

  it('is not overwritten in its file', async () => {
    await expect(ranges.detach(21, file)).rejects.toThrow('already exists')
    expect(readdirSync(folder).filter((name) => name.startsWith('old'))).toEqual(['old'])
    expect(await ranges.list()).toMatchObject([{ isDetached: true }, { isDetached: false }])
  })

  it('is not attached from a damaged file, or from one of another log', async () => {
    const text = gunzipSync(readFileSync(file)).toString('utf8')
    const wrong = 'does not hold events that were detached from this log, or it is damaged'
    const variants = {
      changed: text.replace('"n\\":1', '"n\\":2'),
      short: `${text.split('\n').slice(0, -2).join('\n')}\n`,
    }
    for (const [name, changed] of Object.entries(variants)) {
      expect(changed).not.toBe(text)
      writeFileSync(join(folder, name), gzipSync(changed))
      await expect(ranges.attach(join(folder, name))).rejects.toThrow(wrong)
    }
    writeFileSync(join(folder, 'cut'), readFileSync(file).subarray(0, -20))
    await expect(ranges.attach(join(folder, 'cut'))).rejects.toThrow(
      new OperatorError(`${join(folder, 'cut')} cannot be read: unexpected end of file.`),
    )
    writeFileSync(join(folder, 'other'), gzipSync('a letter\n'))
    await expect(ranges.attach(join(folder, 'other'))).rejects.toThrow('is not a file of detached events')
    const other = await filledLog()
    await expect(other.ranges.attach(file)).rejects.toThrow(wrong)
    expect(await ranges.list()).toMatchObject([{ isDetached: true }, { isDetached: false }])
  })

  it('is as it was after it is attached again, byte for byte, and can be detached again', async () => {
    expect(await ranges.attach(file)).toMatchObject({ first: 1, last: 20, isDetached: false })
    expect(await everything(store)).toEqual(before)
    await expect(ranges.attach(file)).rejects.toThrow('attached already')
    await expect(database.pool.query('delete from log.payloads_1')).rejects.toThrow('append-only')
    await ranges.detach(1, `${file}-again`)
    expect(await store.read('guest-1')()).toEqual(E.left({ type: 'Detached', why }))
    await ranges.attach(`${file}-again`)
  })
})

describe('a stream with a snapshot after a detached part', () => {
  it('takes commands in a new process; one without a snapshot refuses them with the reason', async () => {
    const database = await logDatabase()
    onTestFinished(database.drop)
    const store = database.open()
    const saved = new Map<string, StateSnapshot>()
    const snapshots: StateSnapshots = {
      find: async (stream) => saved.get(stream) ?? null,
      save: (stream, snapshot) => void saved.set(stream, snapshot),
    }
    const startProcess = (kept: StateSnapshots) => {
      const limits = { minEvents: 1, maxEvents: 1_000, eventsPerSnapshot: 50 }
      const history = historyOf(store, plainSealing, eventRegistry, { limits, snapshots: kept })
      return (n: number) =>
        decideAndAppend({ history, newId: randomUUID })(
          wallet,
          'ana',
          {
            type: 'CountContribution',
            accountId: 'ana',
            causeId: `review-${n}`,
            stay: null,
            reviewsPerDay: 1_000_000,
            at: at('2026-03-01'),
          },
          {
            correlationId: 'request',
            causationId: null,
            actor: { id: 'ana', role: 'client' },
            occurredAt: at('2026-03-01'),
          },
        )()
    }
    const count = startProcess(snapshots)
    for (let n = 0; n < 110; n++) expect(E.isRight(await count(n))).toBe(true)
    await vi.waitFor(() => expect(saved.size).toBe(1))
    const { version = 0 } = saved.get('wallet-ana') ?? {}
    expect(version).toBeGreaterThan(50)
    await detachedFile(closedRanges(database.pool), 'wallet', version - 1)

    const [before] = (await ok(store.read('wallet-ana', version))).slice(-1)
    expect(E.isRight(await startProcess(snapshots)(1_000))).toBe(true)
    expect((await ok(store.read('wallet-ana', (before?.version ?? 0) + 1))).map(({ type }) => type)).toEqual([
      ContributionCounted.type,
    ])
    expect(await startProcess(noSnapshots)(1_001)).toMatchObject(E.left({ type: 'Detached' }))
  })
})

describe('a log of the previous version', () => {
  it('is migrated without being copied, and can be closed', async () => {
    const database = await testDatabase()
    onTestFinished(database.drop)
    const previous = mkdtempSync(join(tmpdir(), 'garbo-migrations-'))
    onTestFinished(() => rmSync(previous, { recursive: true }))
    const names = readdirSync(eventStoreMigrations.folder).filter((name) => name < '0007')
    for (const name of names) copyFileSync(new URL(name, eventStoreMigrations.folder), join(previous, name))
    await migrate(database.pool, [{ module: 'event-store', folder: pathToFileURL(`${previous}/`) }])
    const store = postgresEventStore({ pool: database.pool, connectionString: database.url })
    onTestFinished(() => store.close())
    await ok(store.append('guest-1', 'none', events(40)))
    const before = await everythingAfter(store, null)
    const tableOf = async () =>
      (await database.pool.query(`select 'log.events'::regclass::oid, pg_relation_filenode('log.events')`)).rows
    const table = await tableOf()
    await migrate(database.pool, [eventStoreMigrations])
    expect(await tableOf()).toEqual(table)
    expect(await everythingAfter(store, null)).toEqual(before)
    await closedRanges(database.pool).close(30)
    expect(await everythingAfter(store, null)).toEqual(before)
  })
})
