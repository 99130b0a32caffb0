import { resolve } from 'node:path'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { wholeLog } from '../../audit/whole-log.ts'
import { adoptNextMasterKey, masterKey, masterKeyIn, nextMasterKey } from '../../keyring/master-key.ts'
import { rotateMasterKey } from '../../keyring/rotation.ts'
import { subjectsIn } from '../../keyring/sealed-field.ts'
import type { Register } from '../commands.ts'
import type { Config } from '../config.ts'
import { openStore } from '../foundations.ts'
import { openStorage } from '../storage.ts'
import { joined } from './beside.ts'

export const keyCommands: Register = (program, config) => {
  program
    .command('keys')
    .description('what seals personal data')
    .command('rotate')
    .description('puts another master key in the place of the one in use; Garbo must be stopped')
    .action(() => rotate(config()))
}

const rotate = async (config: Config): Promise<void> => {
  const folder = resolve(config.GARBO_HOME)
  const { GARBO_MASTER_KEY: text, GARBO_NEXT_MASTER_KEY: next } = config
  if (text !== undefined && next === undefined)
    throw new Error('Set GARBO_NEXT_MASTER_KEY to the key to be, for instance of `openssl rand -base64 32`')
  const from = masterKey({ text, folder })
  const storage = await openStorage(joined(config))
  const store = openStore(config, storage)
  try {
    const to = text === undefined ? nextMasterKey(folder) : masterKeyIn(next ?? '', 'GARBO_NEXT_MASTER_KEY')
    const done = await rotateMasterKey({ pool: storage.pool, from, to, subjects: () => subjectsOf(store) })
    if (done.type === 'Rotated') {
      console.log(`${done.keys} keys are wrapped by the new master key.`)
      if (done.unopened > 0) console.log(`${done.unopened} could not be opened and were left as they were.`)
    } else console.log('Every key is wrapped by the new master key already.')
    if (text === undefined)
      console.log(`The former master key is kept, for older backups: ${adoptNextMasterKey(folder)}`)
    else console.log('Start Garbo with GARBO_MASTER_KEY set to the new one; keep the former one for older backups.')
  } finally {
    await store.close()
    await storage.close()
  }
}

/** Whoever the log holds personal data of, page by page. */
async function* subjectsOf(store: EventStore): AsyncIterable<readonly string[]> {
  for await (const events of wholeLog(store, async () => null))
    yield [...new Set(events.flatMap(({ data }) => subjectsIn(JSON.parse(data))))]
}
