import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePool } from 'slonik'
import { decideAndAppend, streamOf } from '../../../../application/command-handler.ts'
import { eventRegistry } from '../../../../application/event-registry.ts'
import { type History, historyOf } from '../../../../application/history.ts'
import type { PersonalData } from '../../../../application/ports/sealing.ts'
import { wallet, type WalletCommand } from '../../../../domain/ava/wallet.ts'
import type { Aggregate } from '../../../../domain/kernel/decider.ts'
import type { AnyEvent } from '../../../../domain/kernel/event.ts'
import { referral, type ReferralCommand } from '../../../../domain/promotion/referral.ts'
import { review } from '../../../../domain/reviews/review.ts'
import { rewards, type RewardsCommand } from '../../../../domain/rewards/rewards.ts'
import { sanctionRecord, type SanctionRecordCommand } from '../../../../domain/sanctions/sanction-record.ts'
import { postgresStateSnapshots } from '../../../../infrastructure/event-store/snapshots/state-snapshots.ts'
import { type PostgresKeyring, postgresKeyring, sealing } from '../../../../infrastructure/keyring/keyring.ts'
import { openQueries } from '../../../../infrastructure/postgres/postgres.ts'
import { flagReview, submitReview } from '../../../support/reviews/review-fixtures.ts'
import { closedLoop, type LoadResult } from '../../load.ts'
import { measureTurns } from '../../turns.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from './log-tasks.ts'
import { type StoreSession, unwrap } from './session.ts'

export interface LongStreamOrder {
  readonly of: LongStreamKind
  /** Events in the stream before the commands. */
  readonly past: number
  readonly commands: number
  /**
   * `kept`: the process has executed a command on the stream before. Otherwise each command is the first of its process:
   * `snapshot` with a snapshot of the stream, `fold` without.
   */
  readonly state: 'kept' | 'snapshot' | 'fold'
}

export const longStreamTasks = (session: StoreSession, url: string) => {
  let connected: Promise<DatabasePool> | null = null
  const newSnapshots = async () => {
    connected ??= openQueries(url, 4)
    const queries = await connected
    return postgresStateSnapshots(queries, 'bench')
  }
  session.closers.push(async () => (await connected)?.end())

  let opened: PostgresKeyring | null = null
  /** With the keys of a real installation: some of these events contain personal data. */
  const sealed = () => {
    opened ??= postgresKeyring({ pool: session.pool, masterKey: randomBytes(32) })
    return sealing(opened, eventRegistry)
  }
  session.closers.push(async () => opened?.close())
  const newHistory = () => historyOf(session.store, sealed(), eventRegistry)
  const historyWithSnapshots = async () =>
    historyOf(session.store, sealed(), eventRegistry, { snapshots: await newSnapshots() })
  const awaitSnapshot = async (stream: string) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const snapshots = await newSnapshots()
      if ((await snapshots.find(stream)) !== null) return
      await pause(20)
    }
    throw new Error('no snapshot was written')
  }

  /** Id of a new stream of `past` events. */
  const newStream = async (of: LongStreamKind, past: number): Promise<string> => {
    const id = newId()
    const history = newHistory()
    const events = longStreams[of].past(id, past)
    for (let done = 0; done < past; done += 500) {
      const batch = events
        .slice(done, done + 500)
        .map((event) => ({ id: newId(), event, meta: { ...requestMeta(), causationId: newId() } }))
      unwrap(await history.append(longStreams[of].streamOf(id), 'any', batch)())
      session.acknowledged.events += batch.length
    }
    return id
  }
  const execute = async (history: History, of: LongStreamKind, id: string) => {
    session.acknowledged.events += await longStreams[of].execute(history, id)
  }

  return {
    /** Commands on one long stream, or on a short one each, one at a time. */
    commandsOnStreams: async ({ of, past, commands, state }: LongStreamOrder): Promise<LoadResult> => {
      const shared = newHistory()
      const ids: string[] = []
      const count = past < 1_000 ? commands : 1
      for (let n = 0; n < count; n++) ids.push(await newStream(of, past))
      const [first = ''] = ids
      await execute(shared, of, first)
      if (state === 'snapshot') {
        await execute(await historyWithSnapshots(), of, first)
        await awaitSnapshot(longStreams[of].streamOf(first))
      }
      return closedLoop(1, { operations: commands }, async (nth) => {
        const history = { kept: () => shared, fold: newHistory, snapshot: historyWithSnapshots }[state]
        await execute(await history(), of, ids[nth % count] ?? '')
      })
    },

    /** Processor time of the longest turn of the event loop, in milliseconds: first commands, later ones and snapshots. */
    longestTurn: async ({ of, past, commands }: Omit<LongStreamOrder, 'state'>): Promise<number> => {
      const id = await newStream(of, past)
      const turns = measureTurns()
      for (let n = 0; n < commands; n++) {
        for (const history of [newHistory(), await historyWithSnapshots()]) {
          await execute(history, of, id)
          await execute(history, of, id)
        }
      }
      return turns.stop()
    },
  }
}

