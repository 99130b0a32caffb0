import { AsyncLocalStorage } from 'node:async_hooks'
import type { Interceptor } from 'slonik'
import { type Projections, ReadModelsBehind } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { batchQueries } from '../postgres/postgres.ts'

/** Waits for read models on behalf of the current request. */
type WaitForReadModels = (names: readonly string[]) => Promise<void>

const currentWait = new AsyncLocalStorage<WaitForReadModels>()

/**
 * Makes queries within `readAfter` wait for the read models in their text, before they take a connection. Statements of
 * explicit connections and transactions do not wait.
 * @rule Q-120 a read waits only for the read models that answer it
 */
export const awaitReadModels: Interceptor = {
  name: 'await-read-models',
  beforePoolConnection: async ({ query }) => {
    const wait = currentWait.getStore()
    if (wait !== undefined && query !== null) await wait(readModelsIn(query.sql))
    return null
  },
}

/** Names of the read models in a statement; they are views in the schema `read`. */
export const readModelsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\bread"?\."?(\w+)/g)].map(([, name = '']) => name)),
]

export interface ReadAfterOptions {
  /** How long the queries of one `read` wait together, in milliseconds. */
  readonly timeoutMs: number
  /** Whether queries fail with `ReadModelsBehind` or read what is there when the time is over. */
  readonly whenBehind: 'fail' | 'read'
}

/** Runs `read`, whose queries wait until the read models they use show `position`. */
export const readAfter =
  (projections: Pick<Projections, 'waitFor'>, options: ReadAfterOptions) =>
  <A>(position: Position, read: () => A): A =>
    currentWait.run(waitOnce(projections, position, options), read)

/**
 * Like `batchQueries`, for queries of the named read models. Within `readAfter`, each first waits for its own position and
 * is then sent together with the others. Rejects if a statement uses another read model, for which nobody has waited.
 */
export const batchReads = <Q, A>(
  names: readonly string[],
  runAll: (queries: readonly Q[]) => Promise<readonly A[]>,
): ((query: Q) => Promise<A>) => {
  const batched = batchQueries((queries: readonly Q[]) => currentWait.run(allowOnly(names), () => runAll(queries)))
  return async (query) => {
    await currentWait.getStore()?.(names)
    return batched(query)
  }
}

const allowOnly =
  (allowed: readonly string[]): WaitForReadModels =>
  (names) => {
    const others = names.filter((name) => !allowed.includes(name))
    return others.length === 0
      ? Promise.resolve()
      : Promise.reject(new Error(`A batched query does not name the read models ${others.join(', ')}`))
  }

/** Left to a query whose predecessors used up the time, as its read models may show the position by now. */
const minWaitMs = 100

/** Waits for each read model once. */
const waitOnce = (
  { waitFor }: Pick<Projections, 'waitFor'>,
  position: Position,
  { timeoutMs, whenBehind }: ReadAfterOptions,
): WaitForReadModels => {
  const awaited = new Set<string>()
  let remainingMs = timeoutMs
  return async (names) => {
    const missing = names.filter((name) => !awaited.has(name))
    if (missing.length === 0) return
    const startedAt = performance.now()
    const outcome = await waitFor(missing, position, Math.max(remainingMs, minWaitMs))
    remainingMs -= performance.now() - startedAt
    if (outcome.type === 'Behind' && whenBehind === 'fail') throw new ReadModelsBehind(missing)
    for (const name of missing) awaited.add(name)
  }
}
