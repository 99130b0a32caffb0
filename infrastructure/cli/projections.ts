import type { Command } from 'commander'
import { setTimeout as pause } from 'node:timers/promises'
import type { Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { OperatorError } from '../operator-error.ts'
import { withResources } from '../composition/operator.ts'
import { allProjections } from '../composition/readers.ts'
import {
  type AnyProjection,
  countSetAside,
  explainRow,
  listProjections,
  listSetAside,
  type ReaderRuntime,
  rebuildProjection,
  requestRetry,
  type RowExplanation,
  startReaderRuntime,
} from '../projections/projection-engine.ts'
import { requireWholeLog } from './log.ts'

/** Inspects, explains and rebuilds read models, and lists what they and policies have set aside. */
export const projectionCommands = (program: Command, config: () => Config): void => {
  const group = program.command('projections').description('inspect and rebuild read models')
  group
    .command('list')
    .description('list position, lag and failures of each read model')
    .action(() => withResources(config(), (resources) => withReaderRuntime(resources, listAll)))
  group
    .command('rebuild')
    .description('rebuild a read model from the log while the old one keeps serving')
    .argument('<name>', `one of ${allProjections.map(({ name }) => name).join(', ')}`)
    .option('--gently', 'pause for six times the duration of each page, to limit the impact on other work')
    .action((name: string, options: { readonly gently?: true }) =>
      withResources(config(), async (resources) => {
        await requireWholeLog(resources, config(), 'A rebuild')
        await withReaderRuntime(resources, (runtime) => rebuildOne(runtime, name, options))
      }),
    )
  group
    .command('explain')
    .description('compare a row with the log and print the events behind it, with personal data left blank')
    .argument('<name>', 'name of a read model')
    .argument('<key>', 'key of the row, for example the id of a review')
    .action((name: string, key: string) =>
      withResources(config(), async (resources) => {
        await requireWholeLog(resources, config(), 'The comparison')
        await withReaderRuntime(resources, (runtime) => explainOne(runtime, name, key))
      }),
    )
  setAsideCommands(group, config)
}

const setAsideCommands = (projections: Command, config: () => Config): void => {
  const group = projections
    .command('set-aside')
    .description('manage events that read models and policies have set aside')
  group
    .command('list')
    .description(
      `list the first ${listedEvents} events that could not be applied, and how many later ones wait for them`,
    )
    .action(() => withResources(config(), (resources) => withReaderRuntime(resources, listAside)))
  group
    .command('retry')
    .description('apply the events set aside again, in order; also happens whenever a reader starts')
    .action(() => withResources(config(), (resources) => withReaderRuntime(resources, retryAside)))
}

const listedEvents = 100
const retryWaitMs = 10_000

const listAside = async ({ pool }: Pick<ReaderRuntime, 'pool'>): Promise<void> => {
  const counts = await countSetAside(pool)
  if (counts.length === 0) return console.log('No event is set aside.')
  console.table(counts)
  const events = await listSetAside(pool, listedEvents)
  console.table(
    events.map(({ reader, position, key, stream, eventType, reason, setAsideAt }) => ({
      reader,
      position,
      row: key,
      stream,
      event: eventType,
      reason,
      since: setAsideAt,
    })),
  )
}

const retryAside = async ({ pool }: Pick<ReaderRuntime, 'pool'>): Promise<void> => {
  await requestRetry(pool)
  const deadline = performance.now() + retryWaitMs
  while ((await countSetAside(pool)).length > 0 && performance.now() < deadline) await pause(200)
  await listAside({ pool })
}

const withReaderRuntime = async (
  { store, history, storage }: Resources,
  work: (runtime: ReaderRuntime) => Promise<void>,
) => {
  const runtime = startReaderRuntime({ store, history, pool: storage.pool, session: storage.session })
  try {
    await work(runtime)
  } finally {
    await runtime.close()
  }
}

const listAll = async (runtime: ReaderRuntime): Promise<void> => {
  const rows = await listProjections(runtime, allProjections)
  console.table(
    rows.map(({ name, version, state, lag, position, stopped, rebuild: filling }) => ({
      name,
      version,
      state,
      lag,
      position,
      reason: stopped?.reason ?? '',
      rebuild: filling?.relation ?? '',
    })),
  )
}

const rebuildOne = async (runtime: ReaderRuntime, name: string, options: { readonly gently?: true }): Promise<void> => {
  const projection = projectionNamed(name)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  const outcome = await rebuildProjection(runtime, projection, interrupted.signal, options)
  if (outcome.type === 'EventFailed') throw new Error(`Stopped at ${outcome.position}: ${outcome.reason}`)
  if (outcome.type !== 'Serving') return console.log(`${name} was not replaced (${outcome.type.toLowerCase()}).`)
  console.log(`${name} is now served from ${outcome.relation}.`)
  const setAside = (await countSetAside(runtime.pool)).find(({ reader }) => reader === outcome.relation)
  if (setAside !== undefined)
    console.log(
      `${setAside.failed} ${setAside.failed === 1 ? 'event' : 'events'} could not be applied; see \`projections set-aside list\`.`,
    )
}

const projectionNamed = (name: string): AnyProjection => {
  const projection = allProjections.find((one) => one.name === name)
  if (projection === undefined) throw new OperatorError(`${name} is not a read model; \`projections list\` lists them.`)
  return projection
}

const explainOne = async (runtime: ReaderRuntime, name: string, key: string): Promise<void> => {
  const explanation = await explainRow(runtime, projectionNamed(name), key)
  if (explanation === null)
    throw new OperatorError(`${name} is not served by a table of this version; start Garbo, which rebuilds it.`)
  const { events, unreadable, columns, isStored, isFolded } = explanation
  if (!isStored && events.length === 0)
    throw new OperatorError(`${name} has no row ${key}, and no event in the log touches such a row.`)
  for (const { recorded, note } of events) {
    const { position, stream, version, event, meta } = recorded
    const line = { position, stream, version, at: meta.occurredAt, ...(note !== null && { note }), ...event }
    console.log(JSON.stringify(line))
  }
  for (const event of unreadable) console.log(`May belong to this row: ${event}`)
  if (isStored || isFolded)
    console.table(columns.map(({ differs, ...column }) => ({ ...column, differs: differs ? 'yes' : '' })))
  console.log(verdict(explanation))
}

const verdict = ({ relation, asOf, isStored, isFolded, columns }: RowExplanation): string => {
  const source = `${relation}, as of position ${asOf ?? 'none'}`
  if (!isStored && !isFolded) return `There is no row in the table (${source}), nor according to the log.`
  if (!isStored) return `The row is missing from the table (${source}).`
  if (!isFolded) return `The row exists only in the table (${source}); according to the log there is none.`
  const differing = columns.flatMap(({ column, differs }) => (differs ? [column] : []))
  return differing.length === 0
    ? `The row matches the log (${source}).`
    : `The row differs from the log (${source}): ${differing.join(', ')}.`
}
