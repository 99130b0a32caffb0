import { appendFileSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Appended, RecordedEvent } from '../../../../application/ports/event-store.ts'
import { startPersistentStandIn } from '../../../support/eventstoredb-stand-in/persistent.ts'
import { event, events, everythingAfter, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { appendUntilKnown, openStore, operatorClient } from './stand-in-server.ts'

const serverOnDisk = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-eventstoredb-'))
  const server = await startPersistentStandIn(folder)
  onTestFinished(async () => {
    await server.kill()
    rmSync(folder, { recursive: true })
  })
  return { server, chunk: join(folder, 'chunk-000000.000000') }
}

it('a server killed again and again under load loses nothing it acknowledged and doubles nothing', async () => {
  const { server } = await serverOnDisk()
  const stores = [openStore(server.connectionString), openStore(server.connectionString)]
  const reader = listen(openStore(server.connectionString), 'wallet', null)
  const acknowledged = new Map<string, Appended>()
  const stopping = new AbortController()
  const write = async (n: number) => {
    const [store = openStore(server.connectionString)] = stores.slice(n % 2)
    // Half of them share streams; the others write to one each, at a version.
    const [stream, isShared] = n < 4 ? [`wallet-shared-${n % 2}`, true] : [`wallet-${n}`, false]
    for (let version = 0; !stopping.signal.aborted; await pause(5)) {
      const written = events(1 + (acknowledged.size % 3))
      const answer = await appendUntilKnown(store, stream, isShared ? 'any' : version, written)
      acknowledged.set(written.at(-1)?.id ?? '', answer)
      version = answer.version
    }
  }
  const writers = Array.from({ length: 8 }, (_, n) => write(n))
  for (let round = 0; round < 5; round++) {
    await pause(150 + 100 * round)
    await server.kill()
    await pause(100)
    await server.start()
  }
  await pause(200)
  stopping.abort()
  await Promise.all(writers)

  const log = await everythingAfter(openStore(server.connectionString), null)
  const byId = Map.groupBy<string, RecordedEvent>(log, ({ id }) => id)
  expect(byId.size).toBe(log.length)
  expect(acknowledged.size).toBeGreaterThan(20)
  for (const [id, { version, position }] of acknowledged) expect(byId.get(id)).toMatchObject([{ version, position }])
  await reader.until(log.length)
  expect(idsOf(await reader.stop())).toEqual(idsOf(log))
}, 60_000)

it('what was not acknowledged when the power failed is cut off, and the log continues', async () => {
  const { server, chunk } = await serverOnDisk()
  const store = openStore(server.connectionString)
  const written = events(3)
  await ok(store.append('wallet-1', 'none', written))
  const { size } = statSync(chunk)
  await server.kill()
  appendFileSync(chunk, Buffer.from([200, 1, 0, 0, 17, 4, 5, 6, 123]))
  await server.start()
  expect(statSync(chunk).size).toBe(size)
  expect(idsOf(await ok(store.read('wallet-1')))).toEqual(idsOf(written))
  expect(await appendUntilKnown(store, 'wallet-1', 3, [event()])).toMatchObject({ version: 4 })
})

it('a damaged log is refused', async () => {
  const { server, chunk } = await serverOnDisk()
  await ok(openStore(server.connectionString).append('wallet-1', 'none', events(3)))
  await server.kill()
  const { size } = statSync(chunk)
  writeFileSync(chunk, Buffer.alloc(10), { flag: 'r+' })
  expect(statSync(chunk).size).toBe(size)
  await expect(server.start()).rejects.toThrow('the record at 0 is damaged')
})

it('a backup whose chunk was copied before the checkpoints is refused', async () => {
  const { server, chunk } = await serverOnDisk()
  const store = openStore(server.connectionString)
  await ok(store.append('wallet-1', 'none', [event()]))
  copyFileSync(chunk, `${chunk}.copy`)
  await ok(store.append('wallet-1', 1, [event()]))
  await server.kill()
  copyFileSync(`${chunk}.copy`, chunk)
  await expect(server.start()).rejects.toThrow('before the checkpoint')
})

it('appends to a slow disk are stored once, although the caller gives up', async () => {
  const { server } = await serverOnDisk()
  const store = openStore(`${server.connectionString}&defaultDeadline=200`)
  await ok(store.append('wallet-1', 'none', [event()]))
  await server.slowDownDisk(500)
  const written = events(2)
  expect(await appendUntilKnown(store, 'wallet-1', 1, written)).toMatchObject({ version: 3 })
  const other = event()
  const unknown = appendUntilKnown(store, 'wallet-1', 'any', [other])
  await pause(300)
  await server.kill()
  await server.start()
  expect(await unknown).toMatchObject({ version: 4 })
  expect(idsOf(await ok(store.read('wallet-1'))).slice(1)).toEqual(idsOf([...written, other]))
})

it('truncated and scavenged streams are the same after a restart', async () => {
  const { server } = await serverOnDisk()
  const store = openStore(server.connectionString)
  const operator = operatorClient(server)
  const [scavenged, truncated] = [events(3), events(3)]
  await ok(store.append('wallet-1', 'none', scavenged))
  await operator.setStreamMetadata('wallet-1', { truncateBefore: 2 })
  await server.scavenge()
  const answer = await ok(store.append('wallet-2', 'none', truncated))
  await ok(store.append('wallet-2', 3, [event()]))
  await operator.setStreamMetadata('wallet-2', { truncateBefore: 3 })
  const before = await ok(store.readAll(null, 10))
  await server.kill()
  await server.start()
  const restarted = openStore(server.connectionString)
  expect(await appendUntilKnown(restarted, 'wallet-2', 'none', truncated)).toEqual(answer)
  expect(await ok(restarted.readAll(null, 10))).toEqual(before)
  expect(idsOf(before)).toEqual(expect.arrayContaining([...idsOf(scavenged.slice(2)), ...idsOf(truncated)]))
  expect(await ok(restarted.append('wallet-1', 3, [event()]))).toMatchObject({ version: 4 })
})
