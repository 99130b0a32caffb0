import type { Version } from '../../../application/ports/event-store.ts'
import { latest } from './latest.ts'

/** Where a stream ends, as last seen; 0 and 0 where there was none. */
export interface Head {
  /** The stream's number: the position of its first event. */
  readonly no: number
  readonly version: Version
}

/** The ends of the streams touched last. It may have grown since: the database decides. */
export interface Heads {
  readonly of: (stream: string) => Head | undefined
  /** As the lane has just found or left it. */
  readonly set: (stream: string, head: Head) => void
  /** As somebody read it, perhaps a while ago. */
  readonly seen: (stream: string, head: Head) => void
  /** This may be another log by now. */
  readonly forget: () => void
}

const known = 20_000

export const headsSeen = (): Heads => {
  let heads = nothing()
  return {
    of: (stream) => heads.get(stream),
    set: (stream, head) => heads.set(stream, head),
    seen: (stream, head) => {
      if (head.version > (heads.get(stream)?.version ?? -1)) heads.set(stream, head)
    },
    forget: () => {
      heads = nothing()
    },
  }
}

const nothing = () => latest<string, Head>(known, byItsEnd)

/** Names of streams differ most in their last letters. */
const byItsEnd = (stream: string) =>
  31 * stream.charCodeAt(stream.length - 1) + stream.charCodeAt(Math.max(stream.length - 2, 0))
