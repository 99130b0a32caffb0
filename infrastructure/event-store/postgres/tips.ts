import type { Placed } from './batch.ts'
import type { Head, Heads } from './heads.ts'

/** Where streams will end once all that is under way is written. */
export interface Tips {
  /** Its number is negative as long as it begins in a batch under way; undefined when nobody knows. */
  readonly of: (stream: string) => Head | undefined
  /** This batch is under way. Tell the answer whether it was written; if not, only what was seen counts. */
  readonly extend: (batch: readonly Placed[]) => (isWritten: boolean) => void
}

export const tipsOver = (heads: Heads): Tips => {
  const tips = new Map<string, Head>()
  return {
    of: (stream) => tips.get(stream) ?? heads.of(stream),
    extend: (batch) => {
      const own = new Map<string, Head>()
      for (const { stream, no, before, events } of batch) {
        const tip = { no, version: before + events.length }
        own.set(stream, tip)
        tips.set(stream, tip)
      }
      return (isWritten) => {
        if (!isWritten) tips.clear()
        for (const [stream, tip] of own) if (tips.get(stream) === tip) tips.delete(stream)
      }
    },
  }
}
