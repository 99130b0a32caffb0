import { randomUUID } from 'node:crypto'
import { catalogue, type DomainEvent } from '../../application/catalogue.ts'
import { personIn } from '../../application/access/doors.ts'
import { handle, streamOf, type Deps } from '../../application/handle.ts'
import { historyOf } from '../../application/history.ts'
import { handingOutHere } from '../../application/handing-out.ts'
import { inHandHere } from '../../application/in-hand.ts'
import type { Limits } from '../../application/limits.ts'
import type { Asker } from '../../application/person.ts'
import { policies } from '../../application/policies/all.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { AnyPolicy, PolicyFailure } from '../../application/policy.ts'
import type { Sealing } from '../../application/ports/sealing.ts'
import { oneByOne, reactAtOnce } from '../../application/react.ts'
import { open, type Capability, type Toolbox } from '../../application/use-case.ts'
import { account } from '../../domain/access/account/decider.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { gazetteer } from '../../infrastructure/places/gazetteer.ts'
import { memoryEventStore } from '../../infrastructure/event-store/memory/memory-event-store.ts'
import { lookupsIn } from './lookups.ts'

/** Nothing is hidden: what sealing does has its own tests. */
const glass: Sealing = {
  seal: (events) => TE.right(events.map(({ event }) => event.data)),
  open: (events) => TE.right(events.map(({ data }) => data)),
  blank: (events) => events.map(({ data }) => data),
}

export const limits: Limits = {
  reviewIntervalDays: 7,
  flagHoldWeight: 300,
  flaggerMinAgeDays: 0,
  caseLeaseMinutes: 10,
  rewardTtlMonths: 12,
  disputeWorkingDays: 5,
  bookingsPerDay: 10,
  ratingRelease: 'immediate',
  ratingAmendDays: 14,
  lostDisputes: { count: 3, percent: 60, windowDays: 90 },
}

export const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(`expected success, got ${JSON.stringify(outcome.left)}`)
  return outcome.right
}

/**
 * The whole application on the memory store: real deciders, real policies, lookups answered from the log itself. `dies` is
 * asked before every reaction: when it says so the process is gone before that one, and only catching up brings it.
 */
export const application = ({
  dies = () => false,
  sealing = glass,
  ...differently
}: { readonly dies?: () => boolean; readonly sealing?: Sealing } & Partial<Limits> = {}) => {
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
  const history = historyOf({ read: readStream, append }, sealing, catalogue)
  const deps: Deps = { history, newId: randomUUID }
  let now = '2026-05-04T10:00:00.000Z' as Instant

  const read: Recorded<DomainEvent>[] = []
  const log = async (): Promise<readonly Recorded<DomainEvent>[]> => {
    const page = right(await store.readAll(read.at(-1)?.position ?? null, 100_000)())
    const decoded = right(await history.decode(catalogue, page)()).map(right)
    const last = read.at(-1)?.position ?? ''
    read.push(...decoded.filter(({ position }) => position > last))
    return read
  }
  const lookups = lookupsIn(log)
  const hands = { ...deps, newCode: () => randomUUID().slice(0, 10), limits: { ...limits, ...differently }, lookups }
  const surprises: unknown[] = []
  const reactions = policies(hands)
  const react = reactAtOnce(
    reactions.map((policy) => mortal(policy, dies)),
    async () => right(await store.head()()),
    (policy, failure) => {
      if (failure !== death) surprises.push({ policy, failure })
    },
    // the same log every time
    oneByOne,
  )
  const toolbox: Toolbox = {
    ...hands,
    clock: () => now,
    policies,
    react,
    inFlight: inHandHere(),
    handingOut: handingOutHere(),
    places: gazetteer(),
    callPayouts: null,
  }

  const asker = async (accountId: string): Promise<Asker> => {
    const person = right(await personIn({ history, clock: () => now }, accountId)())
    return { person, correlationId: randomUUID() }
  }

  return {
    deps,
    store,
    reads,
    log,
    lookups,
    surprises,
    /** The process dies at the append after so many. */
    diesAfter: (appends: number) => (life = appends),
    /** A new process: the policies go through the log from the start, as far as it gets longer. */
    comesBack: async () => {
      life = Number.POSITIVE_INFINITY
      for (let next = 0; next < (await log()).length; next++) await react((await log()).slice(next, next + 1))
    },
    toolbox,
    asker,
    set: (time: Instant) => (now = time),
    later: (days: number) => (now = plusDays(now, days)),
    now: () => now,
    catchUp: workers(reactions, log),
    as: async <I, O>(accountId: string, capability: Capability<I, O>, input: I) =>
      open(toolbox)(capability)(await asker(accountId), input)(),
    events: async <T extends DomainEvent['type']>(type: T) =>
      (await log()).flatMap(({ event }) =>
        event.type === type ? [event.data as Extract<DomainEvent, { type: T }>['data']] : [],
      ),
    ...people(deps, react, () => now),
  }
}

