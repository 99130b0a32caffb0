import type { Placed, Tip } from './batch.ts'
import type { Heads } from './heads.ts'

/** Where streams will end once all that is under way is written. */
export interface Tips {
  readonly of: (stream: string) => Tip | undefined
  /** This batch is under way; call the answer when it is written. */
  readonly extend: (batch: readonly Placed[]) => () => void
  /** Something under way was not written: only what was seen counts. */
  readonly clear: () => void
}

export const tipsOver = (heads: Heads): Tips => {
  const tips = new Map<string, Tip>()
  return {
    of: (stream) => tips.get(stream) ?? heads.of(stream),
    extend: (batch) => {
      const own = new Map<string, Tip>()
      for (const { stream, no, before, events } of batch) {
        const tip = { no, version: before + events.length, isNew: no < 0 }
        own.set(stream, tip)
        tips.set(stream, tip)
      }
      return () => {
        for (const [stream, tip] of own) if (tips.get(stream) === tip) tips.delete(stream)
      }
    },
    clear: () => tips.clear(),
  }
}
