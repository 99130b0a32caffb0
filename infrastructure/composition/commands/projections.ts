import { listProjections } from '../../projections/list.ts'
import { startReading, type Reading } from '../../projections/reading.ts'
import { rebuildProjection } from '../../projections/rebuild.ts'
import type { Register } from '../commands.ts'
import type { Foundations } from '../foundations.ts'
import { allProjections } from '../readers.ts'
import { beside } from './beside.ts'

export const projectionCommands: Register = (program, config) => {
  const group = program.command('projections').description('the read models')
  group
    .command('list')
    .description('how far each has come and what holds it up')
    .action(() => beside(config(), (foundations) => reading(foundations, list)))
  group
    .command('rebuild')
    .description('fills a read model anew beside the one that serves, then swaps')
    .argument('<name>', allProjections.map(({ name }) => name).join(', '))
    .option('--gently', 'rests six times as long as it works, so that others notice little of it')
    .action((name: string, options: { readonly gently?: true }) =>
      beside(config(), (foundations) => reading(foundations, (one) => rebuild(one, name, options))),
    )
}

const reading = async ({ store, history, storage }: Foundations, work: (reading: Reading) => Promise<void>) => {
  const started = startReading({ store, history, pool: storage.pool })
  try {
    await work(started)
  } finally {
    await started.close()
  }
}

const list = async (started: Reading): Promise<void> => {
  const rows = await listProjections(started, allProjections)
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

const rebuild = async (started: Reading, name: string, options: { readonly gently?: true }): Promise<void> => {
  const projection = allProjections.find((one) => one.name === name)
  if (projection === undefined) throw new Error(`There is no projection ${name}`)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  const outcome = await rebuildProjection(started, projection, interrupted.signal, options)
  if (outcome.type === 'Poisoned') throw new Error(`Stopped at ${outcome.position}: ${outcome.reason}`)
  console.log(
    outcome.type === 'Serving'
      ? `${name} now serves from ${outcome.relation}.`
      : `Nothing was swapped: ${outcome.type}.`,
  )
}
