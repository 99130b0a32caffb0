import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { personIn } from '../../../application/access/doors.ts'
import {
  completeDueBookings,
  expireDueRewards,
  expireDueSanctions,
  releaseDueRatings,
} from '../../../application/due.ts'
import { inHandHere } from '../../../application/in-hand.ts'
import { keepCasesTime } from '../../../application/moderation/keep-time.ts'
import type { Asker } from '../../../application/person.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { newId } from '../../ids.ts'
import { outboxMessenger } from '../../messages/outbox-messenger.ts'
import { startReading, type Reading } from '../../projections/reading.ts'
import { awaitedProjections } from '../../projections/wait-for.ts'
import { listPolicies } from '../../reactions/list-policies.ts'
import type { Config } from '../config.ts'
import { deadlineHandler, deadlinesQueue } from '../deadlines.ts'
import { domainServices, type DomainServices } from '../domain-services.ts'
import type { Foundations } from '../foundations.ts'
import { letterWriter } from '../letters.ts'
import { allProjections, startReaders } from '../readers.ts'
import { siteOf } from '../site.ts'

/** The whole application at a moment of one's own, with all that follows the log beside it. */
export interface Stage {
  readonly services: DomainServices
  readonly foundations: Foundations
  readonly clock: () => Instant
  readonly setClock: (at: Instant) => void
  /** An account, as one who asks. */
  readonly asker: (accountId: string) => Promise<Asker>
  /** Resolves when every read model shows what has been written. */
  readonly settled: () => Promise<void>
  /** What the clock alone brings about: stays that are over, sanctions that ran out, cases that are late. */
  readonly night: () => Promise<void>
  /** Resolves when the policies have come as far as the log and the letters they asked for lie in the outbox. */
  readonly atRest: () => Promise<void>
  readonly close: () => Promise<void>
}

const names = allProjections.map(({ name }) => name)
const patienceMs = 30_000
/** No letter for so long: there is none left to write, or somebody else does it. */
const quietMs = 500

export const openStage = async (config: Config, foundations: Foundations, begin: Instant): Promise<Stage> => {
  const { storage, store, history, jobs } = foundations
  let at = begin
  const clock = () => at
  const inHand = inHandHere()
  const reading = startReading({ store, history, inHand, pool: storage.pool })
  const projections = awaitedProjections(reading)
  const logger = apiLogger('error')
  const site = siteOf(config)
  const services = domainServices({ config, ...foundations, projections, inHand, logger, site, clock })
  const { doors, policies } = services
  const stopReaders = startReaders(reading, policies, jobs)
  const post = await startPost(config, foundations, services, clock)
  const settled = async () => {
    const head = await outcome(store.head())
    if (head === null) return
    const waited = await projections.waitFor(names, head, patienceMs)
    if (waited.type === 'Behind') throw new Error(`Read models are behind: ${JSON.stringify(waited.progress)}`)
  }
  return {
    services,
    foundations,
    clock,
    setClock: (moment) => {
      at = moment
    },
    asker: async (accountId) => ({ person: await outcome(personIn(doors, accountId)), correlationId: newId() }),
    settled,
    night: async () => {
      for (const due of [completeDueBookings, expireDueRewards, expireDueSanctions, releaseDueRatings, keepCasesTime])
        await outcome(due(doors))
      await settled()
    },
    atRest: () => untilRest(reading, services, post.written),
    close: async () => {
      await stopReaders()
      await reading.close()
    },
  }
}

/** The answer; a refusal is an error here, since nobody is there to read it. */
export const outcome = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const done = await work()
  if (E.isLeft(done)) throw new Error(`Refused: ${JSON.stringify(done.left)}`)
  return done.right
}

/** Writes letters as Garbo does, dated by the demonstration's clock, into the outbox and nowhere else. */
const startPost = async (
  config: Config,
  { jobs }: Foundations,
  { doors }: DomainServices,
  clock: () => Instant,
): Promise<{ readonly written: () => number }> => {
  const file = join(resolve(config.GARBO_HOME), 'outbox.jsonl')
  const messenger = outboxMessenger({ file, clock, newId })
  const write = letterWriter(doors, messenger, config.GARBO_ORIGIN ?? `http://localhost:${config.PORT}`)
  let written = 0
  await jobs.work('mail', async (job) => {
    await write(job)
    written++
  })
  await jobs.work(deadlinesQueue, deadlineHandler(doors))
  return { written: () => written }
}

const untilRest = async (reading: Reading, { policies }: DomainServices, written: () => number): Promise<void> => {
  const until = performance.now() + patienceMs
  for (let before = -1; performance.now() < until && (before !== written() || (await isBusy(reading, policies)));) {
    before = written()
    await pause(quietMs)
  }
}

const isBusy = async (reading: Reading, policies: DomainServices['policies']): Promise<boolean> => {
  const reactions = await listPolicies(reading, policies)
  if (reactions.some(({ lag }) => lag !== 0)) return true
  const waiting = await reading.pool.query('select from ops.outbox where dispatched_at is null limit 1')
  return waiting.rowCount !== 0
}
