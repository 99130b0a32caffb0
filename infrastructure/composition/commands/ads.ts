import { readFileSync } from 'node:fs'
import { importAdvertisements } from '../../../application/promotion/import-advertisements.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { advertisementFigures } from '../../../projections/advertisements.ts'
import { systemClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import { readAdvertisements } from '../../promotion/advertisement-file.ts'
import type { Register } from '../commands.ts'
import type { Config } from '../config.ts'
import type { Foundations } from '../foundations.ts'
import { beside } from './beside.ts'

/** advertisements come from here and nowhere else. */
export const adCommands: Register = (program, config) => {
  const ads = program.command('ads').description('advertisements')
  ads
    .command('import')
    .description(
      'takes the list of a file over, all of it or nothing: what is new is published, what has changed is revised, what is no longer in the file is withdrawn',
    )
    .argument('<file>', 'a JSON array of advertisements')
    .action((file: string) => {
      const settings = config()
      return beside(settings, (foundations) => takeOver(foundations, settings, file))
    })
  ads
    .command('list')
    .description('the advertisements there are, and how often they were followed: a person counts once a day')
    .action(() => {
      const settings = config()
      return beside(settings, (foundations) => list(foundations, settings))
    })
}

const takeOver = async ({ history }: Foundations, config: Config, file: string): Promise<void> => {
  const delivered = readAdvertisements(readFileSync(file, 'utf8'))
  const meta = {
    correlationId: newId(),
    causationId: null,
    actor: { id: null, role: 'operator' },
    occurredAt: systemClock(config.GARBO_CLOCK_OFFSET_DAYS)(),
  } as const
  const done = await importAdvertisements({ history, newId })(delivered, meta)()
  if (E.isLeft(done)) throw new Error(`Not imported, or not all of it: ${JSON.stringify(done.left)}`)
  const { published, revised, withdrawn, unchanged } = done.right
  console.log(`${published} published, ${revised} revised, ${withdrawn} withdrawn, ${unchanged} as they were.`)
}

const list = async ({ storage: { pool, queries } }: Foundations, config: Config): Promise<void> => {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('read.advertisements') is not null and to_regclass('read.ad_clicks') is not null as there`,
  )
  if (rows[0]?.there !== true) throw new Error('Nothing has been read from the log yet: start Garbo first.')
  console.table(await advertisementFigures(queries, systemClock(config.GARBO_CLOCK_OFFSET_DAYS)()))
}
