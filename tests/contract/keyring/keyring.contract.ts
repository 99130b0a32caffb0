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
export type Guarantees = Readonly<Record<string, (pair: KeyringPair) => Promise<void>>>

const orThrow = async <A>(task: TE.TaskEither<KeyringFailure, A>): Promise<A> => {
  const outcome = await task()
  if (E.isLeft(outcome)) throw new Error('the keyring failed', { cause: outcome.left.cause })
  return outcome.right
}
const newSubject = () => `account-${randomUUID()}`
const keyOf = async (keyring: Keyring, subject: string): Promise<DataKey> => {
  const key = (await orThrow(keyring.provision([subject]))).get(subject)
  if (!(key instanceof Uint8Array)) throw new Error(`no key but ${key}`)
  return key
}
const toHex = (keys: ReadonlyMap<string, DataKey | 'erased'>) =>
  new Map([...keys].map(([subject, key]) => [subject, key === 'erased' ? key : Buffer.from(key).toString('hex')]))
const hex = (key: DataKey) => Buffer.from(key).toString('hex')

/** Waits until another process has learned of an erasure, which may take a moment. */
const waitUntilErased = async (isErased: () => Promise<boolean>): Promise<void> => {
  for (const until = performance.now() + 5_000; !(await isErased()); await pause(5))
    if (performance.now() > until) throw new Error('the other process never learned of the erasure')
}

const provisioning: Guarantees = {
  'gives every subject a different 32-byte key': async ({ here }) => {
    const subjects = Array.from({ length: 50 }, newSubject)
    const keys = await orThrow(here.provision(subjects))
    expect(new Set(keys.keys())).toEqual(new Set(subjects))
    for (const key of keys.values()) expect(key).toHaveLength(32)
    expect(new Set(toHex(keys).values()).size).toBe(50)
  },

  'returns the same key to every process and call': async ({ here, there }) => {
    const [a, b] = [newSubject(), newSubject()]
    const first = toHex(await orThrow(here.provision([a, b])))
    for (const keyring of [here, there])
      for (const request of [keyring.provision, keyring.find])
        expect(toHex(await orThrow(request([b, a])))).toEqual(first)
  },

  'creates one key for simultaneous requests': async ({ here, there }) => {
    const subjects = Array.from({ length: 20 }, newSubject)
    const orders = [subjects, subjects.toReversed(), subjects.slice(5), subjects.slice(0, 15).toReversed()]
    const answers = await Promise.all(
      orders.flatMap((order) => [orThrow(here.provision(order)), orThrow(there.provision(order))]),
    )
    for (const subject of subjects)
      expect(new Set(answers.flatMap((keys) => toHex(keys).get(subject) ?? [])).size).toBe(1)
    for (const [i, keys] of answers.entries()) expect(keys.size).toBe(orders[Math.floor(i / 2)]?.length)
  },

  'accepts duplicate, missing and arbitrary subject names': async ({ here, there }) => {
    const [a, odd] = [newSubject(), `constructor '"\\ {${randomUUID()}} è 🙂 ${'x'.repeat(500)}`]
    expect((await orThrow(here.provision([]))).size).toBe(0)
    expect((await orThrow(here.find([]))).size).toBe(0)
    const keys = toHex(await orThrow(here.provision([a, a, odd, 'constructor', '__proto__'])))
    expect(keys.size).toBe(4)
    expect(toHex(await orThrow(there.find([odd, a, a, '__proto__', 'constructor'])))).toEqual(keys)
  },

  'finds no key for an unknown subject and does not create one': async ({ here }) => {
    const [known, unknown] = [newSubject(), newSubject()]
    await keyOf(here, known)
    for (let times = 0; times < 2; times++)
      expect([...(await orThrow(here.find([unknown, known, 'toString']))).keys()]).toEqual([known])
  },
}

