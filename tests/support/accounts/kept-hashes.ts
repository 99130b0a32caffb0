import type { KeptHash, KeptHashes } from '../../../application/accounts/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'

/** Kept hashes in memory. */
export const memoryKeptHashes = (): KeptHashes => {
  let kept: readonly KeptHash[] = []
  const longest = (times: readonly Instant[]) => times.toSorted((a, b) => a.localeCompare(b)).at(-1) ?? null
  return {
    keep: (hashes) => TE.fromIO(() => void (kept = [...kept, ...hashes])),
    release: (sanction) => TE.fromIO(() => void (kept = kept.filter((one) => one.sanction !== sanction))),
    keptUntil: (hashes, at) =>
      TE.fromIO(() =>
        longest(kept.filter(({ hash, until }) => hashes.includes(hash) && until > at).map(({ until }) => until)),
      ),
    sweep: (at) =>
      TE.fromIO(() => {
        const over = kept.filter(({ until }) => until <= at)
        kept = kept.filter(({ until }) => until > at)
        return over.length
      }),
  }
}
