import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { leafHash, leafOf } from '../../../infrastructure/audit/tree/hashes.ts'
import { logTree } from '../../../infrastructure/audit/tree/log-tree.ts'
import { runSequencer, type SequencerOptions } from '../../../infrastructure/audit/tree/sequencer.ts'
import { endSigningKey, signingKey } from '../../../infrastructure/audit/tree/signing-keys.ts'
import { compareTree } from '../../../infrastructure/audit/tree/tree-comparison.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { isConsistent, merkleTreeHash } from '../../support/audit/rfc9162.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'
import { startReaderProcess, waitUntil } from '../projections/reader-process.ts'
import { openStore, standInServer } from '../event-store/eventstoredb/stand-in-server.ts'
import { stamped } from '../projections/card-projections.ts'
import { memoryTestLog, testLog, type TestLog } from '../projections/test-log.ts'

const { pool, queries, drop } = await databaseWithTables()
afterAll(drop)
let keyring: SequencerOptions['keyring']
beforeEach(async () => {
  keyring = memoryKeyring()
  await pool.query(`alter table audit.checkpoints disable trigger checkpoints_stay;
    truncate audit.checkpoints, audit.signing_keys, audit.tiles, audit.leaves;
    alter table audit.checkpoints enable trigger checkpoints_stay;
    delete from ops.checkpoints where name = 'tree'; delete from ops.leases where name = 'tree'`)
})

const origin = 'garbo.example'
const options = (more: Partial<SequencerOptions> = {}): SequencerOptions => ({
  queries,
  keyring,
  origin,
  sealMs: 20,
  ...more,
})
const startSequencer = (log: TestLog, more: Partial<SequencerOptions> = {}) => {
  const reading = startReaderProcess(pool, log)
  reading.runAlso((runtime, signal) => runSequencer(runtime, options(more), signal))
  return reading
}
const treeOf = ({ store }: TestLog) => logTree(queries, store)
const writeMany = async (log: TestLog, count: number) => {
  for (let n = 0; n < count; n++) await log.write(stamped(`card-${n}`))
}
const sealedUpTo = (log: TestLog, size: number) => waitUntil(async () => (await treeOf(log).sealedSize()) >= size)
const leavesOf = async ({ store }: TestLog) => {
  const all = await store.readAll(null, 10_000)()
  return E.isRight(all) ? all.right.map((event) => leafHash(leafOf(event))) : []
}

describe('the sequencer (D-15)', () => {
  it('adds every event in the order of the log and signs the root of RFC 9162', async () => {
    const log = memoryTestLog()
    await writeMany(log, 30)
    startSequencer(log)
    await sealedUpTo(log, 30)
    await writeMany(log, 7)
    await sealedUpTo(log, 37)
    const [latest] = await treeOf(log).checkpoints(1)
    expect(latest).toMatchObject({
      treeSize: 37,
      rootHash: merkleTreeHash(await leavesOf(log)).toString('hex'),
    })
  })

  it('signs no size twice, and nothing while nothing happens', async () => {
    const log = memoryTestLog()
    startSequencer(log)
    await writeMany(log, 5)
    await sealedUpTo(log, 5)
    await pause(200)
    const before = await treeOf(log).checkpoints(1_000)
    await pause(200)
    expect(await treeOf(log).checkpoints(1_000)).toEqual(before)
    expect(new Set(before.map(({ treeSize }) => treeSize)).size).toBe(before.length)
  })

  it('goes on in another process, wherever the first one stopped', async () => {
    const log = memoryTestLog()
    for (let round = 0; round < 4; round++) {
      const process = startSequencer(log)
      const writing = writeMany(log, 40)
      await pause(round * 15)
      await process.stop()
      await writing
    }
    startSequencer(log)
    await sealedUpTo(log, 160)
    const leaves = await leavesOf(log)
    for (const { treeSize, rootHash } of await treeOf(log).checkpoints(1_000))
      expect(rootHash).toBe(merkleTreeHash(leaves.slice(0, treeSize)).toString('hex'))
    const { rows } = await pool.query('select count(*)::int as leaves, max(leaf_index)::int as last from audit.leaves')
    expect(rows).toEqual([{ leaves: 160, last: 159 }])
  })

  it('is led by one process; one that was replaced writes and signs nothing more', async () => {
    const log = memoryTestLog()
    await writeMany(log, 3)
    startSequencer(log)
    await sealedUpTo(log, 3)
    // as if another process had taken over
    await pool.query(`update ops.leases set holder = gen_random_uuid(), fence = fence + 1000 where name = 'tree';
      update ops.checkpoints set fence = fence + 1000 where name = 'tree'`)
    await log.write(stamped('late'))
    await pause(150)
    const { rows } = await pool.query('select count(*)::int as leaves from audit.leaves')
    expect(rows).toEqual([{ leaves: 3 }])
    expect(await treeOf(log).sealedSize()).toBe(3)
  })

  it('adds the events of EventStoreDB in its order, whatever their positions', async () => {
    const server = await standInServer()
    const log = testLog(openStore(`esdb://127.0.0.1:${server.port}?tls=false`))
    await writeMany(log, 5)
    startSequencer(log)
    await sealedUpTo(log, 5)
    const tree = treeOf(log)
    expect((await tree.checkpoints(1))[0]?.rootHash).toBe(merkleTreeHash(await leavesOf(log)).toString('hex'))
    const all = await log.store.readAll(null, 10)()
    const third = E.isRight(all) ? all.right[2] : undefined
    expect(await tree.leafOf(third?.id ?? '')).toMatchObject({ leafIndex: 2 })
  })

  it('adds nothing twice when its place in the log was changed', async () => {
    const log = memoryTestLog()
    await writeMany(log, 3)
    const first = startSequencer(log)
    await sealedUpTo(log, 3)
    await first.stop()
    await pool.query(`update ops.checkpoints set position = null where name = 'tree'`)
    const second = startSequencer(log)
    await waitUntil(async () => second.failures.length > 0)
    expect(second.failures[0]).toMatchObject({ reader: 'tree', reason: expect.stringContaining('the tree ends at') })
    const { rows } = await pool.query('select count(*)::int as leaves from audit.leaves')
    expect(rows).toEqual([{ leaves: 3 }])
  })

  it('adds an event that nobody can read', async () => {
    const log = memoryTestLog()
    await log.writeRaw('CardStamped', 'oops')
    startSequencer(log)
    await sealedUpTo(log, 1)
    const [event] = await leavesOf(log)
    expect((await treeOf(log).checkpoints(1))[0]?.rootHash).toBe(event?.toString('hex'))
  })

  it('proves that each checkpoint continues the one before', async () => {
    const log = memoryTestLog()
    startSequencer(log)
    for (let n = 0; n < 5; n++) {
      await writeMany(log, 3)
      await pause(40)
    }
    await sealedUpTo(log, 15)
    const checkpoints = (await treeOf(log).checkpoints(100)).toReversed()
    expect(checkpoints.length).toBeGreaterThan(1)
    for (const [n, to] of checkpoints.entries()) {
      const from = checkpoints[n - 1]
      if (from === undefined) continue
      const { path } = await treeOf(log).consistency(from.treeSize, to.treeSize)
      const [before, after] = [from, to].map((one) => ({ size: one.treeSize, root: Buffer.from(one.rootHash, 'hex') }))
      expect(
        before &&
          after &&
          isConsistent(
            before,
            after,
            path.map((hash) => Buffer.from(hash, 'hex')),
          ),
      ).toBe(true)
    }
  })
})

