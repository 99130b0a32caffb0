import type { Command } from 'commander'
import { resolve } from 'node:path'
import { eventFamilies } from '../../application/event-registry.ts'
import type { Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { OperatorError } from '../operator-error.ts'
import { withResources } from '../composition/operator.ts'
import { type ClosedRange, closedRanges, type ClosedRanges } from '../event-store/postgres/postgres-event-store.ts'
import { readersBehind } from '../projections/projection-engine.ts'

/** Moves data and metadata of old events out of the log, in Postgres, and back. */
export const logCommands = (program: Command, config: () => Config): void => {
  const log = program.command('log').description('move the contents of old events out of the log in Postgres, and back')
  const withRanges = (work: (ranges: ClosedRanges, resources: Resources) => Promise<void>) => {
    if (config().ESDB_URL !== undefined)
      throw new OperatorError('The log is in EventStoreDB, which has an archive and scavenging for old events.')
    return withResources(config(), (resources) => work(closedRanges(resources.storage.pool), resources))
  }
  log
    .command('ranges')
    .description('list the closed ranges of the log')
    .action(() => withRanges(listRanges))
  log
    .command('close')
    .description('move the contents of events up to a position to a separate table; everything works as before')
    .argument('<position>', 'position of the last event')
    .option(
      '--streams <categories>',
      'categories of the streams to close, separated by commas',
      shortLivedStreams.join(),
    )
    .option('--all', 'close all streams; if the range is detached later, old accounts cannot sign in')
    .option('--tablespace <name>', 'tablespace for the table, for example on a slower disk')
    .action((position: string, { streams, all = false, tablespace }: CloseArguments) =>
      withRanges(async (ranges) => {
        const categories = all ? undefined : parseCategories(streams)
        const closed = await ranges.close(parseLogPosition(position), { categories, tablespace })
        console.log(`${closed.events} of the events ${nameOf(closed)} are closed, in a table of ${megabytes(closed)}.`)
      }),
    )
  log
    .command('detach')
    .description(
      'write a closed range to a new file and drop its table; these events cannot be read until it is attached',
    )
    .argument('<first>', 'position of the first event of the range')
    .argument('<file>', 'file to write')
    .action((first: string, file: string) =>
      withRanges((ranges, resources) => detach(ranges, resources, parseLogPosition(first), file)),
    )
  log
    .command('attach')
    .description('restore a closed range from its file')
    .argument('<file>', 'file written by detach')
    .action((file: string) =>
      withRanges(async (ranges) => {
        console.log(`Events ${nameOf(await ranges.attach(resolve(file)))} are attached.`)
      }),
    )
}

/** Short-lived streams, not needed after some years, unlike those of accounts, venues and wallets. */
const shortLivedStreams: readonly (keyof typeof eventFamilies)[] = [
  'review',
  'reply',
  'dispute',
  'appeal',
  'case',
  'unwind',
  'rating',
  'recovery',
  'booking',
  'adclick',
]

interface CloseArguments {
  readonly streams: string
  readonly all?: boolean
  readonly tablespace?: string
}

const parseCategories = (list: string): readonly string[] => {
  const categories = list.split(',')
  const unknown = categories.find((category) => !Object.hasOwn(eventFamilies, category))
  if (unknown !== undefined) throw new OperatorError(`“${unknown}” is not a category of streams.`)
  return categories
}

const nameOf = ({ first, last }: ClosedRange) => `${first} to ${last}`
const megabytes = ({ bytes }: ClosedRange) => `${Math.ceil((bytes ?? 0) / 1e6)} MB`

const parseLogPosition = (text: string): number => {
  const position = /^\d{1,20}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(position) || position === 0) throw new OperatorError(`${text} is not a position.`)
  return position
}

const listRanges = async (ranges: ClosedRanges): Promise<void> => {
  const all = await ranges.list()
  if (all.length === 0) return console.log('No range is closed.')
  console.table(
    all.map((range) => ({
      first: range.first,
      last: range.last,
      closed: range.events,
      state: range.isDetached ? 'detached' : 'attached',
      size: range.isDetached ? '' : megabytes(range),
    })),
  )
}

/** Detaches a range unless a reader still needs it: the reader would stop. */
const detach = async (ranges: ClosedRanges, { storage }: Resources, first: number, file: string): Promise<void> => {
  const range = (await ranges.list()).find((one) => one.first === first)
  if (range === undefined) throw new OperatorError(`No closed range starts at ${first}; \`log ranges\` lists them.`)
  const readers = await readersBehind(storage.pool, range.last)
  if (readers.length > 0) throw new OperatorError(`These readers still need the range: ${readers.join(', ')}.`)
  const detached = await ranges.detach(first, resolve(file))
  console.log(`Events ${nameOf(detached)} are detached. Keep ${file}: only it has their contents.`)
}

/** Throws if events are detached that `purpose` needs. */
export const requireWholeLog = async (
  { storage }: Pick<Resources, 'storage'>,
  { ESDB_URL }: Config,
  purpose: string,
): Promise<void> => {
  if (ESDB_URL !== undefined) return
  const detached = (await closedRanges(storage.pool).list()).filter(({ isDetached }) => isDetached)
  if (detached.length > 0)
    throw new OperatorError(
      `${purpose} reads the whole log, but events ${detached.map(nameOf).join(', ')} are detached. Attach them first: log attach FILE.`,
    )
}
