import { ContributionCounted } from '../../../../domain/ava/wallet-state.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePool } from 'slonik'
import { decideAndAppend, streamOf } from '../../../../application/command-handler.ts'
import { historyOf } from '../../../../application/history.ts'
import type { NewEvent } from '../../../../application/ports/event-store.ts'
import { wallet } from '../../../../domain/ava/wallet.ts'
import { postgresStateSnapshots } from '../../../../infrastructure/event-store/snapshots/state-snapshots.ts'
import { openQueries } from '../../../../infrastructure/postgres/postgres.ts'
import { plainSealing } from '../../../support/plain-sealing.ts'
import { closedLoop, type LoadResult } from '../../load.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from './log-tasks.ts'
import { appendEvents, type StoreSession, unwrap } from './session.ts'

export interface LongStreamOrder {
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
  const newHistory = () => historyOf(session.store, plainSealing, wallet.events)
  type CachingHistory = ReturnType<typeof newHistory>

  let connected: Promise<DatabasePool> | null = null
  const newSnapshots = async () => {
    connected ??= openQueries(url, 4)
    const queries = await connected
    return postgresStateSnapshots(queries, 'bench')
  }
  session.closers.push(async () => (await connected)?.end())
  const historyWithSnapshots = async () =>
    historyOf(session.store, plainSealing, wallet.events, { snapshots: await newSnapshots() })
  const awaitSnapshot = async (accountId: string) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const snapshots = await newSnapshots()
      if ((await snapshots.find(streamOf(wallet, accountId))) !== null) return
      await pause(20)
    }
    throw new Error('no snapshot was written')
  }

  const newWallet = async (past: number): Promise<string> => {
    const accountId = newId()
    for (let done = 0; done < past; done += 500) {
      const events = Array.from({ length: Math.min(500, past - done) }, () => contributionEvent(accountId))
      await appendEvents(session, streamOf(wallet, accountId), 'any', events)
    }
    return accountId
  }
  const execute = async (history: CachingHistory, accountId: string) => {
    const meta = requestMeta()
    const command = { type: 'CountContribution', accountId, causeId: newId(), at: meta.occurredAt } as const
    const { events } = unwrap(await decideAndAppend({ history, newId })(wallet, accountId, command, meta)())
    session.acknowledged.events += events.length
  }

  return {
    /** Commands on one long wallet, or on a short wallet each, one at a time. */
    commandsOnStreams: async ({ past, commands, state }: LongStreamOrder): Promise<LoadResult> => {
      const shared = newHistory()
      const wallets: string[] = []
      const count = past < 1_000 ? commands : 1
      for (let n = 0; n < count; n++) wallets.push(await newWallet(past))
      const [first = ''] = wallets
      await execute(shared, first)
      if (state === 'snapshot') {
        await execute(await historyWithSnapshots(), first)
        await awaitSnapshot(first)
      }
      return closedLoop(1, { operations: commands }, async (nth) => {
        const history = { kept: () => shared, fold: newHistory, snapshot: historyWithSnapshots }[state]
        await execute(await history(), wallets[nth % count] ?? '')
      })
    },

    /** Processor time of the longest turn of the event loop, in milliseconds: first commands, later ones and snapshots. */
    longestTurn: async ({ past, commands }: Pick<LongStreamOrder, 'past' | 'commands'>): Promise<number> => {
      const accountId = await newWallet(past)
      const turns = measureTurns()
      for (let n = 0; n < commands; n++) {
        for (const history of [newHistory(), await historyWithSnapshots()]) {
          await execute(history, accountId)
          await execute(history, accountId)
        }
      }
      return turns.stop()
    },
  }
}

/** Processor time instead of time on the clock, which would include other processes. */
const measureTurns = () => {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [longest, last, stopped] = [0, spent(), false]
  const turn = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (!stopped) setImmediate(turn)
  }
  turn()
  return {
    stop: () => {
      stopped = true
      return longest
    },
  }
}

const contributionEvent = (accountId: string): NewEvent => {
  const meta = requestMeta()
  const data = { accountId, causeId: newId(), at: meta.occurredAt }
  return {
    id: newId(),
    type: ContributionCounted.type,
    data: JSON.stringify(data),
    meta: JSON.stringify({ ...meta, v: 1, causationId: newId() }),
  }
}
