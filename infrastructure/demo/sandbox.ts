import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CommonQueryMethods } from 'slonik'
import { loadPerson } from '../../application/accounts/auth-services.ts'
import { emailTemplates } from '../../application/all.ts'
import { inFlightCommands } from '../../application/in-flight.ts'
import { runOrThrow } from '../../application/jobs.ts'
import { recheckCase, recheckCases } from '../../application/moderation/case-deadlines.ts'
import type { Caller } from '../../application/person.ts'
import { releaseDueRatings } from '../../application/ratings/guest-ratings.ts'
import { expireDueRewards } from '../../application/rewards/reward-codes.ts'
import { expireDueSanctions } from '../../application/sanctions/sanctions.ts'
import { emailJobHandler } from '../../application/send-email.ts'
import { completeDueBookings } from '../../application/travel/bookings.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { newId } from '../clock-and-ids.ts'
import { type ApplicationServices, createApplicationServices } from '../composition/application-services.ts'
import type { Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { allProjections, startReaders } from '../composition/readers.ts'
import { siteOf } from '../composition/site.ts'
import { devMailbox } from '../messaging/messengers.ts'
import { statement } from '../postgres/postgres.ts'
import { projectionWaiter, type ReaderRuntime, startReaderRuntime } from '../projections/projection-engine.ts'
import { listPolicies, inlineReactions } from '../reactions/policy-runner.ts'

/** The whole application with a settable clock and all readers running. */
export interface Sandbox {
  readonly services: ApplicationServices
  readonly resources: Resources
  readonly clock: () => Instant
  readonly setClock: (at: Instant) => void
  /** A signed-in caller for this account. */
  readonly caller: (accountId: string) => Promise<Caller>
  /** Resolves when all read models show everything written so far. */
  readonly caughtUp: () => Promise<void>
  /** Runs the time-dependent tasks: completed stays, expired rewards and sanctions, overdue cases. */
  readonly runDueJobs: () => Promise<void>
  /** Resolves when all policies have caught up and their e-mails are in the development mailbox. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

const projectionNames = allProjections.map(({ name }) => name)
const timeoutMs = 30_000
/** Without an e-mail for this long, none is left to write, or another process writes them. */
const quietMs = 500

export const openSandbox = async (config: Config, resources: Resources, startAt: Instant): Promise<Sandbox> => {
  const { storage, store, history, jobs } = resources
  let at = startAt
  const clock = () => at
  const inFlight = inFlightCommands()
  const runtime = startReaderRuntime({ store, history, pool: storage.pool, session: storage.session })
  const projections = projectionWaiter(runtime)
  const logger = apiLogger('error')
  const site = siteOf(config)
  const reactions = inlineReactions({ runtime, inFlight, clock })
  const parts = { projections, inFlight, onReacted: reactions.record, logger, site }
  const services = createApplicationServices({ config, ...resources, ...parts, clock })
  const { authServices, policies } = services
  const stopReaders = startReaders(runtime, policies, reactions, { queries: storage.queries, jobs }, null)
  await projections.waitFor(projectionNames, null, timeoutMs)
  const mailer = await startMailer(config, resources, services, clock)
  const waitUntilCaughtUp = async () => {
    const head = await runOrThrow(store.head())
    const waited = await projections.waitFor(projectionNames, head, timeoutMs)
    if (waited.type === 'Behind') throw new Error(`The read models are behind: ${JSON.stringify(waited.progress)}`)
  }
  return {
    services,
    resources,
    clock,
    setClock: (instant) => {
      at = instant
    },
    caller: async (accountId) => ({
      person: await runOrThrow(loadPerson(authServices, accountId)),
      correlationId: newId(),
    }),
    caughtUp: waitUntilCaughtUp,
    runDueJobs: async () => {
      for (const runDueJob of [
        completeDueBookings,
        expireDueRewards,
        expireDueSanctions,
        releaseDueRatings,
        recheckCases,
      ])
        await runOrThrow(runDueJob(authServices))
      await waitUntilCaughtUp()
    },
    idle: () =>
      untilIdle(async () => (await isBusy(runtime, policies)) || hasUndispatched(storage.queries), mailer.written),
    close: async () => {
      await stopReaders()
      await reactions.close()
      await runtime.close()
    },
  }
}

/** Writes e-mails with the sandbox's clock, only to the development mailbox. */
const startMailer = async (
  config: Config,
  { jobs }: Resources,
  { authServices }: ApplicationServices,
  clock: () => Instant,
): Promise<{ readonly written: () => number }> => {
  const file = join(resolve(config.GARBO_HOME), 'outbox.jsonl')
  const messenger = devMailbox({ file, clock, newId })
  const sendEmail = emailJobHandler(
    emailTemplates,
    authServices,
    messenger,
    config.GARBO_ORIGIN ?? `http://localhost:${config.PORT}`,
  )
  let written = 0
  await jobs.work('mail', async (job) => {
    await sendEmail(job)
    written++
  })
  await jobs.work('deadlines', async ({ data }) => {
    await runOrThrow(recheckCase(authServices)(String(data['caseId'])))
  })
  return { written: () => written }
}

const untilIdle = async (isWorking: () => Promise<boolean>, written: () => number): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  for (let lastCount = -1; performance.now() < deadline && (lastCount !== written() || (await isWorking()));) {
    lastCount = written()
    await pause(quietMs)
  }
}

const isBusy = async (runtime: ReaderRuntime, policies: ApplicationServices['policies']): Promise<boolean> =>
  (await listPolicies(runtime, policies)).some(({ lag }) => lag !== 0)

const hasUndispatched = (db: CommonQueryMethods): Promise<boolean> =>
  db.exists(statement`select from ops.outbox where dispatched_at is null`)
