import { pino } from 'pino'
import { loadPerson } from '../../../../application/accounts/auth-services.ts'
import { decideAndAppend } from '../../../../application/command-handler.ts'
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

/** The use cases as routes receive them, in this process. */
const openServices = async ({ config, resources: openResources, closers }: GarboSession) => {
  const resources = await openResources()
  const inFlight = inFlightCommands()
  const reading = startReaderRuntime({ ...resources, pool: resources.storage.pool, session: resources.storage.session })
  closers.push(reading.close)
  const logger = pino({ level: 'silent' })
  const waiter = projectionWaiter(reading)
  const parts = { config, ...resources, projections: waiter, inFlight, logger, site: siteOf(config) }
  const waitForReadModels = async (position: string) => {
    const reached = await waiter.waitFor(projectionNames, position, timeoutMs)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
  }
  return { ...createApplicationServices(parts), waitForReadModels }
}

interface IdleModerator {
  readonly person: Person | null
  /** Log position of the moderator's previous claim. */
  readonly lastClaim: string | null
}

const farDeadline = '2099-01-01T00:00:00.000Z' as Instant
const flagEvidence = (nth: number) => ({ flags: 1 + (nth % 10), weight: 100 * (1 + (nth % 10)), weightVersion: 1 })

/** Flag cases with ten different weights, in no order. */
const openCaseCommand = (nth: number): CaseCommand & { readonly type: 'OpenCase' } => {
  const opened = { caseId: `case-${newId()}`, kind: 'FLAG', aboutId: `review-${newId()}` } as const
  return {
    type: 'OpenCase',
    ...opened,
    flagTotals: flagEvidence(nth),
    excludedAccounts: [newId(), newId()],
    dueAt: farDeadline,
    at: now(),
  }
}

const lazy = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

export const caseQueueTasks = (session: GarboSession) => {
  const executor = lazy(async () => decideAndAppend({ history: (await session.resources()).history, newId }))
  const run = async (caseId: string, command: CaseCommand) => {
    const execute = await executor()
    return unwrap(await execute(moderationCase, caseId, command, requestMeta())())
  }
  const services = lazy(() => openServices(session))
  let staff: readonly Person[] = []
  const taken = new Set<string>()

  /** Claims the next case once the read models show the moderator's previous claim, as a browser would. */
  const claimNext = async (
    { useCases, waitForReadModels }: Awaited<ReturnType<typeof openServices>>,
    free: IdleModerator[],
  ) => {
    const { person, lastClaim } = free.shift() ?? { person: null, lastClaim: null }
    if (lastClaim !== null) await waitForReadModels(lastClaim)
    const { caseId, position } = unwrap(await useCases.nextCase({ person, correlationId: newId() }, { lane: null })())
    free.push({ person, lastClaim: position })
    if (taken.has(caseId)) throw new Error(`${caseId} was claimed twice`)
    taken.add(caseId)
  }

  return {
    moderators: async ({ count }: { readonly count: number }) => {
      const { authServices } = await services()
      const ids = await (await accountFactory(session)).moderators(count)
      staff = await Promise.all(
        ids.map(async (id) => {
          const person = unwrap(await loadPerson(authServices, id)())
          if (person === null) throw new Error(`unknown account ${id}`)
          return person
        }),
      )
    },

    /** Closes the claimed cases and opens new ones until `open` are open; resolves when all readers have caught up. */
    openCases: async ({ open }: { readonly open: number }) => {
      const claimed = [...taken]
      const close = { type: 'CloseCase', outcome: 'dismissed', by: null } as const
      const closed = await closedLoop(64, { operations: claimed.length }, (nth) =>
        run(claimed[nth] ?? '', { ...close, at: now() }),
      )
      taken.clear()
      const openCount = `select count(*)::int as count from read.cases where closed_at is null`
      await session.waitUntilSettled()
      const { rows } = await session.pool.query<{ count: number }>(openCount)
      const more = { operations: open - (rows[0]?.count ?? 0) }
      const opened = await closedLoop(256, more, (nth) => {
        const command = openCaseCommand(nth)
        return run(command.caseId, command)
      })
      if (closed.failed + opened.failed > 0) throw new Error(closed.firstError ?? opened.firstError ?? '')
      await session.waitUntilSettled()
      await session.pool.query('vacuum analyze')
    },

    /** Claims the next case `claims` times, with all moderators working concurrently. */
    claim: async ({ claims }: { readonly claims: number }) => {
      const opened = await services()
      const free = staff.map((person): IdleModerator => ({ person, lastClaim: null }))
      return closedLoop(free.length, { operations: claims }, () => claimNext(opened, free))
    },
  }
}
