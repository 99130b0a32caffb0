import { expect, it } from 'vitest'
import { event, events, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { openStore, standInServer } from './stand-in-server.ts'

it('thirty-two subscribers of a process share one subscription, which ends with the last of them', async () => {
  const standIn = await standInServer()
  const reads = () => standIn.calls.filter((call) => call === 'read').length
  const store = openStore(standIn.connectionString)
  const { position } = await ok(store.append('wallet-1', 'none', events(3)))
  const readsBefore = reads()
  const subscribers = Array.from({ length: 32 }, () => listen(store, 'wallet', position))
  await expect.poll(() => reads() - readsBefore).toBeGreaterThanOrEqual(3)
  const appended = events(40)
  for (const one of appended) await ok(store.append('wallet-1', 3 + appended.indexOf(one), [one]))
  const logs = await Promise.all(subscribers.map((subscriber) => subscriber.until(40)))
  for (const log of logs) expect(idsOf(log)).toEqual(idsOf(appended))
  // the end of the log, the check that it has not become shorter, and the subscription
  expect(reads() - readsBefore).toBe(3)

  for (const subscriber of subscribers) await subscriber.stop()
  const last = event()
  await ok(store.append('wallet-1', 43, [last]))
  const again = listen(store, 'wallet', logs[0]?.at(-1)?.position ?? null)
  expect(idsOf(await again.until(1))).toEqual([last.id])
  await again.stop()
})

it('a subscriber that is slower than the buffer reads what it has missed, and then shares the subscription again', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  const [first, next] = [event(), event()]
  const many = events(13_000)
  await ok(store.append('wallet-1', 'none', [first]))
  const controller = new AbortController()
  const fast = listen(store, 'wallet', null)
  const slow = store.subscribe(null, controller.signal)[Symbol.asyncIterator]()
  const seen: string[] = []
  const takePage = async () => seen.push(...idsOf((await slow.next()).value ?? []))
  await takePage()
  for (let from = 0; from < many.length; from += 500)
    await ok(store.append('wallet-1', 'any', many.slice(from, from + 500)))
  await fast.until(13_001)
  await ok(store.append('wallet-1', 'any', [next]))
  while (seen.length < 13_002) await takePage()
  expect(seen).toEqual(idsOf([first, ...many, next]))
  controller.abort()
  await fast.stop()
})
