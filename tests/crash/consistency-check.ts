import { ContributionCounted } from '../../domain/ava/wallet-state.ts'
import { isDeepStrictEqual } from 'node:util'
import { type DomainEvent, eventRegistry } from '../../application/event-registry.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { scanLog } from '../../infrastructure/audit/log-scan.ts'
import { verifyLog } from '../../infrastructure/audit/log-verification.ts'
import { leafHash, leafOf } from '../../infrastructure/audit/tree/hashes.ts'
import { growingTree } from '../../infrastructure/audit/tree/tiles.ts'
import { compareTree } from '../../infrastructure/audit/tree/tree-comparison.ts'
import { bootstrap, type Resources } from '../../infrastructure/composition/bootstrap.ts'
import { type Config, readConfig } from '../../infrastructure/composition/config.ts'
import { allProjections } from '../../infrastructure/composition/readers.ts'
import { logInspection } from '../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { foldInMemory, loadRows, projectionTable } from '../../infrastructure/projections/projection-engine.ts'
import type { LoadGenerator } from './load-generator.ts'
import type { ShownCheckpoint } from './witness-process.ts'

/** Compares the log and the read models after the crashes with what the load generator was acknowledged. */
export const checkConsistency = async (
  settings: Readonly<Record<string, string>>,
  load: LoadGenerator,
  shown: readonly ShownCheckpoint[] = [],
): Promise<{ readonly events: number; readonly faults: readonly string[] }> => {
  const config = readConfig({ ...settings, NODE_ENV: 'test' })
  const resources = await bootstrap(config)
  try {
    const log = await readWholeLog(resources)
    return {
      events: log.length,
      faults: [
        ...(await auditFaults(resources, config)),
        ...lostAcknowledgements(log, load),
        ...duplicatedEffects(log),
        ...(await divergedProjections(resources, log)),
        ...rejectedRequests(load),
        ...(await treeFaults(resources, config)),
        ...(await withdrawnCheckpoints(resources, shown)),
      ],
    }
  } finally {
    await resources.close()
  }
}

const readWholeLog = async ({ store, history }: Resources): Promise<readonly EventEnvelope<DomainEvent>[]> => {
  const log: EventEnvelope<DomainEvent>[] = []
  for await (const page of scanLog(store, async () => null))
    log.push(...unwrap(await history.decode(eventRegistry, page)()).map(unwrap))
  return log
}

/** Faults found by `garbo audit verify`. */
const auditFaults = async (
  { store, history, storage: { pool, queries } }: Resources,
  { ESDB_URL }: Config,
): Promise<readonly string[]> => {
  const log = ESDB_URL === undefined ? logInspection(pool) : null
  return (await verifyLog({ store, history, queries, log })).flatMap(({ name, faults }) =>
    faults.slice(0, 3).map(({ stream, position, what }) => `${name}: ${stream} ${position} ${what}`),
  )
}

/** Acknowledged reviews and ratings that are not in the log exactly once. */
const lostAcknowledgements = (
  log: readonly EventEnvelope<DomainEvent>[],
  { acknowledged }: LoadGenerator,
): readonly string[] => {
  const times = new Map<string, number>()
  for (const { event } of log) {
    if (event.type === 'ReviewSubmitted') increment(times, event.data.reviewId)
    if (event.type === 'ClientRated') increment(times, event.data.ratingId)
  }
  return [...acknowledged.values()].flatMap(({ id, path }) =>
    times.get(id) === 1 ? [] : [`${path} ${id} was acknowledged and is in the log ${times.get(id) ?? 0} times`],
  )
}

/** What `garbo audit rebuild-tree` reports. */
const treeFaults = async ({ store, storage: { pool, queries } }: Resources, { ESDB_URL }: Config) => {
  const findGap = ESDB_URL === undefined ? logInspection(pool).findGapAfter : async () => null
  const { leaves, faults } = await compareTree(queries, store, findGap)
  return leaves > 0 ? faults : ['the log has no tree']
}

