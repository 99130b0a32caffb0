import { randomUUID } from 'node:crypto'
import { loadPerson } from '../../application/accounts/auth-services.ts'
import { useCases, policies } from '../../application/all.ts'
import { type DomainEvent, eventRegistry } from '../../application/event-registry.ts'
import { type CommandDeps, decideAndAppend, streamOf } from '../../application/command-handler.ts'
import { historyOf } from '../../application/history.ts'
import { inFlightCommands } from '../../application/in-flight.ts'
import type { RuleSettings } from '../../application/rule-settings.ts'
import { caseDispatcher } from '../../application/moderation/case-dispatcher.ts'
import type { Caller } from '../../application/person.ts'
import type { AnyPolicy, PolicyFailure } from '../../application/policy.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { Sealing } from '../../application/ports/sealing.ts'
import { runPoliciesInline, sequentially } from '../../application/inline-policies.ts'
import { type UseCaseWithAccess, guard, type Services } from '../../application/use-case.ts'
import { account } from '../../domain/accounts/account.ts'
import type { BusinessDetails } from '../../domain/accounts/account-settings.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { nameHasher } from '../../infrastructure/accounts/hashing.ts'
import { memoryEventStore } from '../../infrastructure/event-store/memory/memory-event-store.ts'
import { italianGazetteer } from '../../infrastructure/travel/gazetteer.ts'
import { memoryKeptHashes } from './accounts/kept-hashes.ts'
import { logLookups } from './lookups.ts'
import { plainSealing } from './plain-sealing.ts'

/** So few that every test uses cached states, and drops some. */
const stateCacheLimits = { minEvents: 2, maxEvents: 60, eventsPerSnapshot: 1_000 }

export const testRuleSettings: RuleSettings = {
  reviews: { intervalDays: 7, holdAtWeight: 300, reporterMinAgeDays: 0, disputeWorkingDays: 5, burstGuard: false },
  ratings: {
    release: 'immediate',
    amendDays: 14,
    stayMaxDays: 3650,
    countsEveryDays: 30,
    venuePerDay: 50,
    newClientsPerDay: 50,
  },
  moderation: { caseLeaseMinutes: 10, caseWorkingDays: 5 },
  sanctions: { permanentNeedsTwo: false, lostDisputes: { count: 3, percent: 60, windowDays: 90 } },
  rewards: { ttlMonths: 12, editWindowDays: 14, venueCountsAfterDays: 0 },
  ava: { walletHoldHours: 0, reviewsPerDay: 10 },
  travel: { bookingsPerDay: 10 },
  promotion: { approvalAbovePercent: 30 },
  privacy: { reregistrationDays: 180 },
}

export const testNameHasher = nameHasher(new Uint8Array(32))

export const unwrap = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(`expected success, got ${JSON.stringify(outcome.left)}`)
  return outcome.right
}

/**
 * The complete application on the memory store, with real deciders and policies and with lookups that read the log. `crashes` is
 * called before every reaction; if it returns true, the reaction is lost until `catchUp`.
 */
