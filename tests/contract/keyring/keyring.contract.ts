import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { DataKey, Keyring, KeyringFailure } from '../../../application/ports/keyring.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'

/** One keyring as seen by two processes. */
export interface KeyringPair {
  readonly here: Keyring
  readonly there: Keyring
  readonly close: () => Promise<void>
}
export type Promises = Readonly<Record<string, (ring: KeyringPair) => Promise<void>>>

const ok = async <A>(task: TE.TaskEither<KeyringFailure, A>): Promise<A> => {
  const answer = await task()
  if (E.isLeft(answer)) throw new Error('the keyring failed', { cause: answer.left.cause })
  return answer.right
}
const someone = () => `account-${randomUUID()}`
const keyOf = async (keyring: Keyring, subject: string): Promise<DataKey> => {
  const key = (await ok(keyring.provision([subject]))).get(subject)
  if (!(key instanceof Uint8Array)) throw new Error(`no key but ${key}`)
  return key
}
const plain = (keys: ReadonlyMap<string, DataKey | 'erased'>) =>
  new Map([...keys].map(([subject, key]) => [subject, key === 'erased' ? key : Buffer.from(key).toString('hex')]))
const hex = (key: DataKey) => Buffer.from(key).toString('hex')

/** Another process may learn about an erasure slightly later, but must learn about it. */
const eventually = async (erased: () => Promise<boolean>): Promise<void> => {
  for (const until = performance.now() + 5_000; !(await erased()); await pause(5))
    if (performance.now() > until) throw new Error('the other process never heard of the erasure')
}

const provisioning: Promises = {
  'gives every subject a different 32-byte key': async ({ here }) => {
    const subjects = Array.from({ length: 50 }, someone)
    const keys = await ok(here.provision(subjects))
    expect(new Set(keys.keys())).toEqual(new Set(subjects))
    for (const key of keys.values()) expect(key).toHaveLength(32)
    expect(new Set(plain(keys).values()).size).toBe(50)
  },

  'returns the same key to every process and call': async ({ here, there }) => {
    const [a, b] = [someone(), someone()]
    const first = plain(await ok(here.provision([a, b])))
    for (const ring of [here, there])
      for (const ask of [ring.provision, ring.find]) expect(plain(await ok(ask([b, a])))).toEqual(first)
  },

  'creates one key for simultaneous requests': async ({ here, there }) => {
    const subjects = Array.from({ length: 20 }, someone)
    const orders = [subjects, subjects.toReversed(), subjects.slice(5), subjects.slice(0, 15).toReversed()]
    const answers = await Promise.all(
      orders.flatMap((order) => [ok(here.provision(order)), ok(there.provision(order))]),
    )
    for (const subject of subjects)
      expect(new Set(answers.flatMap((keys) => plain(keys).get(subject) ?? [])).size).toBe(1)
    for (const [i, keys] of answers.entries()) expect(keys.size).toBe(orders[Math.floor(i / 2)]?.length)
  },

  'accepts duplicate, missing and arbitrary subject names': async ({ here, there }) => {
    const [a, odd] = [someone(), `constructor '"\\ {${randomUUID()}} è 🙂 ${'x'.repeat(500)}`]
    expect((await ok(here.provision([]))).size).toBe(0)
    expect((await ok(here.find([]))).size).toBe(0)
    const keys = plain(await ok(here.provision([a, a, odd, 'constructor', '__proto__'])))
    expect(keys.size).toBe(4)
    expect(plain(await ok(there.find([odd, a, a, '__proto__', 'constructor'])))).toEqual(keys)
  },

  'finds no key for an unknown subject and does not create one': async ({ here }) => {
    const [known, unknown] = [someone(), someone()]
    await keyOf(here, known)
    for (let times = 0; times < 2; times++)
      expect([...(await ok(here.find([unknown, known, 'toString']))).keys()]).toEqual([known])
  },
}

const erasing: Promises = {
  'never gives an erased subject a key again': async ({ here, there }) => {
    const [gone, other] = [someone(), someone()]
    const kept = hex(await keyOf(here, other))
    await keyOf(here, gone)
    await ok(here.erase(gone))
    const after = new Map([
      [gone, 'erased'],
      [other, kept],
    ])
    for (let times = 0; times < 2; times++) {
      expect(plain(await ok(here.provision([gone, other])))).toEqual(after)
      expect(plain(await ok(here.find([gone, other])))).toEqual(after)
    }
    await eventually(async () => (await ok(there.provision([gone]))).get(gone) === 'erased')
    expect(plain(await ok(there.find([gone, other])))).toEqual(after)
  },

  'marks a subject without a key as erased': async ({ here, there }) => {
    const gone = someone()
    await ok(here.erase(gone))
    expect((await ok(here.provision([gone]))).get(gone)).toBe('erased')
    expect((await ok(there.provision([gone]))).get(gone)).toBe('erased')
    expect((await ok(there.find([gone]))).get(gone)).toBe('erased')
  },

  'is idempotent for repeated erasures in any process': async ({ here, there }) => {
    const gone = someone()
    await keyOf(there, gone)
    await ok(here.erase(gone))
    await ok(here.erase(gone))
    await ok(there.erase(gone))
    for (const ring of [here, there]) expect((await ok(ring.provision([gone]))).get(gone)).toBe('erased')
  },

  'notifies other processes that cached the key': async ({ here, there }) => {
    const gone = Array.from({ length: 5 }, someone)
    await ok(here.provision(gone))
    await ok(there.provision(gone))
    await ok(there.find(gone))
    for (const subject of gone) await ok(here.erase(subject))
    for (const subject of gone) {
      await eventually(async () => (await ok(there.find([subject]))).get(subject) === 'erased')
      expect((await ok(there.provision([subject]))).get(subject)).toBe('erased')
    }
  },

  'caches no key requested during its erasure': async ({ here, there }) => {
    for (let times = 0; times < 20; times++) {
      const gone = someone()
      const ask = (ring: Keyring) => (times % 2 === 0 ? ring.find([gone]) : ring.provision([gone]))
      await keyOf(here, gone)
      await Promise.all([ok(ask(there)), ok(ask(here)), ok(here.erase(gone)), ok(ask(here)), ok(ask(there))])
      expect((await ok(here.find([gone]))).get(gone)).toBe('erased')
      await eventually(async () => (await ok(there.find([gone]))).get(gone) === 'erased')
    }
  },
}

/** The contract of every keyring (R23). */
export const promises: Promises = { ...provisioning, ...erasing }

export const keyringContract = (adapter: string, make: () => KeyringPair | Promise<KeyringPair>) =>
  describe(`${adapter} fulfils the keyring contract`, () => {
    it.each(Object.entries(promises))('%s', async (_, check) => {
      const ring = await make()
      try {
        await check(ring)
      } finally {
        await ring.close()
      }
    })
  })
