import { expect } from 'vitest'
import { event, events, everythingAfter, idsOf, ok, ownedBy, type Guarantees } from './test-kit.ts'

/** JSON texts that only survive if the store does not reserialise them. */
const delicateTexts: readonly string[] = [
  '{ "b" : 1,\t"a":2 }',
  '{"a":1,"a":2}',
  '{"n":12345678901234567890,"x":1.10,"y":1e400}',
  '{"s":"\\u0000\\ud83d \\/ \\\\ \\" \' $1 %s"}',
  '{"s":"perché è così: 日本語 🏔️ e\u0301 \u2028\ufeff"}',
  '"just text"',
  '  null  ',
  `{"big":"${'àè"\\\\'.replaceAll('"', '\\"').repeat(20_000)}"}`,
]

export const reading: Guarantees = {
  'an unwritten stream is empty, not an error': async (store, stream) => {
    expect(await ok(store.read(stream))).toEqual([])
    expect(await ok(store.read(stream, 7))).toEqual([])
  },

  'data and metadata are returned byte for byte by every read': async (store, stream) => {
    const written = delicateTexts.map((text, n) => ({ ...event(), type: `Tocco-${n} è·„€“`, data: text, meta: text }))
    const before = await ok(store.head())
    await ok(store.append(stream, 'none', written))
    const expected = written.map(
      (newEvent, n) => expect.objectContaining({ ...newEvent, stream, version: n + 1 }) as unknown,
    )
    expect(await ok(store.read(stream))).toEqual(expected)
    expect(ownedBy(stream, await everythingAfter(store, before))).toEqual(expected)
  },

  'a stream can be read from a given version': async (store, stream) => {
    const written = events(6)
    await ok(store.append(stream, 'none', written))
    for (const from of [1, 2, 6, 7])
      expect(idsOf(await ok(store.read(stream, from)))).toEqual(idsOf(written.slice(from - 1)))
  },

  'a stream is read up to a limit': async (store, stream) => {
    const written = events(6)
    await ok(store.append(stream, 'none', written))
    for (const [from, limit] of [
      [1, 1],
      [1, 6],
      [1, 7],
      [3, 2],
      [6, 3],
      [7, 1],
    ] as const)
      expect(idsOf(await ok(store.read(stream, from, limit)))).toEqual(idsOf(written.slice(from - 1, from - 1 + limit)))
  },

  'streams with similar names stay separate': async (store, stream) => {
    const names = [stream, `${stream}-1`, `${stream}_`, `${stream}%`, stream.toUpperCase()]
    for (const name of names) await ok(store.append(name, 'none', [event()]))
    for (const name of names) expect((await ok(store.read(name))).map((recorded) => recorded.stream)).toEqual([name])
  },

  'the log is read in commit order, with the positions returned by the appends': async (store, stream) => {
    const before = await ok(store.head())
    const answers: string[] = []
    for (let n = 0; n < 12; n++)
      answers.push((await ok(store.append(`${stream}-${n % 3}`, 'any', [event(n)]))).position)
    const log = ownedBy(stream, await everythingAfter(store, before))
    expect(log.map(({ position }) => position)).toEqual(answers)
    expect(log.map(({ data }) => data)).toEqual(Array.from({ length: 12 }, (_, n) => `{"n":${n}}`))
    expect(answers.toSorted()).toEqual(answers)
    expect(new Set(answers).size).toBe(12)
  },

  'the log reads the same from any position, with any page size': async (store, stream) => {
    for (let n = 0; n < 10; n++) await ok(store.append(`${stream}-${n % 2}`, 'any', events(2)))
    const wholeLog = await everythingAfter(store, null)
    expect(ownedBy(stream, wholeLog)).toHaveLength(20)
    for (const limit of [1, 3, 7]) {
      const from = wholeLog.at(-21)?.position ?? null
      expect(await everythingAfter(store, from, limit)).toEqual(wholeLog.slice(-20))
    }
    for (const n of [1, 2, 11, 20])
      expect(await ok(store.readAll(wholeLog.at(-n)?.position ?? null, 100))).toEqual(
        n === 1 ? [] : wholeLog.slice(1 - n),
      )
  },

  'a page contains the available events, up to its limit': async (store, stream) => {
    const before = await ok(store.head())
    await ok(store.append(stream, 'none', events(5)))
    for (const limit of [1, 4, 5, 6]) expect(await ok(store.readAll(before, limit))).toHaveLength(Math.min(limit, 5))
  },

  'R7: a reader that tails the log during concurrent writes sees each event once in its final order': async (
    store,
    stream,
  ) => {
    const before = await ok(store.head())
    let isWriting = true
    const writers = Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 0; n < 6; n++) await ok(store.append(`${stream}-${writer % 5}`, 'any', events(1 + (n % 2))))
      }),
    ).finally(() => {
      isWriting = false
    })
    const seen: string[] = []
    let from = before
    for (let isLastRead = false; ;) {
      const page = await ok(store.readAll(from, 7))
      seen.push(...page.map(({ position }) => position))
      from = page.at(-1)?.position ?? from
      if (page.length === 0 && isLastRead) break
      if (seen.length > 1_000) throw new Error('more events than were written')
      isLastRead = !isWriting
    }
    await writers
    const log = await everythingAfter(store, before)
    expect(seen).toEqual(log.map(({ position }) => position))
    for (const name of [0, 1, 2, 3, 4].map((n) => `${stream}-${n}`)) {
      const versions = log.filter((recorded) => recorded.stream === name).map(({ version }) => version)
      expect(versions).toEqual(versions.map((_, n) => n + 1))
    }
    expect(ownedBy(stream, log)).toHaveLength(16 * 9)
  },

  'positions are digits in one or two groups, ordered as text': async (store, stream) => {
    const position = /^\d{20}(:\d{20})?$/
    const appended: string[] = []
    for (const count of [1, 3, 10]) appended.push((await ok(store.append(stream, 'any', events(count)))).position)
    const read = (await ok(store.read(stream))).map((recorded) => recorded.position)
    for (const each of [...appended, ...read]) expect(each).toMatch(position)
    expect(read).toEqual(read.toSorted())
    expect(new Set(read).size).toBe(14)
  },

  'the head is the position of the last event, and missing only while the log is empty': async (store, stream) => {
    expect((await ok(store.head())) === null).toBe((await ok(store.readAll(null, 1))).length === 0)
    for (const count of [1, 3]) {
      const { position } = await ok(store.append(stream, 'any', events(count)))
      expect(await ok(store.head())).toBe(position)
      expect(await ok(store.readAll(position, 10))).toEqual([])
    }
  },
}
