import { moveOver, type Cursor } from './checkpoint.ts'
import type { Here } from './here.ts'
import type { Database } from './rows.ts'

/**
 * Most events change nothing for most readers. Their checkpoints follow a little later, all of a process in one
 * statement, so that those who wait for a position are released and an append does not cost a write for each reader.
 */
export interface LazyMoves {
  readonly later: (cursor: Cursor) => void
  /** Takes a cursor back; from then on its `stored` is what the checkpoint says. */
  readonly withdraw: (cursor: Cursor) => Promise<void>
  readonly close: () => Promise<void>
}

const delayMs = 20

export const lazyMoves = (db: Database, here?: Pick<Here, 'moved' | 'passed'>): LazyMoves => {
  const waiting = new Set<Cursor>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let sent: ReadonlySet<Cursor> = new Set()

  const flush = async () => {
    const moves = [...waiting].flatMap((cursor) => (cursor.seen === null ? [] : [{ cursor, seen: cursor.seen }]))
    waiting.clear()
    sent = new Set(moves.map(({ cursor }) => cursor))
    if (moves.length === 0) return
    const moved = await moveOver(db, moves).catch((): ReadonlySet<string> => new Set())
    for (const { cursor, seen } of moves)
      if (moved.has(cursor.name)) {
        cursor.stored = seen
        here?.moved(cursor, seen)
      } else cursor.outrun.abort()
    sent = new Set()
  }

  return {
    later: (cursor) => {
      waiting.add(cursor)
      if (cursor.seen !== null) here?.passed(cursor, cursor.seen)
      timer ??= setTimeout(() => {
        timer = undefined
        flushing = flushing.then(flush)
      }, delayMs)
    },
    withdraw: (cursor) => {
      waiting.delete(cursor)
      return sent.has(cursor) ? flushing : Promise.resolve()
    },
    close: async () => {
      clearTimeout(timer)
      await flushing.then(flush)
    },
  }
}
