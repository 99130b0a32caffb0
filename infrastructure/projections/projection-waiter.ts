import type { Pool } from 'pg'
import type { ProjectionProgress, Projections, WaitOutcome } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { type LocalProgress, progressChannel } from './checkpoints.ts'
import type { ReaderRuntime } from './reader-runtime.ts'

interface Waiter {
  readonly names: readonly string[]
  readonly position: Position | null
  readonly answer: (answer: WaitOutcome) => void
}

/** Polling interval without notifications, in milliseconds. */
const pollMs = 250

/**
 * One subscription and one query serve all waiters of this process; without waiters there are no queries. Tables led by
 * this process need none.
 */
export const projectionWaiter = ({
  pool,
  session,
  localProgress,
}: Pick<ReaderRuntime, 'pool' | 'session' | 'localProgress'>): Projections => {
  const waiters = new Set<Waiter>()
  let serving: ServingTables = new Map()

  const notifyWaiters = () => {
    const progress = currentProgress(serving, localProgress)
    for (const waiter of waiters)
      if (isReached(waiter, progress)) waiter.answer({ type: 'Reached' })
      else if (isStopped(waiter, progress)) waiter.answer(toAnswer(waiter, progress))
  }
  /** Skips the query if all tables are led by this process, unless nothing has been reported for a polling interval. */
  const refresh = oneAtATime(async () => {
    if (!poll.isDue() && [...waiters].every(({ names }) => areKeptLocally(names, serving, localProgress))) return
    poll.done()
    serving = await loadServingTables(pool).catch(() => serving)
    notifyWaiters()
  })
  const poll = pollTimer(refresh)
  localProgress.onChange(() => {
    if (waiters.size > 0) notifyWaiters()
  })
  session.on(progressChannel, (missed) => {
    if (missed) {
      serving = new Map()
      localProgress.forget()
    }
    refresh()
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
        const now = () => toAnswer(waiter, currentProgress(serving, localProgress))
        const deadline = setTimeout(() => waiter.answer(now()), deadlineMs)
        waiters.add(waiter)
        const current = now()
        if (current.type === 'Reached') return waiter.answer(current)
        poll.start()
        refresh()
      }),
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
