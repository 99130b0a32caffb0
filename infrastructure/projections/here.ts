import type { Position } from '../../domain/kernel/recorded.ts'
import type { Cursor } from './checkpoint.ts'

/**
 * How far the tables this process keeps have got, for those of the same process who wait for it: they need not ask the
 * database, nor wait for a checkpoint that follows a little later.
 */
export interface Here {
  /** The database took a move of this checkpoint: it says what we think it says, and the table shows all up to there. */
  readonly moved: (cursor: Cursor, to: Position) => void
  /** Up to there nothing changes for the table. Not believed of a checkpoint whose last move was forgotten. */
  readonly passed: (cursor: Cursor, to: Position) => void
  /** Up to where a table shows everything; null when only the database can tell. */
  readonly shown: (relation: string) => Position | null
  /** The database may have lost what it had not yet put on disk, or others lead: of one table, or of all. */
  readonly forget: (relation?: string) => void
  /** Called, once a turn at most, after something was shown or forgotten. */
  readonly on: (heard: () => void) => void
}

export const progressHere = (): Here => {
  const shown = new Map<string, { readonly cursor: Cursor; readonly to: Position }>()
  const hearers: (() => void)[] = []
  let telling = false
  const tell = () => {
    if (telling || hearers.length === 0) return
    telling = true
    setImmediate(() => {
      telling = false
      for (const heard of hearers) heard()
    })
  }
  const show = (cursor: Cursor, to: Position) => {
    const before = shown.get(cursor.name)
    if (before?.cursor === cursor && before.to >= to) return
    shown.set(cursor.name, { cursor, to })
    tell()
  }
  return {
    moved: show,
    passed: (cursor, to) => {
      if (shown.get(cursor.name)?.cursor === cursor) show(cursor, to)
    },
    shown: (relation) => shown.get(relation)?.to ?? null,
    forget: (relation) => {
      if (relation === undefined) shown.clear()
      else shown.delete(relation)
      tell()
    },
    on: (heard) => void hearers.push(heard),
  }
}
