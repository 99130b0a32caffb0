import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DataKey, Keyring } from '../../../application/ports/keyring.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { type KeyringPair, promises } from './keyring.contract.ts'

type Keys = ReadonlyMap<string, DataKey | 'erased'>
type Change = (honest: Keyring) => Partial<Keyring>

const ringOf = (here: Keyring, there: Keyring): KeyringPair => ({ here, there, close: () => Promise.resolve() })
/** Both processes are wrong in the same way, over the same keys. */
const liar = (change: Change) => (): KeyringPair => {
  const honest = memoryKeyring()
  const lying = { ...honest, ...change(honest) }
  return ringOf(lying, lying)
}
const both =
  (change: (keys: Keys, subjects: readonly string[]) => Keys): Change =>
  ({ provision, find }) => ({
    provision: (subjects) => TE.map((keys: Keys) => change(keys, subjects))(provision(subjects)),
    find: (subjects) => TE.map((keys: Keys) => change(keys, subjects))(find(subjects)),
  })
const each = (change: (key: DataKey | 'erased', subject: string) => DataKey | 'erased') =>
  both((keys) => new Map([...keys].map(([subject, key]) => [subject, change(key, subject)])))

const same = randomBytes(32)

/** Keyrings that break exactly one promise. */
export const liars: Readonly<Record<string, () => KeyringPair>> = {
  'uses one key for all subjects': liar(each((key) => (key === 'erased' ? key : same))),
  'uses 16-byte keys': liar(each((key) => (key === 'erased' ? key : key.subarray(0, 16)))),
  'returns a new key each time': liar(each((key) => (key === 'erased' ? key : randomBytes(32)))),
  'omits the last subject': liar(
    both((keys, subjects) => new Map([...keys].slice(0, Math.max(1, subjects.length - 1)))),
  ),
  'fails for an empty list': liar(({ provision }) => ({
    provision: (subjects) =>
      subjects.length === 0 ? TE.left({ type: 'KeyringUnavailable', cause: 'empty' }) : provision(subjects),
  })),
  'confuses names with the same prefix': liar(({ provision, find }) => ({
    provision: (subjects) => renamed(subjects, provision),
    find: (subjects) => renamed(subjects, find),
  })),
  'creates keys when finding': liar(({ provision }) => ({ find: provision })),
  'stores keys in a plain object': () => {
    const keys: Record<string, DataKey | 'erased'> = {}
    const find: Keyring['find'] = (subjects) =>
      TE.fromIO(() => new Map(subjects.flatMap((one) => (keys[one] === undefined ? [] : [[one, keys[one]]]))))
    const lying: Keyring = {
      find,
      provision: (subjects) => {
        for (const one of subjects) keys[one] ??= randomBytes(32)
        return find(subjects)
      },
      erase: (subject) => TE.fromIO(() => void (keys[subject] = 'erased')),
    }
    return ringOf(lying, lying)
  },
  'creates two keys in a race': () => {
    const keys = new Map<string, DataKey | 'erased'>()
    const find: Keyring['find'] = (subjects) =>
      TE.fromIO(() => new Map([...keys].filter(([subject]) => subjects.includes(subject))))
    const lying: Keyring = {
      find,
      provision: (subjects) => async () => {
        const missing = subjects.filter((subject) => !keys.has(subject))
        await Promise.resolve()
        for (const subject of missing) keys.set(subject, randomBytes(32))
        const made = new Map(missing.map((subject) => [subject, keys.get(subject) ?? 'erased'] as const))
        return TE.map((known: Keys) => new Map([...known, ...made]))(find(subjects))()
      },
      erase: (subject) => TE.fromIO(() => void keys.set(subject, 'erased')),
    }
    return ringOf(lying, lying)
  },
  'forgets an erasure when asked for a key': () => {
    const rings = { now: memoryKeyring() }
    const lying: Keyring = {
      find: (subjects) => rings.now.find(subjects),
      erase: (subject) => rings.now.erase(subject),
      provision: (subjects) => async () => {
        const keys = await rings.now.provision(subjects)()
        if (keys._tag === 'Right' && [...keys.right.values()].includes('erased')) rings.now = memoryKeyring()
        return rings.now.provision(subjects)()
      },
    }
    return ringOf(lying, lying)
  },
  'marks only subjects with a key as erased': liar(({ find, erase }) => ({
    erase: (subject) =>
      TE.flatMap((keys: Keys) => (keys.has(subject) ? erase(subject) : TE.right(undefined)))(find([subject])),
  })),
  'does not erase at all': liar(() => ({ erase: () => TE.right(undefined) })),
  'erases everybody': liar(({ provision, find, erase }) => {
    let all = false
    const gone = both((keys) => (all ? new Map([...keys.keys()].map((one) => [one, 'erased'])) : keys))
    return { ...gone({ provision, find, erase }), erase: () => TE.fromIO(() => void (all = true)) }
  }),
  'undoes an erasure by the next one': liar((honest) => {
    const times = new Map<string, number>()
    const revived = new Map<string, DataKey>()
    return {
      ...each((key, subject) => revived.get(subject) ?? key)(honest),
      erase: (subject) => {
        times.set(subject, (times.get(subject) ?? 0) + 1)
        if ((times.get(subject) ?? 0) > 1) revived.set(subject, randomBytes(32))
        return honest.erase(subject)
      },
    }
  }),
  'does not notify the other process': () => {
    const honest = memoryKeyring()
    return ringOf(
      honest,
      remembering(honest, () => true),
    )
  },
  'caches a key requested before its erasure': () => {
    const honest = memoryKeyring()
    let told: () => void = () => undefined
    const here: Keyring = {
      ...honest,
      erase: (subject) =>
        pipe(
          honest.erase(subject),
          TE.tapIO(() => () => told()),
        ),
    }
    const there = remembering(honest, () => true)
    told = there.forget
    return ringOf(here, there)
  },
}

