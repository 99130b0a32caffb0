import type { Instant } from '../domain/kernel/primitives.ts'

/**
 * What this process has just handed out to those who asked for the next one: the list they all read is a moment old, and
 * would send each of them to the same place. A hint that nothing depends on; the case itself says whose it is.
 */
export interface HandingOut {
  /** The same ones, those nobody was sent to lately first. */
  readonly freshFirst: (ids: readonly string[], at: Instant) => readonly string[]
  readonly sendTo: (id: string, at: Instant) => void
  readonly giveBack: (id: string) => void
}

/** By then the list knows. */
const memoryMs = 5_000

export const handingOutHere = (): HandingOut => {
  /** In the order of time. */
  const sent = new Map<string, number>()
  const forget = (before: number) => {
    for (const [id, when] of sent) {
      if (when > before) return
      sent.delete(id)
    }
  }
  return {
    freshFirst: (ids, at) => {
      forget(Date.parse(at) - memoryMs)
      return ids.some((id) => sent.has(id))
        ? [...ids.filter((id) => !sent.has(id)), ...ids.filter((id) => sent.has(id))]
        : ids
    },
    sendTo: (id, at) => {
      sent.delete(id)
      sent.set(id, Date.parse(at))
    },
    giveBack: (id) => void sent.delete(id),
  }
}