describe('the keys of checkpoints', () => {
  it('are created once, also by two processes at the same time', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => signingKey(queries, keyring, origin)))
    expect(new Set(keys.map(({ number }) => number))).toEqual(new Set([1]))
    expect(await treeOf(memoryTestLog()).keys()).toMatchObject([{ until: null }])
  })

  it('are replaced, and former ones stay published', async () => {
    await signingKey(queries, keyring, origin)
    await endSigningKey(queries)
    expect((await signingKey(queries, keyring, origin)).number).toBe(2)
    const [current, former] = await treeOf(memoryTestLog()).keys()
    expect(current).toMatchObject({ until: null })
    expect(former).toMatchObject({ until: expect.any(String) })
    expect(current?.keyId).not.toBe(former?.keyId)
    expect((await signingKey(queries, keyring, 'altro.example')).number).toBe(3)
  })
})

describe('a checkpoint once signed', () => {
  it('is neither changed nor deleted', async () => {
    const log = memoryTestLog()
    await writeMany(log, 1)
    startSequencer(log)
    await sealedUpTo(log, 1)
    await expect(pool.query('delete from audit.checkpoints')).rejects.toThrow('append-only')
    await expect(pool.query('update audit.checkpoints set tree_size = 9')).rejects.toThrow('append-only')
  })
})

describe('the tree recomputed from the log', () => {
  const compare = ({ store }: TestLog) => compareTree(queries, store, async () => null)
  const sealed = async (events: number) => {
    const log = memoryTestLog()
    await writeMany(log, events)
    const process = startSequencer(log)
    await sealedUpTo(log, events)
    await process.stop()
    return log
  }

  it('equals the stored one, whether or not the log goes on', async () => {
    const log = await sealed(600)
    await writeMany(log, 3)
    expect(await compare(log)).toMatchObject({ leaves: 600, faults: [] })
    expect((await compare(log)).checkpoints).toBeGreaterThan(0)
  })

  it.each([
    [
      'a tile was changed',
      `update audit.tiles set hashes = set_byte(hashes, 40, 1) where level = 0 and index = 0`,
      'tile 0/0',
    ],
    ['a tile is missing', 'delete from audit.tiles where level = 1', 'tile 1/0'],
  ])('shows that %s', async (_, change, fault) => {
    const log = await sealed(600)
    await pool.query(change)
    expect((await compare(log)).faults).toEqual([`${fault} differs from the log`])
  })

  it('shows that an event was changed or the log was cut', async () => {
    const log = await sealed(20)
    const altered = memoryTestLog()
    await writeMany(altered, 12)
    const { faults } = await compare(altered)
    expect(faults).toContain('the tree has 20 leaves, the log 12 events')
    expect(faults).toContain('tile 0/0 differs from the log')
    expect((await compare(log)).faults).toEqual([])
  })
})