const renamed = (subjects: readonly string[], ask: Keyring['find']): ReturnType<Keyring['find']> => {
  const short = (subject: string) => subject.slice(0, 12)
  return TE.map((keys: Keys) => {
    const found = subjects.flatMap((subject) => {
      const key = keys.get(short(subject))
      return key ? [[subject, key] as const] : []
    })
    return new Map(found)
  })(ask(subjects.map(short)))
}

/** A cache that accepts responses no matter how late they arrive. */
const remembering = (honest: Keyring, keep: () => boolean): Keyring & { readonly forget: () => void } => {
  const cache = new Map<string, DataKey | 'erased'>()
  const through =
    (ask: Keyring['find']): Keyring['find'] =>
    (subjects) =>
    async () => {
      const known = new Map(
        subjects.flatMap((one) => (cache.has(one) ? [[one, cache.get(one) ?? 'erased'] as const] : [])),
      )
      if (known.size === new Set(subjects).size) return TE.right(known)()
      const answer = await ask(subjects)()
      for (let turns = 0; turns < 20; turns++) await Promise.resolve()
      if (answer._tag === 'Right' && keep()) for (const [subject, key] of answer.right) cache.set(subject, key)
      return answer
    }
  return {
    provision: through(honest.provision),
    find: through(honest.find),
    erase: (subject) =>
      pipe(
        honest.erase(subject),
        TE.tapIO(() => () => void cache.set(subject, 'erased')),
      ),
    forget: () => cache.clear(),
  }
}

const isKept = async (promise: string, liar: string): Promise<boolean> => {
  const ring = liars[liar]?.()
  try {
    if (ring) await promises[promise]?.(ring)
    return true
  } catch {
    return false
  }
}
const verdicts = await Promise.all(
  Object.keys(promises).flatMap((promise) =>
    Object.keys(liars).map(async (liar) => ({ promise, liar, kept: await isKept(promise, liar) })),
  ),
)
const caught = verdicts.filter(({ kept }) => !kept)

describe('the keyring contract detects faults', () => {
  it.each(Object.keys(promises))('%s: detects at least one liar', (promise) =>
    expect(caught.map((one) => one.promise)).toContain(promise),
  )
  it.each(Object.keys(liars))('a keyring that %s is detected', (liar) =>
    expect(caught.map((one) => one.liar)).toContain(liar),
  )
})
