import { pino } from 'pino'
import { personIn } from '../../../../application/access/doors.ts'
import { inHandHere } from '../../../../application/in-hand.ts'
import { handle } from '../../../../application/handle.ts'
import type { Person } from '../../../../application/person.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { moderationCase, type CaseCommand } from '../../../../domain/moderation/case/decider.ts'
import { domainServices } from '../../../../infrastructure/composition/domain-services.ts'
import { siteOf } from '../../../../infrastructure/composition/site.ts'
import { startReading } from '../../../../infrastructure/projections/reading.ts'
import { awaitedProjections } from '../../../../infrastructure/projections/wait-for.ts'
import { projections } from '../../../../projections/all.ts'
import { closedLoop } from '../../load.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from '../ours/commanding.ts'
import { right } from '../ours/surroundings.ts'
import { now, registering } from './populating.ts'
import type { Whole } from './whole.ts'

const names = Object.values(projections).map(({ name }) => name)
const patienceMs = 30_000

/** Use cases as a route finds them, in this process. */
const servicesOf = ({ config, foundations, closers }: Whole) => {
  const inHand = inHandHere()
  const reading = startReading({ ...foundations, pool: foundations.storage.pool, inHand })
  closers.push(reading.close)
  const logger = pino({ level: 'silent' })
  const awaited = awaitedProjections(reading)
  const parts = { config, ...foundations, projections: awaited, inHand, logger, site: siteOf(config) }
  const shown = async (position: string) => {
    const reached = await awaited.waitFor(names, position, patienceMs)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
  }
  return { ...domainServices(parts), shown }
}

interface Free {
  readonly person: Person | null
  /** Where his last claim stands. */
  readonly wrote: string | null
}

const distant = '2099-01-01T00:00:00.000Z' as Instant
const reporters = (nth: number) => ({ flags: 1 + (nth % 10), weight: 100 * (1 + (nth % 10)), weightVersion: 1 })

/** Cases of flags of ten weights, in no order of weight. */
const openNth = (nth: number): CaseCommand & { readonly type: 'OpenCase' } => {
  const matter = { caseId: `case-${newId()}`, kind: 'FLAG', targetId: `review-${newId()}` } as const
  return {
    type: 'OpenCase',
    ...matter,
    evidence: reporters(nth),
    parties: [newId(), newId()],
    dueAt: distant,
    at: now(),
  }
}

const lazily = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

export const queueing = (whole: Whole) => {
  const ask = handle({ history: whole.foundations.history, newId })
  const run = async (caseId: string, command: CaseCommand) =>
    right(await ask(moderationCase, caseId, command, requestMeta())())
  const services = lazily(() => servicesOf(whole))
  let staff: readonly Person[] = []
  const taken = new Set<string>()

  /** A moderator's next request would wait until the read models show what the last one did; so does he. */
  const take = async ({ capabilities, shown }: ReturnType<typeof servicesOf>, free: Free[]) => {
    const { person, wrote } = free.shift() ?? { person: null, wrote: null }
    if (wrote !== null) await shown(wrote)
    const { caseId, position } = right(
      await capabilities.nextCase({ person, correlationId: newId() }, { lane: null })(),
    )
    free.push({ person, wrote: position })
    if (taken.has(caseId)) throw new Error(`${caseId} was taken twice`)
    taken.add(caseId)
  }

  return {
    moderators: async ({ count }: { readonly count: number }) => {
      const { doors } = services()
      const ids = await registering(whole).moderators(count)
      staff = await Promise.all(
        ids.map(async (id) => {
          const person = right(await personIn(doors, id)())
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
      await whole.settled()
      const { rows } = await whole.pool.query<{ count: number }>(counted)
      const more = { operations: open - (rows[0]?.count ?? 0) }
      const opened = await closedLoop(256, more, (nth) => {
        const command = openNth(nth)
        return run(command.caseId, command)
      })
      if (closed.failed + opened.failed > 0) throw new Error(closed.complaint ?? opened.complaint ?? '')
      await whole.settled()
      await whole.pool.query('vacuum analyze')
    },

    /** So many claims, each of the next case, by as many moderators as there are. */
    claim: ({ claims }: { readonly claims: number }) => {
      const free = staff.map((person): Free => ({ person, wrote: null }))
      return closedLoop(free.length, { operations: claims }, () => take(services(), free))
    },
  }
}
