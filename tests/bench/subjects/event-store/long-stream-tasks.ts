import { decideAndAppend, streamOf } from '../../../../application/command-handler.ts'
import { historyOf } from '../../../../application/history.ts'
import type { NewEvent } from '../../../../application/ports/event-store.ts'
import { wallet } from '../../../../domain/ava/wallet.ts'
import { closedLoop, type LoadResult } from '../../load.ts'
import { newId } from '../../workload.ts'
import { plainSealing, requestMeta } from './log-tasks.ts'
import { appendEvents, type StoreSession, unwrap } from './session.ts'

export interface LongStreamOrder {
  /** Events in the stream before the commands. */
  readonly past: number
  readonly commands: number
  /** `kept`: the process has executed a command on the stream before; `first`: each is the first of its process. */
  readonly state: 'kept' | 'first'
}

export const longStreamTasks = (session: StoreSession) => {
  const newHistory = () => historyOf(session.store, plainSealing, wallet.events)
  type KeptStates = ReturnType<typeof newHistory>

  const newWallet = async (past: number): Promise<string> => {
    const accountId = newId()
    for (let done = 0; done < past; done += 500) {
      const events = Array.from({ length: Math.min(500, past - done) }, () => contributionEvent(accountId))
      await appendEvents(session, streamOf(wallet, accountId), 'any', events)
    }
    return accountId
  }
  const execute = async (history: KeptStates, accountId: string) => {
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
      for (const accountId of wallets.slice(0, 1)) await execute(shared, accountId)
      return closedLoop(1, { operations: commands }, (nth) =>
        execute(state === 'kept' ? shared : newHistory(), wallets[nth % count] ?? ''),
      )
    },

    /** Processor time of the longest turn of the event loop during first and later commands, in milliseconds. */
    longestTurn: async ({ past, commands }: Pick<LongStreamOrder, 'past' | 'commands'>): Promise<number> => {
      const accountId = await newWallet(past)
      const turns = measureTurns()
      for (let n = 0; n < commands; n++) {
        const history = newHistory()
        await execute(history, accountId)
        await execute(history, accountId)
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
    type: 'RatingCounted',
    data: JSON.stringify(data),
    meta: JSON.stringify({ ...meta, v: 1, causationId: newId() }),
  }
}
