import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { type ImportFailure, importAdvertisements } from '../../application/promotion/advertisements.ts'
import { E } from '../../domain/kernel/fp.ts'
import { advertisementClickCounts } from '../../projections/promotion/advertisements.ts'
import { newId } from '../clock-and-ids.ts'
import type { Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { OperatorError } from '../operator-error.ts'
import { commandError, withResources } from '../composition/operator.ts'
import { faultText, readAdvertisements } from '../promotion/advertisement-file.ts'

/**
 * Imports and lists advertisements.
 * @rule Q-77 advertisements come only from this import
 */
export const advertisementCommands = (program: Command, config: () => Config): void => {
  const ads = program.command('ads').description('manage advertisements')
  ads
    .command('import')
    .description(
      'import advertisements from a file, all or none: new ones are published, changed ones revised, missing ones withdrawn',
    )
    .argument('<file>', 'JSON file with an array of advertisements')
    .action((file: string) => withResources(config(), (resources) => importAds(resources, file)))
  ads
    .command('list')
    .description('list advertisements with their clicks, counted once per person and day')
    .action(() => withResources(config(), listAds))
}

const importAds = async ({ history, clock }: Resources, file: string): Promise<void> => {
  const delivered = readAdvertisements(readInput(file))
  const meta = {
    correlationId: newId(),
    causationId: null,
    actor: { id: null, role: 'operator' },
    occurredAt: clock(),
  } as const
  const done = await importAdvertisements({ history, newId })(delivered, meta)()
  if (E.isLeft(done)) throw importError(done.left)
  const { published, revised, withdrawn, unchanged } = done.right
  console.log(`${published} published, ${revised} revised, ${withdrawn} withdrawn, ${unchanged} unchanged.`)
}

const readInput = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
    throw new OperatorError(`${file} cannot be read (${reason}).`, { cause })
  }
}

const importError = (failure: ImportFailure): OperatorError => {
  if (failure.type === 'Faulty') {
    const lines = failure.advertisements.flatMap(({ linkId, faults }) =>
      faults.map((fault) => `${linkId}: ${faultText(fault)}`),
    )
    return new OperatorError(['Nothing was imported.', ...lines].join('\n'))
  }
  const { message } = commandError(failure)
  return new OperatorError(`${message} The import may be incomplete; repeat it to complete it.`)
}

const listAds = async ({ storage: { pool, queries }, clock }: Resources): Promise<void> => {
  const { rows } = await pool.query<{ exist: boolean }>(
    `select to_regclass('read.advertisements') is not null and to_regclass('read.ad_clicks') is not null as exist`,
  )
  if (rows[0]?.exist !== true) throw new Error('The read models do not exist yet; start Garbo first.')
  console.table(await advertisementClickCounts(queries, clock()))
}