/** Checkpoints that somebody has seen and that are not the beginning of the log. */
const withdrawnCheckpoints = async (
  { store }: Resources,
  shown: readonly ShownCheckpoint[],
): Promise<readonly string[]> => {
  const roots = new Map<number, string>()
  const tree = growingTree(0, new Map())
  const sizes = [...new Set(shown.map(({ treeSize }) => treeSize))].sort((a, b) => a - b)
  for await (const page of scanLog(store, async () => null)) {
    const leaves = page.map((event) => leafHash(leafOf(event)))
    const first = tree.size()
    for (const size of sizes.filter((one) => one > first && one <= first + leaves.length)) {
      tree.append(leaves.slice(tree.size() - first, size - first))
      roots.set(size, tree.root().toString('hex'))
    }
    tree.append(leaves.slice(tree.size() - first))
  }
  return shown.flatMap(({ treeSize, rootHash }) =>
    roots.get(treeSize) === rootHash ? [] : [`the checkpoint of ${treeSize} events was shown and is not in the log`],
  )
}

/** Effects of policies that happened twice or are missing, for example two credits of one review. */
const duplicatedEffects = (log: readonly EventEnvelope<DomainEvent>[]): readonly string[] => {
  const times = new Map<string, number>()
  const counted = new Set<string>()
  const submitted: string[] = []
  for (const { event } of log) {
    if (event.type === 'ReviewSubmitted') submitted.push(event.data.reviewId)
    if (event.type === 'ClientRated') submitted.push(event.data.ratingId)
    if (event.type === ContributionCounted.type) {
      counted.add(event.data.causeId)
      increment(times, `counted ${event.data.causeId}`)
    }
    if (event.type === 'ReviewCredited') increment(times, `credited ${event.data.reviewId}`)
    if (event.type === 'StarsCounted') increment(times, `stars ${event.data.ratingId}`)
    if (event.type === 'AvaEarned') increment(times, `earned ${event.data.accountId} ${event.data.causeId}`)
    if (event.type === 'RewardIssued')
      increment(times, `issued ${event.data.clientId} ${event.data.businessId} ${event.data.ruleType}`)
  }
  return [
    ...[...times].flatMap(([what, n]) => (n === 1 ? [] : [`${what}: ${n} times`])),
    ...submitted.filter((id) => !counted.has(id)).map((id) => `${id} was never counted`),
  ]
}

/** Read models that differ from a fresh fold of the log. */
const divergedProjections = async (
  { storage }: Resources,
  log: readonly EventEnvelope[],
): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const projection of allProjections) {
    const { rows: found } = await storage.pool.query<{ key: string; relation: string }>(
      `select key, (select relation from ops.builds where projection = $1 and state = 'serving') as relation from read.${projection.name}`,
      [projection.name],
    )
    const fresh = foldInMemory(projection as never, log)
    const relation = found[0]?.relation
    if (found.length !== fresh.size)
      faults.push(`${projection.name} has ${found.length} rows, a fresh fold ${fresh.size}`)
    if (relation === undefined) continue
    const kept = await loadRows(
      storage.pool,
      projectionTable(projection, relation),
      found.map(({ key }) => key),
    )
    for (const [key, row] of kept)
      if (!isDeepStrictEqual({ ...row }, { ...(fresh.get(key) as object) }))
        faults.push(`${projection.name} differs in ${key}`)
  }
  return faults.slice(0, 5)
}

const rejectedRequests = ({ rejected }: LoadGenerator): readonly string[] =>
  [...new Set(rejected)].map((request) => `rejected: ${request}`)

const increment = (times: Map<string, number>, what: string) => times.set(what, (times.get(what) ?? 0) + 1)

const unwrap = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error('the log cannot be read', { cause: outcome.left })
  return outcome.right
}
