import type { DataKey } from '../../application/ports/keyring.ts'

export interface KeyCache {
  readonly get: (subject: string) => DataKey | 'erased' | undefined
  /** What is true of now; keys read before `since` are not taken in, since an erasure may have come between. */
  readonly put: (subject: string, key: DataKey | 'erased', since: number) => void
  /** Counts the times everything was dropped. */
  readonly era: () => number
  readonly drop: () => void
}

export interface CacheLimits {
  readonly size: number
  /** How long a key is believed in without being asked for again: the net under a lost notification. */
  readonly ttlMs: number
  readonly now: () => number
}

/** Keys lately used. A fence stays true for ever, so it does not expire. */
export const keyCache = ({ size, ttlMs, now }: CacheLimits): KeyCache => {
  const entries = new Map<string, { readonly key: DataKey | 'erased'; readonly until: number }>()
  let era = 0
  return {
    get: (subject) => {
      const entry = entries.get(subject)
      if (!entry) return undefined
      if (entry.until > now()) return entry.key
      entries.delete(subject)
      return undefined
    },
    put: (subject, key, since) => {
      if (key !== 'erased' && since !== era) return
      entries.delete(subject)
      entries.set(subject, { key, until: key === 'erased' ? Number.POSITIVE_INFINITY : now() + ttlMs })
      for (const oldest of entries.keys()) {
        if (entries.size <= size) break
        entries.delete(oldest)
      }
    },
    era: () => era,
    drop: () => {
      era++
      entries.clear()
    },
  }
}
