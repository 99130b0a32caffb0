import type { Pool } from 'pg'
import type { Awaited, ProjectionProgress, Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { progressChannel } from './checkpoint.ts'
import type { Here } from './here.ts'
import type { Reading } from './reading.ts'

interface Waiter {
  readonly names: readonly string[]
  readonly position: Position
  readonly answer: (answer: Awaited) => void
}

/** Between two looks when no NOTIFY comes. */
const pollMs = 250

/**
 * One listener and one query for all who wait in this process; nobody waiting, nothing asked. What this process keeps
 * itself it knows without asking.
 */
export const awaitedProjections = ({
  pool,
  session,
  here,
}: Pick<Reading, 'pool' | 'session' | 'here'>): Projections => {
  const waiters = new Set<Waiter>()
  let serving: Serving = new Map()

  const tell = () => {
    const progress = progressNow(serving, here)
    for (const waiter of waiters)
      if (isReached(waiter, progress)) waiter.answer({ type: 'Reached' })
      else if (isStopped(waiter, progress)) waiter.answer(answerTo(waiter, progress))
  }
  /** Of tables all kept here there is nothing the database could add: they are asked about only when long nobody told. */
  const look = oneAtATime(async () => {
    if (!poll.isDue() && [...waiters].every(({ names }) => areKeptHere(names, serving, here))) return
    poll.done()
    serving = await servingIn(pool).catch(() => serving)
    tell()
  })
  const poll = polling(look)
  here.on(() => {
    if (waiters.size > 0) tell()
  })
  session.on(progressChannel, (missed) => {
    if (missed) {
      serving = new Map()
      here.forget()
    }
    look()
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
        const now = () => answerTo(waiter, progressNow(serving, here))
        const deadline = setTimeout(() => waiter.answer(now()), deadlineMs)
        waiters.add(waiter)
        const known = now()
        if (known.type === 'Reached') return waiter.answer(known)
        poll.start()
        look()
      }),
  }
}

/** A look is due from time to time, from start to stop. */
const polling = (look: () => void) => {
  let timer: NodeJS.Timeout | undefined
  let due = false
  const ring = () => {
    due = true
    look()
  }
  return {
    isDue: () => due,
    done: () => (due = false),
    start: () => void (timer ??= setInterval(ring, pollMs)),
    stop: () => {
      clearInterval(timer)
      timer = undefined
      due = false
    },
  }
}

/** Done once more when it was asked for while it was being done. */
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

/** By name: which table serves, and how far the database says it is. */
type Serving = ReadonlyMap<string, ProjectionProgress & { readonly relation: string }>

const servingIn = async (pool: Pool): Promise<Serving> => {
  const { rows } = await pool.query<ProjectionProgress & { readonly relation: string }>(
    `select b.projection as name, b.relation, c.position, c.state
     from ops.builds b join ops.checkpoints c on c.name = b.relation where b.state = 'serving'`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const areKeptHere = (names: readonly string[], serving: Serving, here: Here) =>
  names.every((name) => here.shown(serving.get(name)?.relation ?? '') !== null)

const progressNow = (serving: Serving, here: Here): Progress =>
  new Map(
    [...serving].map(([name, { relation, position, state }]) => {
      const shown = here.shown(relation)
      if (shown === null) return [name, { name, position, state }]
      return [name, { name, position: shown > (position ?? '') ? shown : position, state: 'running' }]
    }),
  )

const answerTo = (waiter: Waiter, progress: Progress): Awaited =>
  isReached(waiter, progress)
    ? { type: 'Reached' }
    : { type: 'Behind', progress: waiter.names.map((name) => progress.get(name) ?? absent(name)) }

const absent = (name: string): ProjectionProgress => ({ name, position: null, state: 'absent' })

const isReached = ({ names, position }: Waiter, progress: Progress) =>
  names.every((name) => has(progress.get(name), position))

const isStopped = ({ names, position }: Waiter, progress: Progress) =>
  names.some((name) => progress.get(name)?.state === 'stopped' && !has(progress.get(name), position))

const has = (one: ProjectionProgress | undefined, position: Position) => (one?.position ?? '') >= position
