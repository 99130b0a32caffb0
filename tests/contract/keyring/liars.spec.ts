import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DataKey, Keyring } from '../../../application/ports/keyring.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { type KeyringPair, guarantees } from './keyring.contract.ts'

type Keys = ReadonlyMap<string, DataKey | 'erased'>
type Change = (honest: Keyring) => Partial<Keyring>

const pairOf = (here: Keyring, there: Keyring): KeyringPair => ({ here, there, close: () => Promise.resolve() })
/** Both processes use the same keyring with the same fault. */
const liar = (change: Change) => (): KeyringPair => {
  const honest = memoryKeyring()
  const lying = { ...honest, ...change(honest) }
  return pairOf(lying, lying)
}
const changeKeys =
  (change: (keys: Keys, subjects: readonly string[]) => Keys): Change =>
  ({ provision, find }) => ({
    provision: (subjects) => TE.map((keys: Keys) => change(keys, subjects))(provision(subjects)),
    find: (subjects) => TE.map((keys: Keys) => change(keys, subjects))(find(subjects)),
  })
const changeEachKey = (change: (key: DataKey | 'erased', subject: string) => DataKey | 'erased') =>
  changeKeys((keys) => new Map([...keys].map(([subject, key]) => [subject, change(key, subject)])))

const sharedKey = randomBytes(32)

/** Keyrings that break exactly one guarantee. */
export const liars: Readonly<Record<string, () => KeyringPair>> = {
  'uses one key for all subjects': liar(changeEachKey((key) => (key === 'erased' ? key : sharedKey))),
  'uses 16-byte keys': liar(changeEachKey((key) => (key === 'erased' ? key : key.subarray(0, 16)))),
  'returns a new key each time': liar(changeEachKey((key) => (key === 'erased' ? key : randomBytes(32)))),
  'omits the last subject': liar(
    changeKeys((keys, subjects) => new Map([...keys].slice(0, Math.max(1, subjects.length - 1)))),
  ),
  'fails for an empty list': liar(({ provision }) => ({
    provision: (subjects) =>
      subjects.length === 0 ? TE.left({ type: 'KeyringUnavailable', cause: 'empty' }) : provision(subjects),
  })),
  'confuses names with the same prefix': liar(({ provision, find }) => ({
    provision: (subjects) => byPrefix(subjects, provision),
    find: (subjects) => byPrefix(subjects, find),
  })),
  'creates keys when finding': liar(({ provision }) => ({ find: provision })),
  'stores keys in a plain object': () => {
    const keys: Record<string, DataKey | 'erased'> = {}
    const find: Keyring['find'] = (subjects) =>
      TE.fromIO(
        () => new Map(subjects.flatMap((subject) => (keys[subject] === undefined ? [] : [[subject, keys[subject]]]))),
      )
    const lying: Keyring = {
      find,
      provision: (subjects) => {
        for (const subject of subjects) keys[subject] ??= randomBytes(32)
        return find(subjects)
      },
      erase: (subject) => TE.fromIO(() => void (keys[subject] = 'erased')),
      countErased: TE.fromIO(() => countIn(Object.values(keys))),
    }
    return pairOf(lying, lying)
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
        const created = new Map(missing.map((subject) => [subject, keys.get(subject) ?? 'erased'] as const))
        return TE.map((known: Keys) => new Map([...known, ...created]))(find(subjects))()
      },
      erase: (subject) => TE.fromIO(() => void keys.set(subject, 'erased')),
      countErased: TE.fromIO(() => countIn([...keys.values()])),
    }
    return pairOf(lying, lying)
  },
  'forgets an erasure when a key is requested': () => {
    let keyring = memoryKeyring()
    const lying: Keyring = {
      find: (subjects) => keyring.find(subjects),
      erase: (subject) => keyring.erase(subject),
      countErased: () => keyring.countErased(),
      provision: (subjects) => async () => {
        const keys = await keyring.provision(subjects)()
        if (keys._tag === 'Right' && [...keys.right.values()].includes('erased')) keyring = memoryKeyring()
        return keyring.provision(subjects)()
      },
    }
    return pairOf(lying, lying)
  },
  'marks only subjects with a key as erased': liar(({ find, erase }) => ({
    erase: (subject) =>
      TE.flatMap((keys: Keys) => (keys.has(subject) ? erase(subject) : TE.right(undefined)))(find([subject])),
  })),
  'does not erase at all': liar(() => ({ erase: () => TE.right(undefined) })),
  'erases every subject': liar(({ provision, find, erase, countErased }) => {
    let isErased = false
    const eraseAll = changeKeys((keys) =>
      isErased ? new Map([...keys.keys()].map((subject) => [subject, 'erased'])) : keys,
    )
    return {
      ...eraseAll({ provision, find, erase, countErased }),
      erase: () => TE.fromIO(() => void (isErased = true)),
    }
  }),
  'undoes an erasure when it is repeated': liar((honest) => {
    const erasures = new Map<string, number>()
    const revived = new Map<string, DataKey>()
    return {
      ...changeEachKey((key, subject) => revived.get(subject) ?? key)(honest),
      erase: (subject) => {
        erasures.set(subject, (erasures.get(subject) ?? 0) + 1)
        if ((erasures.get(subject) ?? 0) > 1) revived.set(subject, randomBytes(32))
        return honest.erase(subject)
      },
    }
  }),
  'counts an erasure each time it is repeated': liar(({ erase }) => {
    let count = 0
    return {
      erase: (subject) => {
        count++
        return erase(subject)
      },
      countErased: TE.fromIO(() => count),
    }
  }),
  'counts the subjects with keys as well': liar(({ provision, countErased }) => {
    let provisioned = 0
    return {
      provision: (subjects) => {
        provisioned += subjects.length
        return provision(subjects)
      },
      countErased: TE.map((count: number) => count + provisioned)(countErased),
    }
  }),
  'counts its own erasures only': () => {
    const honest = memoryKeyring()
    return pairOf(honest, { ...honest, countErased: TE.right(0) })
  },
  'does not notify the other process': () => {
    const honest = memoryKeyring()
    return pairOf(
      honest,
      caching(honest, () => true),
    )
  },
  'caches a key requested before its erasure': () => {
    const honest = memoryKeyring()
    let notify: () => void = () => undefined
    const here: Keyring = {
      ...honest,
      erase: (subject) =>
        pipe(
          honest.erase(subject),
          TE.tapIO(() => () => notify()),
        ),
    }
    const there = caching(honest, () => true)
    notify = there.forget
    return pairOf(here, there)
  },
}

