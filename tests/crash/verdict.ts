import { isDeepStrictEqual } from 'node:util'
import { catalogue, type DomainEvent } from '../../application/catalogue.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { verifyLog } from '../../infrastructure/audit/verify-log.ts'
import { wholeLog } from '../../infrastructure/audit/whole-log.ts'
import { readConfig } from '../../infrastructure/composition/config.ts'
import { layFoundations, type Foundations } from '../../infrastructure/composition/foundations.ts'
import { allProjections } from '../../infrastructure/composition/readers.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { loadRows } from '../../infrastructure/projections/rows.ts'
import { tableOf } from '../../infrastructure/projections/table.ts'
import type { Crowd } from './crowd.ts'

/** What is wrong with what is left after the crashes; nothing should be. */
export const judge = async (
  home: string,
  crowd: Crowd,
): Promise<{ readonly events: number; readonly faults: readonly string[] }> => {
  const foundations = await layFoundations(readConfig({ GARBO_HOME: home, NODE_ENV: 'test' }))
  try {
    const log = await everything(foundations)
    return {
      events: log.length,
      faults: [
        ...(await miscounted(foundations)),
        ...lost(log, crowd),
        ...doubled(log),
        ...(await astray(foundations, log)),
        ...unanswerable(crowd),
      ],
    }
  } finally {
    await foundations.close()
  }
}

const everything = async ({ store, history }: Foundations): Promise<readonly Recorded<DomainEvent>[]> => {
  const log: Recorded<DomainEvent>[] = []
  for await (const page of wholeLog(store, async () => null))
    log.push(...right(await history.decode(catalogue, page)()).map(right))
  return log
}

/** The operator's audit: the order of the log, its readability, every AVA, the wallets' table, the triggers. */
const miscounted = async ({ store, history, storage: { pool } }: Foundations): Promise<readonly string[]> =>
  (await verifyLog({ store, history, pool, logIn: 'postgres' })).flatMap(({ name, faults }) =>
    faults.slice(0, 3).map(({ stream, position, what }) => `${name}: ${stream} ${position} ${what}`),
  )

/** Every acknowledged review and rating stands in the log exactly once. */
const lost = (log: readonly Recorded<DomainEvent>[], { acknowledged }: Crowd): readonly string[] => {
  const times = new Map<string, number>()
  for (const { event } of log) {
    if (event.type === 'ReviewSubmitted') count(times, event.data.reviewId)
    if (event.type === 'ClientRated') count(times, event.data.ratingId)
  }
  return [...acknowledged.values()].flatMap(({ id, path }) =>
    times.get(id) === 1 ? [] : [`${path} ${id} was acknowledged and stands ${times.get(id) ?? 0} times`],
  )
}

/** No effect happened twice, and none is missing: one count for each review and rating, one code, one tenth. */
const doubled = (log: readonly Recorded<DomainEvent>[]): readonly string[] => {
  const times = new Map<string, number>()
  const counted = new Set<string>()
  const given: string[] = []
  for (const { event } of log) {
    if (event.type === 'ReviewSubmitted') given.push(event.data.reviewId)
    if (event.type === 'ClientRated') given.push(event.data.ratingId)
    if (event.type === 'RatingCounted') {
      counted.add(event.data.causeId)
      count(times, `counted ${event.data.causeId}`)
    }
    if (event.type === 'ReviewCredited') count(times, `credited ${event.data.reviewId}`)
    if (event.type === 'StarsCounted') count(times, `stars ${event.data.ratingId}`)
    if (event.type === 'AvaEarned') count(times, `earned ${event.data.accountId} ${event.data.causeId}`)
    if (event.type === 'RewardIssued')
      count(times, `issued ${event.data.clientId} ${event.data.businessId} ${event.data.ruleType}`)
  }
  return [
    ...[...times].flatMap(([what, n]) => (n === 1 ? [] : [`${what}: ${n} times`])),
    ...given.filter((id) => !counted.has(id)).map((id) => `${id} was never counted`),
  ]
}

/** Every read model is what a fresh fold of the log makes of it. */
const astray = async ({ storage }: Foundations, log: readonly Recorded[]): Promise<readonly string[]> => {
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
      tableOf(projection, relation),
      found.map(({ key }) => key),
    )
    for (const [key, row] of kept)
      if (!isDeepStrictEqual({ ...row }, { ...(fresh.get(key) as object) }))
        faults.push(`${projection.name} differs in ${key}`)
  }
  return faults.slice(0, 5)
}

const unanswerable = ({ refused }: Crowd): readonly string[] => [...new Set(refused)].map((one) => `refused: ${one}`)

const count = (times: Map<string, number>, what: string) => times.set(what, (times.get(what) ?? 0) + 1)

const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error('cannot be read', { cause: outcome.left })
  return outcome.right
}
