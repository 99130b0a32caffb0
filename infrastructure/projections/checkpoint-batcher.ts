import type { Pool } from 'pg'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { type AcquiredCheckpoint, type CheckpointMoves, moveCheckpoints } from './checkpoints.ts'
import { type LocalProgress, oncePerTurn } from './local-progress.ts'
import { sharedTableWriter, type SharedWrite } from './shared-table-writer.ts'
import { isUnreachable } from '../postgres/postgres.ts'

/**
 * Combines what the readers of a process write, because an append concerns several tables and moves the checkpoints of all
 * readers. Tables that are ready while a statement is in flight are written by the next one. Checkpoints of readers for
 * which nothing changed are moved later, and positions are announced some at a time: each notification wakes every
 * listening process.
 */
export interface CheckpointBatcher {
  /** Nothing has changed up to `checkpoint.readUpTo`. */
  readonly defer: (checkpoint: AcquiredCheckpoint) => void
  /** Announces that the table shows everything up to `to`. */
  readonly announce: (checkpoint: AcquiredCheckpoint, to: Position) => void
  /** Withdraws a checkpoint; afterwards `stored` is its position in the database. */
  readonly withdraw: (checkpoint: AcquiredCheckpoint) => Promise<void>
  /**
   * Writes rows and moves the checkpoint, both or neither. False if neither: the checkpoint is locked or held by another
   * process, or Postgres rejected the statement, perhaps for another table. Write them alone then.
   */
  readonly write: (write: SharedWrite) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Readers of other processes wait at most this much longer. */
const announceDelayMs = 20
/** Events read since are read again after a crash, and change nothing. */
const moveDelayMs = 200

interface PendingWrite extends SharedWrite {
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

type Progress = Pick<LocalProgress, 'recordMove' | 'recordSkipped'>

export const checkpointBatcher = (pool: Pool, progress?: Progress): CheckpointBatcher => {
  const mover = checkpointMover(pool, progress)
  const writeTables = sharedTableWriter(pool)
  const [deferred, announced] = [deferredMoves(), waitingAnnouncements()]
  let writes: PendingWrite[] = []

  const write = async (taken: readonly PendingWrite[], positions: CheckpointMoves['announced']): Promise<void> => {
    try {
      const moved = await writeTables(taken, positions)
      for (const { checkpoint, to, resolve } of taken) {
        const isWritten = moved.has(checkpoint.name)
        if (isWritten) checkpoint.stored = checkpoint.readUpTo = to
        resolve(isWritten)
      }
    } catch (error) {
      announced.putBack(positions)
      for (const { resolve, reject } of taken)
        if (isUnreachable(error)) reject(error)
        else resolve(false)
    }
  }

  const { soon, later, close } = oneFlushAtATime({
    isNeeded: () => (writes.length > 0 ? 'soon' : deferred.isEmpty() && announced.isEmpty() ? 'no' : 'later'),
    flush: async (everything) => {
      const [taken, moves, positions] = [writes, deferred.take(everything), announced.take(everything)]
      writes = []
      if (taken.length === 0) return mover.move({ moves, announced: positions })
      await Promise.all([write(taken, positions), mover.move({ moves, announced: new Map() })])
    },
  })

  return {
    announce: ({ name }, to) => {
      announced.add(name, to)
      later()
    },
    defer: (checkpoint) => {
      const { name, readUpTo } = checkpoint
      deferred.add(checkpoint)
      if (readUpTo !== null) {
        progress?.recordSkipped(checkpoint, readUpTo)
        if (isTable(name)) announced.add(name, readUpTo)
      }
      later()
    },
    withdraw: (checkpoint) => {
      deferred.withdraw(checkpoint)
      return mover.whenMoved(checkpoint)
    },
    write: (one) =>
      new Promise((resolve, reject) => {
        writes.push({ ...one, resolve, reject })
        soon()
      }),
    close,
  }
}

/** Other readers are named `<kind>:<name>`; nobody waits for them. */
const isTable = (name: string) => !name.includes(':')

/** Moves checkpoints, one call after the other. A reader stops if its checkpoint does not move. */
const checkpointMover = (pool: Pool, progress: Progress | undefined) => {
  let moving: { readonly checkpoints: ReadonlySet<AcquiredCheckpoint>; readonly done: Promise<void> } | null = null

  const moveNow = async (all: CheckpointMoves): Promise<void> => {
    const moved = await moveCheckpoints(pool, all).catch(() => new Set<string>())
    for (const { checkpoint, readUpTo } of all.moves)
      if (moved.has(checkpoint.name)) {
        checkpoint.stored = readUpTo
        progress?.recordMove(checkpoint, readUpTo)
      } else checkpoint.stop.abort()
    moving = null
  }
  return {
    move: (all: CheckpointMoves): Promise<void> => {
      if (all.moves.length + all.announced.size === 0) return Promise.resolve()
      const done = moveNow(all)
      moving = { checkpoints: new Set(all.moves.map(({ checkpoint }) => checkpoint)), done }
      return done
    },
    /** Resolves when no move of the checkpoint is in flight. */
    whenMoved: (checkpoint: AcquiredCheckpoint): Promise<void> =>
      moving?.checkpoints.has(checkpoint) === true ? moving.done : Promise.resolve(),
  }
}

/** Checkpoints to move, all at once, some time after the first of them. */
const deferredMoves = () => {
  const checkpoints = new Set<AcquiredCheckpoint>()
  let dueAt = 0
  return {
    isEmpty: () => checkpoints.size === 0,
    add: (checkpoint: AcquiredCheckpoint) => {
      if (checkpoints.size === 0) dueAt = performance.now() + moveDelayMs
      checkpoints.add(checkpoint)
    },
    withdraw: (checkpoint: AcquiredCheckpoint) => void checkpoints.delete(checkpoint),
    take: (everything: boolean): CheckpointMoves['moves'] => {
      if (!everything && performance.now() < dueAt) return []
      const moves = [...checkpoints].flatMap((checkpoint) =>
        checkpoint.readUpTo === null ? [] : [{ checkpoint, readUpTo: checkpoint.readUpTo }],
      )
      checkpoints.clear()
      return moves
    },
  }
}

/** Positions to announce, some time after those announced last. */
const waitingAnnouncements = () => {
  let positions = new Map<string, Position>()
  let dueAt = 0
  return {
    isEmpty: () => positions.size === 0,
    add: (relation: string, to: Position) => void positions.set(relation, to),
    putBack: (taken: CheckpointMoves['announced']) => void (positions = new Map([...taken, ...positions])),
    take: (everything: boolean): CheckpointMoves['announced'] => {
      if (!everything && performance.now() < dueAt) return new Map()
      const taken = positions
      positions = new Map()
      dueAt = performance.now() + announceDelayMs
      return taken
    },
  }
}

interface Flushes {
  /** What has come since the last flush. */
  readonly isNeeded: () => 'soon' | 'later' | 'no'
  /** `everything`: also what is not due. Never rejects. */
  readonly flush: (everything: boolean) => Promise<void>
}

/** Flushes at the end of the turn or some time later, and again if anything has come in the meantime. */
const oneFlushAtATime = ({ isNeeded, flush }: Flushes) => {
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosing = false

  const run = async (): Promise<void> => {
    await flush(isClosing)
    flushing = null
    const next = isNeeded()
    if (next === 'soon' || (isClosing && next === 'later')) start()
    else if (next === 'later') later()
  }
  const start = () => {
    if (isNeeded() !== 'no') flushing ??= run()
  }
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      start()
    }, announceDelayMs)
  }
  const finish = async (): Promise<void> => {
    start()
    if (flushing === null) return
    await flushing
    await finish()
  }
  return {
    soon: oncePerTurn(start),
    later,
    close: async () => {
      isClosing = true
      await finish()
      clearTimeout(timer)
    },
  }
}
