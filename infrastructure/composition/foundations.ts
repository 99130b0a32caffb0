import { join, resolve } from 'node:path'
import { catalogue } from '../../application/catalogue.ts'
import { historyOf, type History } from '../../application/history.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import { systemClock } from '../clock.ts'
import { eventStoreDbEventStore } from '../event-store/eventstoredb/eventstoredb-event-store.ts'
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts'
import { newId } from '../ids.ts'
import { bullJobs, type JobTrouble } from '../jobs/bull-jobs.ts'
import { masterKey } from '../keyring/master-key.ts'
import { postgresKeyring, type PostgresKeyring } from '../keyring/postgres-keyring.ts'
import { sealing } from '../keyring/sealing.ts'
import { outboxMessenger } from '../messages/outbox-messenger.ts'
import { treasuryOf, type Treasury } from './payouts.ts'
import type { Config } from './config.ts'
import { openStorage, type Storage } from './storage.ts'
import { transportsOf, type Transports } from './transports.ts'

/** What everything else stands on. */
export interface Foundations {
  /** What secrets are made of that a change of the master key may end. */
  readonly masterKey: Uint8Array
  /** What those are made of that must outlast it: names of streams, addresses of photos, answers kept. */
  readonly rootSecret: Uint8Array
  readonly storage: Storage
  readonly store: EventStore
  readonly keyring: PostgresKeyring
  readonly history: History
  readonly jobs: Jobs
  readonly transports: Transports
  /** How AVA leaves; null while no wallet of the company is configured. */
  readonly treasury: Treasury | null
  readonly close: () => Promise<void>
}

export const layFoundations = async (
  config: Config,
  onTrouble: (trouble: JobTrouble) => void = () => undefined,
): Promise<Foundations> => {
  const home = resolve(config.GARBO_HOME)
  const key = masterKey({ text: config.GARBO_MASTER_KEY, folder: home })
  const storage = await openStorage(config)
  const keyring = postgresKeyring({ pool: storage.pool, masterKey: key })
  const rootSecret = await keyring.root().catch(async (error: unknown) => {
    await keyring.close()
    await storage.close()
    throw error
  })
  const store = openStore(config, storage)
  const clock = systemClock(config.GARBO_CLOCK_OFFSET_DAYS)
  const jobs = bullJobs({
    store:
      config.REDIS_URL === undefined
        ? { kind: 'postgres', url: storage.url }
        : { kind: 'redis', url: config.REDIS_URL },
    onTrouble,
    now: () => Date.parse(clock()),
  })
  const outbox = outboxMessenger({
    file: join(home, 'outbox.jsonl'),
    clock,
    newId,
  })
  const transports = transportsOf(config, outbox)
  const treasury = await treasuryOf(config, keyring)
  return {
    masterKey: key,
    rootSecret,
    storage,
    store,
    keyring,
    history: historyOf(store, sealing(keyring, catalogue), catalogue),
    jobs,
    transports,
    treasury,
    close: async () => {
      await jobs.close()
      transports.close()
      treasury?.close()
      await store.close()
      await keyring.close()
      await storage.close()
    },
  }
}

export const openStore = ({ ESDB_URL }: Config, { pool, url }: Storage): EventStore =>
  ESDB_URL === undefined
    ? postgresEventStore({ pool, connectionString: url })
    : eventStoreDbEventStore({ connectionString: ESDB_URL })
