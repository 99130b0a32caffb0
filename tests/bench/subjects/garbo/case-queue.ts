import { pino } from 'pino'
import { loadPerson } from '../../../../application/accounts/auth-services.ts'
import { handle } from '../../../../application/handle.ts'
import { inFlightCommands } from '../../../../application/in-flight.ts'
import type { Person } from '../../../../application/person.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { type CaseCommand, moderationCase } from '../../../../domain/moderation/case.ts'
import { createApplicationServices } from '../../../../infrastructure/composition/application-services.ts'
import { siteOf } from '../../../../infrastructure/composition/site.ts'
import { projectionWaiter, startReaderRuntime } from '../../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../../projections/all.ts'
import { closedLoop } from '../../load.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from '../event-store/log-tasks.ts'
import { unwrap } from '../event-store/session.ts'
import { accountFactory, type GarboSession, now } from './accounts.ts'

const projectionNames = Object.values(projections).map(({ name }) => name)
const timeoutMs = 30_000

/** Use cases as a route finds them, in this process. */
const servicesOf = ({ config, resources, closers }: GarboSession) => {
  const inFlight = inFlightCommands()
  const reading = startReaderRuntime({ ...resources, pool: resources.storage.pool, inFlight })
  closers.push(reading.close)
  const logger = pino({ level: 'silent' })
  const awaited = projectionWaiter(reading)
  const parts = { config, ...resources, projections: awaited, inFlight, logger, site: siteOf(config) }
  const shown = async (position: string) => {
    const reached = await awaited.waitFor(projectionNames, position, timeoutMs)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
  }
  return { ...createApplicationServices(parts), shown }
}

interface IdleModerator {
  readonly person: Person | null
  /** Where his last claim stands. */
  readonly wrote: string | null
}

const farDeadline = '2099-01-01T00:00:00.000Z' as Instant
const flagEvidence = (nth: number) => ({ flags: 1 + (nth % 10), weight: 100 * (1 + (nth % 10)), weightVersion: 1 })

/** Cases of flags of ten weights, in no order of weight. */
const openCaseCommand = (nth: number): CaseCommand & { readonly type: 'OpenCase' } => {
  const matter = { caseId: `case-${newId()}`, kind: 'FLAG', targetId: `review-${newId()}` } as const
  return {
    type: 'OpenCase',
    ...matter,
    evidence: flagEvidence(nth),
    parties: [newId(), newId()],
    dueAt: farDeadline,
    at: now(),
  }
}

const lazy = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

export const caseQueueTasks = (whole: GarboSession) => {
  const ask = handle({ history: whole.resources.history, newId })
  const run = async (caseId: string, command: CaseCommand) =>
    unwrap(await ask(moderationCase, caseId, command, requestMeta())())
  const services = lazy(() => servicesOf(whole))
  let staff: readonly Person[] = []
  const taken = new Set<string>()

  /** A moderator's next request would wait until the read models show what the last one did; so does he. */
  const take = async ({ commands, shown }: ReturnType<typeof servicesOf>, free: IdleModerator[]) => {
    const { person, wrote } = free.shift() ?? { person: null, wrote: null }
    if (wrote !== null) await shown(wrote)
    const { caseId, position } = unwrap(await commands.nextCase({ person, correlationId: newId() }, { lane: null })())
    free.push({ person, wrote: position })
    if (taken.has(caseId)) throw new Error(`${caseId} was taken twice`)
    taken.add(caseId)
  }

  return {
    moderators: async ({ count }: { readonly count: number }) => {
      const { auth } = services()
      const ids = await accountFactory(whole).moderators(count)
      staff = await Promise.all(
        ids.map(async (id) => {
          const person = unwrap(await loadPerson(auth, id)())
          if (person === null) throw new Error(`nobody is ${id}`)
          return person
        }),
      )
    },

    /** Closes what has been taken, and opens cases until so many are open; resolves when everybody has heard of it. */
    openCases: async ({ open }: { readonly open: number }) => {
      const old = [...taken]
      const close = { type: 'CloseCase', outcome: 'dismissed', by: null } as const
      const closed = await closedLoop(64, { operations: old.length }, (nth) =>
        run(old[nth] ?? '', { ...close, at: now() }),
      )
      taken.clear()
      const counted = `select count(*)::int as count from read.cases where closed_at is null`
      await whole.waitUntilSettled()
      const { rows } = await whole.pool.query<{ count: number }>(counted)
      const more = { operations: open - (rows[0]?.count ?? 0) }
      const opened = await closedLoop(256, more, (nth) => {
        const command = openCaseCommand(nth)
        return run(command.caseId, command)
      })
      if (closed.failed + opened.failed > 0) throw new Error(closed.complaint ?? opened.complaint ?? '')
      await whole.waitUntilSettled()
      await whole.pool.query('vacuum analyze')
    },

    /** So many claims, each of the next case, by as many moderators as there are. */
    claim: ({ claims }: { readonly claims: number }) => {
      const free = staff.map((person): IdleModerator => ({ person, wrote: null }))
      return closedLoop(free.length, { operations: claims }, () => take(services(), free))
    },
  }
}
