import type { Pool } from 'pg'
import type { ProjectionProgress, Projections, WaitOutcome } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { announcedProgress, progressChannel } from './checkpoints.ts'
import { type LocalProgress, oncePerTurn } from './local-progress.ts'
import type { ReaderRuntime } from './reader-runtime.ts'

interface Waiter {
  readonly names: readonly string[]
  readonly position: Position | null
  readonly answer: (answer: WaitOutcome) => void
}

/** Polling interval without notifications, in milliseconds. */
const pollMs = 250

/**
 * One subscription serves all waiters of this process. Tables led by this process answer from memory, those led by others
 * from the positions they announce. A query is needed only after a change other than progress, or if nothing has been
 * announced for a polling interval; without waiters there are none.
 */
export const projectionWaiter = ({
  pool,
  session,
  localProgress,
}: Pick<ReaderRuntime, 'pool' | 'session' | 'localProgress'>): Projections => {
  const waiters = new Set<Waiter>()
  const tables = servingTables(pool)

  const notifyWaiters = () => {
    if (waiters.size === 0) return
    const progress = currentProgress(tables.known(), localProgress)
    for (const waiter of waiters)
      if (isReached(waiter, progress)) waiter.answer({ type: 'Reached' })
      else if (isStopped(waiter, progress)) waiter.answer(toAnswer(waiter, progress))
  }
  const refresh = oneAtATime(async () => {
    const isLocal = [...waiters].every(({ names }) => areKeptLocally(names, tables.known(), localProgress))
    if (!poll.isDue() && (isLocal || !tables.areOutdated())) return
    poll.done()
    await tables.load()
    notifyWaiters()
  })
  const poll = pollTimer(refresh)
  const notifySoon = oncePerTurn(notifyWaiters)
  localProgress.onChange(notifyWaiters)
  const forget = () => {
    tables.forget()
    localProgress.forget()
  }
  // queries may reach a database that has crashed and is back before this connection does
  session.attach({ onLost: forget })
  session.on(progressChannel, (missed, payload) => {
    if (missed) forget()
    tables.hear(announcedProgress(payload))
    if (tables.areOutdated()) refresh()
    notifySoon()
  })

  return {
    waitFor: (names, position, deadlineMs) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          names,
          position,
          answer: (answer) => {
            clearTimeout(deadline)
            waiters.delete(waiter)
            if (waiters.size === 0) poll.stop()
            resolve(answer)
          },
        }
        const now = () => toAnswer(waiter, currentProgress(tables.known(), localProgress))
        const deadline = setTimeout(() => waiter.answer(now()), deadlineMs)
        waiters.add(waiter)
        const current = now()
        if (current.type === 'Reached') return waiter.answer(current)
        poll.start()
        refresh()
      }),
  }
}

/** What this process knows of the serving tables of others. */
const servingTables = (pool: ReaderRuntime['pool']) => {
  let known: ServingTables = new Map()
  /** Other tables may serve by now, or one may have stopped. */
  let areOutdated = true
  return {
    known: () => known,
    areOutdated: () => areOutdated,
    /** The database may have lost unflushed data. */
    forget: () => {
      known = new Map()
      areOutdated = true
    },
    /** Null after a change other than progress. */
    hear: (announced: ReadonlyMap<string, Position> | null) => {
      if (announced === null) areOutdated = true
      else known = withAnnounced(known, announced)
    },
    load: async () => {
      areOutdated = false
      const loaded = await loadServingTables(pool).catch(() => null)
      if (loaded === null) areOutdated = true
      else known = withLaterPositions(loaded, known)
    },
  }
}

/** Marks a query as due at each polling interval. */
const pollTimer = (refresh: () => void) => {
  let timer: NodeJS.Timeout | undefined
  let due = false
  const onInterval = () => {
    due = true
    refresh()
  }
  return {
    isDue: () => due,
    done: () => (due = false),
    start: () => void (timer ??= setInterval(onInterval, pollMs)),
    stop: () => {
      clearInterval(timer)
      timer = undefined
      due = false
    },
  }
}

/** Coalesces calls: runs once more if called while running. */
const oneAtATime = (work: () => Promise<void>): (() => void) => {
  let working = false
  let again = false
  return () => {
    again = working
    if (working) return
    working = true
    void (async () => {
      do {
        again = false
        await work()
      } while (again)
      working = false
    })()
  }
}

type Progress = ReadonlyMap<string, ProjectionProgress>

/** By projection: the serving table and the progress stored in the database. */
type ServingTables = ReadonlyMap<string, ProjectionProgress & { readonly relation: string }>

const loadServingTables = async (pool: Pool): Promise<ServingTables> => {
  const { rows } = await pool.query<ProjectionProgress & { readonly relation: string }>(
    `select b.projection as name, b.relation, c.position, c.state
     from ops.builds b join ops.checkpoints c on c.name = b.relation where b.state = 'serving'`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const areKeptLocally = (names: readonly string[], serving: ServingTables, local: LocalProgress) =>
  names.every((name) => local.shownUpTo(serving.get(name)?.relation ?? '') !== null)

/** A position announced while the tables were being loaded is later than the one loaded. */
const withLaterPositions = (loaded: ServingTables, known: ServingTables): ServingTables =>
  new Map(
    [...loaded].map(([name, table]) => {
      const before = known.get(name)
      const isLater = before?.relation === table.relation && (before.position ?? '') > (table.position ?? '')
      return [name, isLater && table.state === 'running' ? before : table]
    }),
  )

const withAnnounced = (serving: ServingTables, announced: ReadonlyMap<string, Position>): ServingTables =>
  new Map(
    [...serving].map(([name, table]) => {
      const position = announced.get(table.relation)
      return [name, position === undefined ? table : { ...table, position, state: 'running' }]
    }),
  )

const currentProgress = (serving: ServingTables, local: LocalProgress): Progress =>
  new Map(
    [...serving].map(([name, { relation, position, state }]) => {
      const shown = local.shownUpTo(relation)
      if (shown === null) return [name, { name, position, state }]
      return [name, { name, position: shown > (position ?? '') ? shown : position, state: 'running' }]
    }),
  )

const toAnswer = (waiter: Waiter, progress: Progress): WaitOutcome =>
  isReached(waiter, progress)
    ? { type: 'Reached' }
    : { type: 'Behind', progress: waiter.names.map((name) => progress.get(name) ?? absentProgress(name)) }

const absentProgress = (name: string): ProjectionProgress => ({ name, position: null, state: 'absent' })

const isReached = ({ names, position }: Waiter, progress: Progress) =>
  names.every((name) => isAt(progress.get(name), position))

const isStopped = ({ names, position }: Waiter, progress: Progress) =>
  names.some((name) => progress.get(name)?.state === 'stopped' && !isAt(progress.get(name), position))

const isAt = (one: ProjectionProgress | undefined, position: Position | null) =>
  one !== undefined && (one.position ?? '') >= (position ?? '')