export const inMemoryApplication = ({
  crashes = () => false,
  sealing = plainSealing,
  ...overrides
}: { readonly crashes?: () => boolean; readonly sealing?: Sealing } & Partial<RuleSettings> = {}) => {
  const store = memoryEventStore()
  const reads: string[] = []
  const readStream: EventStore['read'] = (stream, from) => {
    reads.push(stream)
    return store.read(stream, from)
  }
  let life = Number.POSITIVE_INFINITY
  const append: EventStore['append'] = (stream, expected, events) =>
    life-- > 0
      ? store.append(stream, expected, events)
      : TE.left({ type: 'Unavailable', cause: new Error('the process died') })
  const history = historyOf({ read: readStream, append }, sealing, eventRegistry, { limits: stateCacheLimits })
  const deps: CommandDeps = { history, newId: randomUUID }
  let now = '2026-05-04T10:00:00.000Z' as Instant

  const read: EventEnvelope<DomainEvent>[] = []
  const log = async (): Promise<readonly EventEnvelope<DomainEvent>[]> => {
    const page = unwrap(await store.readAll(read.at(-1)?.position ?? null, 100_000)())
    const decoded = unwrap(await history.decode(eventRegistry, page)()).map(unwrap)
    const last = read.at(-1)?.position ?? ''
    read.push(...decoded.filter(({ position }) => position > last))
    return read
  }
  const lookups = logLookups(log)
  const context = {
    ...deps,
    newCode: () => randomUUID().slice(0, 10),
    ruleSettings: { ...testRuleSettings, ...overrides },
    lookups,
    nameHasher: testNameHasher,
  }
  const unexpectedFailures: unknown[] = []
  const reactions = policies(context)
  const react = runPoliciesInline({
    policies: reactions.map((policy) => withCrashes(policy, crashes)),
    logHead: async () => unwrap(await store.head()()),
    onFailure: (policy, failure) => {
      if (failure !== processCrashed) unexpectedFailures.push({ policy, failure })
    },
    // deterministic order of events
    runAll: sequentially,
  })
  const services: Services = {
    ...context,
    clock: () => now,
    policies,
    react,
    inFlight: inFlightCommands(),
    caseDispatcher: caseDispatcher(),
    gazetteer: italianGazetteer(),
    keptHashes: memoryKeptHashes(),
    requestPayouts: null,
  }

  const caller = async (accountId: string): Promise<Caller> => {
    const person = unwrap(await loadPerson({ history, clock: () => now }, accountId)())
    return { person, correlationId: randomUUID() }
  }

  return {
    deps,
    store,
    reads,
    log,
    lookups,
    unexpectedFailures,
    /** The process crashes after this many appends. */
    crashAfterAppends: (appends: number) => (life = appends),
    /** Restarts the process: the policies read the log from the start, including the events they add. */
    restart: async () => {
      life = Number.POSITIVE_INFINITY
      for (let next = 0; next < (await log()).length; next++) await react((await log()).slice(next, next + 1))
    },
    services,
    caller,
    set: (time: Instant) => (now = time),
    later: (days: number) => (now = plusDays(now, days)),
    now: () => now,
    catchUp: policyWorkers(reactions, log),
    as: async <I, O>(accountId: string, command: UseCaseWithAccess<I, O>, input: I) =>
      guard(services)(command)(await caller(accountId), input)(),
    events: async <T extends DomainEvent['type']>(type: T) =>
      (await log()).flatMap(({ event }) =>
        event.type === type ? [event.data as Extract<DomainEvent, { type: T }>['data']] : [],
      ),
    ...registrations(deps, react, () => now),
  }
}

const processCrashed: PolicyFailure = { type: 'Transient', cause: 'the process died' }
const withCrashes = (policy: AnyPolicy, crashes: () => boolean): AnyPolicy => {
  const { react } = policy
  return react === undefined
    ? policy
    : { ...policy, react: (recorded) => (crashes() ? TE.left(processCrashed) : react(recorded)) }
}

/**
 * Runs the policies as the workers do: each handles every new event in order, until no policy adds another. Each run repeats
 * the last few events, as after a crash between a reaction and its checkpoint.
 */
const policyWorkers = (reactions: readonly AnyPolicy[], log: () => Promise<readonly EventEnvelope<DomainEvent>[]>) => {
  const handled = new Map<AnyPolicy, number>()
  return async (): Promise<void> => {
    for (let progressed = true; progressed;) {
      progressed = false
      for (const policy of reactions) {
        const events = await log()
        const reached = handled.get(policy) ?? 0
        progressed ||= reached < events.length
        handled.set(policy, events.length)
        for (const recorded of events.slice(Math.max(reached - replayedEvents, 0)))
          if (policy.react !== undefined && policy.events.codecs.has(recorded.event.type))
            unwrap(await policy.react(recorded as EventEnvelope<never>)())
      }
    }
  }
}
const replayedEvents = 3

interface RegistrationOptions {
  readonly confirmed?: boolean
  /** Code of the affiliate link followed. */
  readonly referral?: string | null
  readonly phone?: string | null
  readonly email?: string
}

type Market = Pick<BusinessDetails, 'businessType' | 'province'>

