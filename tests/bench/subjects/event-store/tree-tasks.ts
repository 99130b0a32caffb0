import { setTimeout as pause } from 'node:timers/promises'
import { historyOf } from '../../../../application/history.ts'
import { runSequencer, treeSize } from '../../../../infrastructure/audit/tree/sequencer.ts'
import { compareTree } from '../../../../infrastructure/audit/tree/tree-comparison.ts'
import { logInspection } from '../../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { memoryKeyring } from '../../../../infrastructure/keyring/keyring.ts'
import { openQueries } from '../../../../infrastructure/postgres/postgres.ts'
import { startReaderRuntime } from '../../../../infrastructure/projections/projection-engine.ts'
import { plainSealing } from '../../../support/plain-sealing.ts'
import { benchEvents } from '../../workload.ts'
import type { StoreSession } from './session.ts'

export const treeTasks = ({ store, pool, closers }: StoreSession, url: string) => {
  const openedQueries = async () => {
    const queries = await openQueries(url, 4)
    closers.push(() => queries.end())
    return queries
  }
  let opened: ReturnType<typeof openedQueries> | null = null
  const queriesOnce = () => (opened ??= openedQueries())
  return {
    /** Adds events to the tree and signs checkpoints until the subject ends. */
    keepTree: async () => {
      const queries = await queriesOnce()
      const failures: string[] = []
      const runtime = startReaderRuntime({
        store,
        pool,
        history: historyOf(store, plainSealing, benchEvents),
        report: ({ reason }) => failures.push(reason),
      })
      const stopping = new AbortController()
      const running = runSequencer(runtime, { queries, keyring: memoryKeyring(), origin: 'bench' }, stopping.signal)
      // before the queries it uses are closed
      closers.unshift(async () => {
        stopping.abort()
        await running
        await runtime.close()
        if (failures.length > 0) throw new Error(failures.join())
      })
    },

    /** Resolves once the tree has this many leaves. */
    treeReaches: async ({ leaves }: { readonly leaves: number }) => {
      const queries = await queriesOnce()
      while ((await treeSize(queries)) < leaves) await pause(20)
    },

    /** What `garbo audit rebuild-tree` does. */
    rebuildTree: async () => {
      const queries = await queriesOnce()
      const from = performance.now()
      const { leaves, checkpoints, faults } = await compareTree(queries, store, logInspection(pool).findGapAfter)
      const seconds = (performance.now() - from) / 1_000
      if (faults.length > 0) throw new Error(faults.join())
      return { leaves, checkpoints, rate: leaves / seconds }
    },
  }
}