const death: PolicyFailure = { type: 'Transient', cause: 'the process died' }
const mortal = (policy: AnyPolicy, dies: () => boolean): AnyPolicy => {
  const { react } = policy
  return react === undefined ? policy : { ...policy, react: (recorded) => (dies() ? TE.left(death) : react(recorded)) }
}

/**
 * What the workers do: every policy meets every event it has not met, in order, until nothing follows any more. It begins a
 * few events early, as after a crash between doing and noting that it was done.
 */
const workers = (reactions: readonly AnyPolicy[], log: () => Promise<readonly Recorded<DomainEvent>[]>) => {
  const met = new Map<AnyPolicy, number>()
  return async (): Promise<void> => {
    for (let follows = true; follows;) {
      follows = false
      for (const policy of reactions) {
        const events = await log()
        const reached = met.get(policy) ?? 0
        follows ||= reached < events.length
        met.set(policy, events.length)
        for (const recorded of events.slice(Math.max(reached - again, 0)))
          if (policy.react !== undefined && policy.events.codecs.has(recorded.event.type))
            right(await policy.react(recorded as Recorded<never>)())
      }
    }
  }
}
const again = 3

interface Newcomer {
  readonly confirmed?: boolean
  /** Whose link they came by. */
  readonly referral?: string | null
  readonly phone?: string | null
}

const people = (deps: Deps, react: Toolbox['react'], clock: () => Instant) => {
  const run = async (accountId: string, command: Parameters<typeof account.decide>[0]) => {
    const meta = {
      correlationId: randomUUID(),
      causationId: null,
      actor: { id: null, role: 'operator' as const },
      occurredAt: clock(),
    }
    await react(right(await handle(deps)(account, accountId, command, meta, { privacy: 'open' })()).recorded)
  }
  const confirm = (accountId: string) => run(accountId, { type: 'ConfirmEmail', at: clock() })
  const promote = (accountId: string) =>
    run(accountId, { type: 'GrantRole', role: 'MODERATORE', by: null, at: clock() })
  return {
    confirm,
    /** AVA paid out. */
    spend: async (accountId: string, amount: number) => {
      const occurredAt = clock()
      const meta = { correlationId: randomUUID(), causationId: null, actor: { id: null, role: 'operator' as const } }
      const data = { accountId, amount, causeId: randomUUID(), purpose: 'premium_upgrade', at: occurredAt }
      const fact = { id: randomUUID(), event: { type: 'AvaSpent', data }, meta: { ...meta, occurredAt } }
      right(await deps.history.append(streamOf(wallet, accountId), 'any', [fact])())
    },
    grant: (accountId: string, role: 'MODERATORE' | 'ADMIN' | 'REVISORE') =>
      run(accountId, { type: 'GrantRole', role, by: null, at: clock() }),
    promote,
    business: async (accountId: string, { confirmed = true, phone = null }: Newcomer = {}) => {
      const names = {
        username: accountId,
        email: `${accountId}@example.it`,
        phone,
        businessName: `Hotel ${accountId}`,
      }
      const place = {
        businessType: 'hotel',
        location: 'Via Roma 1',
        province: 'RM',
        businessPhoto: null,
        theForkTenths: null,
      } as const
      await run(accountId, { type: 'RegisterBusiness', accountId, ...names, ...place, referral: null, at: clock() })
      if (confirmed) await confirm(accountId)
      return accountId
    },
    client: async (accountId: string, { confirmed = true, referral = null, phone = null }: Newcomer = {}) => {
      const names = { email: `${accountId}@example.it`, phone, firstName: accountId, lastName: 'Rossi' }
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
        province: 'TO',
        businessPhoto: null,
        theForkTenths: null,
      } as const
      await run(accountId, { type: 'RegisterBusiness', accountId, ...names, ...place, referral: null, at: clock() })
      await promote(accountId)
      return accountId
    },
  }
}