const countIn = (keys: readonly (DataKey | 'erased')[]) => keys.filter((key) => key === 'erased').length

const byPrefix = (subjects: readonly string[], request: Keyring['find']): ReturnType<Keyring['find']> => {
  const short = (subject: string) => subject.slice(0, 12)
  return TE.map((keys: Keys) => {
    const found = subjects.flatMap((subject) => {
      const key = keys.get(short(subject))
      return key ? [[subject, key] as const] : []
    })
    return new Map(found)
  })(request(subjects.map(short)))
}

/** Caches keys even when they arrive after an erasure. */
const caching = (honest: Keyring, keep: () => boolean): Keyring & { readonly forget: () => void } => {
  const cache = new Map<string, DataKey | 'erased'>()
  const cached =
    (request: Keyring['find']): Keyring['find'] =>
    (subjects) =>
    async () => {
      const known = new Map(
        subjects.flatMap((subject) => (cache.has(subject) ? [[subject, cache.get(subject) ?? 'erased'] as const] : [])),
      )
      if (known.size === new Set(subjects).size) return TE.right(known)()
      const answer = await request(subjects)()
      for (let turns = 0; turns < 20; turns++) await Promise.resolve()
      if (answer._tag === 'Right' && keep()) for (const [subject, key] of answer.right) cache.set(subject, key)
      return answer
    }
  return {
    provision: cached(honest.provision),
    find: cached(honest.find),
    erase: (subject) =>
      pipe(
        honest.erase(subject),
        TE.tapIO(() => () => void cache.set(subject, 'erased')),
      ),
    countErased: honest.countErased,
    forget: () => cache.clear(),
  }
}

const isKept = async (guarantee: string, liar: string): Promise<boolean> => {
  const pair = liars[liar]?.()
  try {
    if (pair) await guarantees[guarantee]?.(pair)
    return true
  } catch {
    return false
  }
}
const verdicts = await Promise.all(
  Object.keys(guarantees).flatMap((guarantee) =>
    Object.keys(liars).map(async (liar) => ({ guarantee, liar, kept: await isKept(guarantee, liar) })),
  ),
)
const caught = verdicts.filter(({ kept }) => !kept)

describe('the keyring contract', () => {
  it.each(Object.keys(guarantees))('%s: has a liar that breaks it', (guarantee) =>
    expect(caught.map((verdict) => verdict.guarantee)).toContain(guarantee),
  )
  it.each(Object.keys(liars))('detects a keyring that %s', (liar) =>
    expect(caught.map((verdict) => verdict.liar)).toContain(liar),
  )
})
