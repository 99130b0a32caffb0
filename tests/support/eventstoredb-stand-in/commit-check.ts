import type { EventLog, Logged, Proposed } from './event-log.ts'
import { isSoftDeleted, isTombstoned } from './stream-states.ts'

export type Expectation = bigint | 'any' | 'no_stream' | 'stream_exists'

export type Decision =
  | { readonly type: 'Ok' }
  | { readonly type: 'Idempotent'; readonly last: Logged }
  | { readonly type: 'WrongVersion'; readonly current: bigint }
  | { readonly type: 'Deleted' }

export interface CommitCheck {
  readonly decide: (stream: string, expected: Expectation, ids: readonly string[]) => Decision
  readonly written: (events: readonly Logged[]) => void
}

/**
 * The rules of the server's IndexWriter.CheckCommit (23.10), read in its public source and never compared with a running
 * one. With a revision it knows an append again for ever; with `any` or `stream_exists` only while its first event is
 * among the last `remembers` ones this very server process wrote.
 */
export const commitCheck = (log: EventLog, remembers: number): CommitCheck => {
  const recent = new Map<string, Logged>()

  const known = (stream: string, id: string) => {
    const event = recent.get(id)
    return event?.stream === stream ? event : undefined
  }

  const weak = (stream: string, ids: readonly string[]): Decision => {
    const found = ids.map((id) => known(stream, id))
    const last = found.at(-1)
    if (found[0] === undefined) return { type: 'Ok' }
    return last && !found.includes(undefined)
      ? { type: 'Idempotent', last }
      : { type: 'WrongVersion', current: log.lastRevision(stream) }
  }

  const strong = (stream: string, expected: bigint, ids: readonly string[]): Decision => {
    const current = log.lastRevision(stream)
    if (expected === current) return { type: 'Ok' }
    const there = expected > current ? [] : log.stream(stream).slice(Number(expected) + 1)
    const last = there[ids.length - 1]
    if (last && ids.every((id, n) => there[n]?.id === id)) return { type: 'Idempotent', last }
    const restarts = expected === -1n && there[0]?.id !== ids[0] && isSoftDeleted(log, stream)
    return restarts ? { type: 'Ok' } : { type: 'WrongVersion', current }
  }

  return {
    decide: (stream, expected, ids) => {
      if (isTombstoned(log, stream)) return { type: 'Deleted' }
      if (expected === 'stream_exists') {
        if (isSoftDeleted(log, stream)) return { type: 'Deleted' }
        if (log.lastRevision(stream) < 0n && log.lastRevision(`$$${stream}`) < 0n)
          return { type: 'WrongVersion', current: -1n }
      }
      if (expected === 'any' || expected === 'stream_exists') return weak(stream, ids)
      return strong(stream, expected === 'no_stream' ? -1n : expected, ids)
    },
    written: (events) => {
      for (const event of events) recent.set(event.id, event)
      for (const id of recent.keys()) {
        if (recent.size <= remembers) break
        recent.delete(id)
      }
    },
  }
}

export const idsOf = (proposed: readonly Proposed[]): readonly string[] => proposed.map(({ id }) => id)