const registrations = (deps: CommandDeps, react: Services['react'], clock: () => Instant) => {
  const run = async (accountId: string, command: Parameters<typeof account.decide>[0]) => {
    const meta = {
      correlationId: randomUUID(),
      causationId: null,
      actor: { id: null, role: 'operator' as const },
      occurredAt: clock(),
    }
    await react(
      unwrap(await decideAndAppend(deps)(account, accountId, command, meta, { personalData: 'decrypted' })()).recorded,
    )
  }
  const confirm = (accountId: string) => run(accountId, { type: 'ConfirmEmail', at: clock() })
  const promote = (accountId: string) =>
    run(accountId, { type: 'GrantRole', role: 'MODERATORE', by: null, at: clock() })
  return {
    confirm,
    /** Records spent AVA, bypassing the decider. */
    spend: async (accountId: string, amount: number) => {
      const occurredAt = clock()
      const meta = { correlationId: randomUUID(), causationId: null, actor: { id: null, role: 'operator' as const } }
      const data = { accountId, amount, causeId: randomUUID(), purpose: 'premium_upgrade', at: occurredAt }
      const fact = { id: randomUUID(), event: { type: 'AvaSpent', data }, meta: { ...meta, occurredAt } }
      unwrap(await deps.history.append(streamOf(wallet, accountId), 'any', [fact])())
    },
    grant: (accountId: string, role: 'MODERATORE' | 'ADMIN' | 'REVISORE') =>
      run(accountId, { type: 'GrantRole', role, by: null, at: clock() }),
    promote,
    business: async (
      accountId: string,
      {
        confirmed = true,
        phone = null,
        email = `${accountId}@example.it`,
        businessType = 'hotel',
        province = 'RM',
      }: RegistrationOptions & Partial<Market> = {},
    ) => {
      const names = {
        username: accountId,
        email,
        phone,
        businessName: `Hotel ${accountId}`,
      }
      const place = {
        businessType,
        location: 'Via Roma 1',
        province,
        businessPhoto: null,
        theForkTenths: null,
      } as const
      await run(accountId, { type: 'RegisterBusiness', accountId, ...names, ...place, referral: null, at: clock() })
      if (confirmed) await confirm(accountId)
      return accountId
    },
    client: async (
      accountId: string,
      { confirmed = true, referral = null, phone = null, email = `${accountId}@example.it` }: RegistrationOptions = {},
    ) => {
      const names = { email, phone, firstName: accountId, lastName: 'Rossi' }
      const rest = { age: null, residence: null, travelType: null, referral }
      const photos = { profilePhoto: null, socialPhotoUrl: null, socialPhotoSource: null, photoConsent: false }
      await run(accountId, {
        type: 'RegisterClient',
        accountId,
        clientId: `c-${accountId}`,
        ...names,
        ...rest,
        ...photos,
        privacyVersion: null,
        at: clock(),
      })
      if (confirmed) await confirm(accountId)
      return accountId
    },
    moderator: async (accountId: string) => {
      const names = { username: accountId, email: `${accountId}@example.it`, phone: null, businessName: accountId }
      const place = {
        businessType: 'altro',
        location: 'Via Po 2',
        // competes with nobody
        province: null,
        businessPhoto: null,
        theForkTenths: null,
      } as const
      await run(accountId, { type: 'RegisterBusiness', accountId, ...names, ...place, referral: null, at: clock() })
      await promote(accountId)
      return accountId
    },
  }
}

/** An application with a client, a business and two moderators. */
export const populatedApplication = async () => {
  const app = inMemoryApplication()
  await app.client('ana')
  await app.business('rosa')
  await app.moderator('mario')
  await app.moderator('lia')
  return app
}

/** Submits a review of a new business, so that the review interval does not apply. */
export const submitReviewIn = async (app: ReturnType<typeof inMemoryApplication>, author: string) => {
  const targetId = await app.business(`casa-${randomUUID().slice(0, 8)}`)
  const content = { rating: 2, comment: 'Rumore', reasonCode: 'SERVICE' as const, reasonTags: [] }
  const target = { targetType: 'BUSINESS' as const, targetId, visibility: 'PUBLIC_ANONYMOUS' as const }
  const reviewId = randomUUID()
  unwrap(await app.as(author, useCases.submitReview, { reviewId, ...target, ...content }))
  return { reviewId, targetId }
}