// --- Aggregates with long streams --------------------------------------------------------------------

interface LongStream<Command, Event extends AnyEvent, State, Rejection> {
  readonly aggregate: Aggregate<Command, Event, State, Rejection>
  readonly personalData?: PersonalData
  /** The first command of a stream. */
  readonly first?: (id: string) => Command
  /** A command that adds to it. */
  readonly next: (id: string) => Command
}

const longStream = <Command, Event extends AnyEvent, State, Rejection>({
  aggregate,
  personalData = 'omitted',
  first,
  next,
}: LongStream<Command, Event, State, Rejection>) => ({
  streamOf: (id: string): string => streamOf(aggregate, id),
  /** The first events of a stream, as the aggregate decides them. */
  past: (id: string, count: number): readonly AnyEvent[] => {
    const events: Event[] = []
    let state = aggregate.initial
    for (let command = (first ?? next)(id); events.length < count; command = next(id)) {
      const decided = unwrap(aggregate.decide(command, state))
      state = decided.reduce(aggregate.evolve, state)
      events.push(...decided)
    }
    return events.slice(0, count)
  },
  /** The number of events appended. */
  execute: async (history: History, id: string): Promise<number> => {
    const executing = decideAndAppend({ history, newId })(aggregate, id, next(id), requestMeta(), { personalData })
    const { events } = unwrap(await executing())
    if (events.length === 0) throw new Error('the command changed nothing')
    return events.length
  },
})

const { occurredAt: at } = requestMeta()
const neverHeld = Number.MAX_SAFE_INTEGER

const longStreams = {
  wallet: longStream({
    aggregate: wallet,
    next: (accountId): WalletCommand => ({
      type: 'CountContribution',
      accountId,
      causeId: newId(),
      stay: null,
      reviewsPerDay: 1_000_000,
      at,
    }),
  }),
  rewards: longStream({
    aggregate: rewards,
    next: (clientId): RewardsCommand => {
      const rating = {
        ratingId: newId(),
        businessId: newId(),
        overall: 4,
        stayDate: null,
        countsAs: null,
        eligible: true,
      }
      return {
        type: 'CountRating',
        clientId,
        ...rating,
        codes: { elite: newId() },
        countsEveryDays: 30,
        ttlMonths: 12,
        at,
      }
    },
  }),
  referral: longStream({
    aggregate: referral,
    first: (code): ReferralCommand => ({ type: 'RegisterReferralCode', code, accountId: newId(), at }),
    next: (): ReferralCommand => {
      const terms = { isSelfReferral: false, programmeId: 'programme-1', rateHundredths: 500 }
      return { type: 'ConvertReferral', referredId: newId(), ...terms, at }
    },
  }),
  sanctions: longStream({
    aggregate: sanctionRecord,
    next: (accountId): SanctionRecordCommand => {
      const flag = { flagId: newId(), authorId: newId(), outcome: 'upheld' } as const
      return { type: 'RecordFlagOutcome', accountId, ...flag, rule: { version: 1, dismissed: 5, percent: 80 }, at }
    },
  }),
  review: longStream({
    aggregate: review,
    personalData: 'decrypted',
    first: (reviewId) => submitReview({ reviewId }),
    next: () => flagReview(newId(), { note: 'Non è mai stato qui.', holdAtWeight: neverHeld }),
  }),
} as const
export type LongStreamKind = keyof typeof longStreams
