import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { AcquiredCheckpoint } from './checkpoints.ts'

/**
 * Progress of the tables this process leads, so that waiters in the same process need neither query the database nor
 * wait for a deferred checkpoint.
 */
export interface LocalProgress {
  /** The database acknowledged this checkpoint: the table shows everything up to `to`. */
  readonly recordMove: (checkpoint: Pick<AcquiredCheckpoint, 'name'>, to: Position) => void
  /** Nothing changes for the table up to `to`. Ignored unless its last move is known. */
  readonly recordSkipped: (checkpoint: Pick<AcquiredCheckpoint, 'name'>, to: Position) => void
  /** The position up to which a table is complete; null if only the database knows. */
  readonly shownUpTo: (relation: string) => Position | null
  /** Forgets one table or all: another process may lead, or the database may have lost unflushed data. */
  readonly forget: (relation?: string) => void
  /** Called at most once per turn after a change. */
  readonly onChange: (listener: () => void) => void
}

/** Positions change many at a time. */
export const oncePerTurn = (work: () => void): (() => void) => {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      work()
    })
  }
}

export const localProgress = (): LocalProgress => {
  const shown = new Map<string, { readonly checkpoint: Pick<AcquiredCheckpoint, 'name'>; readonly to: Position }>()
  const listeners: (() => void)[] = []
  const notify = oncePerTurn(() => {
    for (const listener of listeners) listener()
  })
  const show = (checkpoint: Pick<AcquiredCheckpoint, 'name'>, to: Position) => {
    const before = shown.get(checkpoint.name)
    if (before?.checkpoint === checkpoint && before.to >= to) return
    shown.set(checkpoint.name, { checkpoint, to })
    notify()
  }
  return {
    recordMove: show,
    recordSkipped: (checkpoint, to) => {
      if (shown.get(checkpoint.name)?.checkpoint === checkpoint) show(checkpoint, to)
    },
    shownUpTo: (relation) => shown.get(relation)?.to ?? null,
    forget: (relation) => {
      if (relation === undefined) shown.clear()
      else shown.delete(relation)
      notify()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
