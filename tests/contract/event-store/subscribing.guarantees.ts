import { expect } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import {
  event,
  events,
  everythingAfter,
  idsOf,
  listen,
  ok,
  ownedBy,
  type Guarantees,
  unlessSilent,
} from './test-kit.ts'

export const subscribing: Guarantees = {
  'a subscriber from the start gets earlier and then new events': async (store, stream) => {
    const [earlier, later] = [events(5), events(3)]
    await ok(store.append(stream, 'none', earlier))
    const reader = listen(store, stream, null)
    expect(idsOf(await reader.until(5))).toEqual(idsOf(earlier))
    await ok(store.append(stream, 5, later))
    expect(idsOf(await reader.until(8))).toEqual(idsOf([...earlier, ...later]))
    expect(await reader.stop()).toEqual(await ok(store.read(stream)))
  },

  'a subscriber from a position gets no earlier events': async (store, stream) => {
    const [earlier, later] = [events(5), events(3)]
    await ok(store.append(stream, 'none', earlier))
    const third = (await ok(store.read(stream)))[2]?.position ?? null
    const reader = listen(store, stream, third)
    await reader.until(2)
    await ok(store.append(stream, 5, later))
    await reader.until(5)
    expect(idsOf(await reader.stop())).toEqual(idsOf([...earlier.slice(3), ...later]))
  },

  'a subscriber from the head gets every event as it commits': async (store, stream) => {
    await ok(store.append(`${stream}-past`, 'none', [event()]))
    const reader = listen(store, stream, await ok(store.head()))
    const written = events(6)
    for (const [n, newEvent] of written.entries()) {
      await ok(store.append(stream, n, [newEvent]))
      expect(idsOf(await reader.until(n + 1))).toEqual(idsOf(written.slice(0, n + 1)))
    }
    expect(await reader.stop()).toHaveLength(6)
  },

  'R7: during concurrent writes every subscriber gets each event once, in the final order': async (store, stream) => {
    const before = await ok(store.head())
    const earlyReaders = [listen(store, stream, before), listen(store, stream, before)]
    const write = (from: number) =>
      Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          for (let n = 0; n < 4; n++) await ok(store.append(`${stream}-${(from + writer) % 7}`, 'any', events(2)))
        }),
      )
    await write(0)
    const lateReader = listen(store, stream, before)
    await write(1)
    const log = ownedBy(stream, await everythingAfter(store, before))
    expect(log).toHaveLength(256)
    for (const reader of [...earlyReaders, lateReader]) {
      await reader.until(256)
      expect(await reader.stop()).toEqual(log)
    }
  },

  'a slow subscriber misses nothing and delays no other': async (store, stream) => {
    const before = await ok(store.head())
    const abort = new AbortController()
    const slowPages = store.subscribe(before, abort.signal)[Symbol.asyncIterator]()
    await ok(store.append(stream, 'none', events(2)))
    const first = await unlessSilent(slowPages.next())
    const fastReader = listen(store, stream, before)
    for (let n = 1; n <= 30; n++) await ok(store.append(stream, 'exists', events(10)))
    await fastReader.until(302)
    const slowEvents = [...(first.done === true ? [] : first.value)]
    while (slowEvents.length < 302) {
      const page = await unlessSilent(slowPages.next())
      if (page.done === true) throw new Error('the subscription ended early')
      slowEvents.push(...page.value)
    }
    abort.abort()
    expect(ownedBy(stream, slowEvents)).toEqual(await fastReader.stop())
  },

  'a subscription ends when its signal aborts, even while idle, and others continue': async (store, stream) => {
    const [stopping, continuing] = [null, null].map((from) => listen(store, stream, from))
    await ok(store.append(stream, 'none', [event()]))
    await stopping?.until(1)
    expect(await stopping?.stop()).toHaveLength(1)
    await ok(store.append(stream, 1, [event()]))
    expect(await continuing?.until(2)).toHaveLength(2)
    expect(await continuing?.stop()).toHaveLength(2)
    for await (const page of store.subscribe(null, AbortSignal.abort())) expect(page).toBe('nothing')
  },

  'closing completes requests in flight and is idempotent': async (store, stream) => {
    const inFlight = Array.from({ length: 20 }, (_, n) => store.append(`${stream}-${n}`, 'none', [event()])())
    await unlessSilent(Promise.all([store.close(), store.close()]))
    for (const outcome of await unlessSilent(Promise.all(inFlight)))
      expect(E.isRight(outcome) ? 'Appended' : outcome.left.type).toMatch(/^(Appended|Unavailable)$/)
    const afterClosing = await unlessSilent(store.append(stream, 'any', [event()])())
    expect(afterClosing).toMatchObject({ _tag: 'Left', left: { type: 'Unavailable' } })
  },
}