const erasing: Guarantees = {
  'never gives an erased subject a key again': async ({ here, there }) => {
    const [erased, other] = [newSubject(), newSubject()]
    const otherKey = hex(await keyOf(here, other))
    await keyOf(here, erased)
    await orThrow(here.erase(erased))
    const after = new Map([
      [erased, 'erased'],
      [other, otherKey],
    ])
    for (let times = 0; times < 2; times++) {
      expect(toHex(await orThrow(here.provision([erased, other])))).toEqual(after)
      expect(toHex(await orThrow(here.find([erased, other])))).toEqual(after)
    }
    await waitUntilErased(async () => (await orThrow(there.provision([erased]))).get(erased) === 'erased')
    expect(toHex(await orThrow(there.find([erased, other])))).toEqual(after)
  },

  'marks a subject without a key as erased': async ({ here, there }) => {
    const erased = newSubject()
    await orThrow(here.erase(erased))
    expect((await orThrow(here.provision([erased]))).get(erased)).toBe('erased')
    expect((await orThrow(there.provision([erased]))).get(erased)).toBe('erased')
    expect((await orThrow(there.find([erased]))).get(erased)).toBe('erased')
  },

  'is idempotent for repeated erasures in any process': async ({ here, there }) => {
    const erased = newSubject()
    await keyOf(there, erased)
    await orThrow(here.erase(erased))
    await orThrow(here.erase(erased))
    await orThrow(there.erase(erased))
    for (const keyring of [here, there]) expect((await orThrow(keyring.provision([erased]))).get(erased)).toBe('erased')
  },

  'is seen by other processes that cached the key': async ({ here, there }) => {
    const erased = Array.from({ length: 5 }, newSubject)
    await orThrow(here.provision(erased))
    await orThrow(there.provision(erased))
    await orThrow(there.find(erased))
    for (const subject of erased) await orThrow(here.erase(subject))
    for (const subject of erased) {
      await waitUntilErased(async () => (await orThrow(there.find([subject]))).get(subject) === 'erased')
      expect((await orThrow(there.provision([subject]))).get(subject)).toBe('erased')
    }
  },

  'prevents caching of a key requested during its erasure': async ({ here, there }) => {
    for (let times = 0; times < 20; times++) {
      const erased = newSubject()
      const request = (keyring: Keyring) => (times % 2 === 0 ? keyring.find([erased]) : keyring.provision([erased]))
      await keyOf(here, erased)
      await Promise.all([
        orThrow(request(there)),
        orThrow(request(here)),
        orThrow(here.erase(erased)),
        orThrow(request(here)),
        orThrow(request(there)),
      ])
      expect((await orThrow(here.find([erased]))).get(erased)).toBe('erased')
      await waitUntilErased(async () => (await orThrow(there.find([erased]))).get(erased) === 'erased')
    }
  },
}

const countingErasures: Guarantees = {
  'counts each erased subject once, with or without a key': async ({ here, there }) => {
    const [withKey, without] = [newSubject(), newSubject()]
    await keyOf(here, withKey)
    const before = await orThrow(here.countErased)
    for (const keyring of [here, there]) await orThrow(keyring.erase(withKey))
    await orThrow(here.erase(without))
    expect(await orThrow(here.countErased)).toBe(before + 2)
  },

  'counts nothing but erasures': async ({ here }) => {
    const before = await orThrow(here.countErased)
    await keyOf(here, newSubject())
    expect(await orThrow(here.countErased)).toBe(before)
  },

  'counts the erasures of other processes': async ({ here, there }) => {
    for (let times = 0; times < 10; times++) {
      const before = await orThrow(there.countErased)
      await Promise.all([orThrow(there.countErased), orThrow(here.erase(newSubject())), orThrow(there.countErased)])
      await waitUntilErased(async () => (await orThrow(there.countErased)) === before + 1)
    }
  },
}

/** The contract of every keyring (R23). */
export const guarantees: Guarantees = { ...provisioning, ...erasing, ...countingErasures }

export const keyringContract = (adapter: string, open: () => KeyringPair | Promise<KeyringPair>) =>
  describe(`${adapter} fulfils the keyring contract`, () => {
    it.each(Object.entries(guarantees))('%s', async (_, check) => {
      const pair = await open()
      try {
        await check(pair)
      } finally {
        await pair.close()
      }
    })
  })
