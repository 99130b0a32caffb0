import type { Pool } from 'pg'
import type { Awaited, ProjectionProgress, Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { progressChannel } from './checkpoint.ts'
import type { Reading } from './reading.ts'

interface Waiter {
  readonly names: readonly string[]
  readonly position: Position
  readonly answer: (answer: Awaited) => void
}

/** Between two looks when no NOTIFY comes. */
const pollMs = 250

/** One listener and one query for all who wait in this process; nobody waiting, nothing asked. */
export const awaitedProjections = ({ pool, session }: Pick<Reading, 'pool' | 'session'>): Projections => {
  const waiters = new Set<Waiter>()
  let progress: Progress = new Map()
  let looking = false
  let again = false
  let poll: NodeJS.Timeout | undefined

  const look = async () => {
    progress = await progressOf(pool).catch(() => progress)
    for (const waiter of waiters) {
      const answer = answerTo(waiter, progress)
      if (answer.type === 'Reached' || isStopped(answer, waiter)) waiter.answer(answer)
    }
  }
  const glance = async () => {
    again = looking
    if (looking) return
    looking = true
    do {
      again = false
      await look()
    } while (again && waiters.size > 0)
    looking = false
  }
  const wake = () => {
    if (waiters.size > 0) void glance()
  }
  const rest = () => {
    clearInterval(poll)
    poll = undefined
  }
  session.on(progressChannel, (missed) => {
    if (missed) progress = new Map()
    wake()
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
            if (waiters.size === 0) rest()
            resolve(answer)
          },
        }
        const deadline = setTimeout(() => waiter.answer(answerTo(waiter, progress)), deadlineMs)
        waiters.add(waiter)
        const known = answerTo(waiter, progress)
        if (known.type === 'Reached') return waiter.answer(known)
        poll ??= setInterval(wake, pollMs)
        wake()
      }),
  }
}

type Progress = ReadonlyMap<string, ProjectionProgress>

const progressOf = async (pool: Pool): Promise<Progress> => {
  const { rows } = await pool.query<ProjectionProgress>(
    `select b.projection as name, c.position, c.state from ops.builds b join ops.checkpoints c on c.name = b.relation
     where b.state = 'serving'`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const answerTo = ({ names, position }: Waiter, known: Progress): Awaited => {
  const progress = names.map((name) => known.get(name) ?? { name, position: null, state: 'absent' as const })
  return progress.every((one) => has(one, position)) ? { type: 'Reached' } : { type: 'Behind', progress }
}

const isStopped = (answer: Awaited, { position }: Waiter) =>
  answer.type === 'Behind' && answer.progress.some((one) => one.state === 'stopped' && !has(one, position))

const has = (one: ProjectionProgress, position: Position) => one.position !== null && one.position >= position
