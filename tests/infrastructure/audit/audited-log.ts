import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type DomainEvent, eventRegistry } from '../../../application/event-registry.ts'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { wallet, type WalletCommand } from '../../../domain/ava/wallet.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { type Check, verifyLog } from '../../../infrastructure/audit/log-verification.ts'
import { logInspection } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { wallets } from '../../../projections/ava/wallets.ts'
import {
  activatePremium,
  confirmPayout,
  creditBooking,
  fundWallet,
  reservePayout,
  setPayoutAddress,
  start,
} from '../../support/ava/wallet-fixtures.ts'
import { logDatabase } from '../event-store/postgres/log-database.ts'
import { checkpointReaches, migrateReaders, startReaderProcess } from '../projections/reader-process.ts'
import { right, testLog } from '../projections/test-log.ts'

const meta = {
  correlationId: 'c',
  causationId: null,
  actor: { id: null, role: 'operator' as const },
  occurredAt: start,
}

/** A log of two wallets written by the real deciders, and the wallets table, updated until `stopReader` is called. */
export const openAuditedLog = async ({ hasReader = true } = {}) => {
  const database = await logDatabase()
  onTestFinished(database.drop)
  await migrateReaders(database.pool)
  const log = testLog(database.open(), eventRegistry)
  const append = async (stream: string, ...events: readonly DomainEvent[]): Promise<Position> => {
    const newEvents = events.map((event) => ({ id: randomUUID(), event, meta }))
    return right(await log.history.append(stream, 'any', newEvents)()).position
  }
  const execute = async (accountId: string, ...commands: readonly WalletCommand[]) => {
    const deps = { history: log.history, newId: randomUUID }
    for (const command of commands)
      right(await decideAndAppend(deps)(wallet, accountId, { ...command, accountId }, meta)())
  }
  await execute('ana', ...fundWallet(30), setPayoutAddress(), activatePremium(), creditBooking('estate', 5))
  await execute('rosa', ...fundWallet(12), setPayoutAddress(), reservePayout(), confirmPayout())

  const reader = hasReader ? startReaderProcess(database.pool, log) : null
  reader?.run(wallets)
  const waitForReader = async () =>
    checkpointReaches(database.pool, `wallets_v${wallets.version}`, right(await log.store.head()()) ?? '')
  if (hasReader) await waitForReader()
  return {
    ...log,
    pool: database.pool,
    append,
    execute,
    waitForReader,
    stopReader: async () => reader?.stop(),
    /** Runs a statement with the write guards disabled, as a database superuser could. */
    tamper: async (statement: string) => {
      await database.pool.query('alter table log.events disable trigger events_stay')
      await database.pool.query(statement)
      await database.pool.query('alter table log.events enable always trigger events_stay')
    },
    audit: async () => {
      const { store, history } = log
      return summaryOf(
        await verifyLog({ store, history, queries: database.queries, log: logInspection(database.pool) }),
      )
    },
  }
}

/** Compact view of an audit's checks. */
const summaryOf = (checks: readonly Check[]) => ({
  extentOf: (name: string): string => checks.find((check) => check.name === name)?.extent ?? 'no such check',
  verdicts: (): Readonly<Record<string, string>> =>
    Object.fromEntries(checks.map(({ name, verdict }) => [name, verdict])),
  /** Faults by check; passed checks are left out. */
  faults: (): Readonly<Record<string, readonly string[]>> => {
    const faulty = checks.filter(({ verdict }) => verdict === 'failed')
    return Object.fromEntries(
      faulty.map(({ name, faults }) => [
        name,
        faults.map(({ stream, position, what }) =>
          [stream, position === null ? null : Number(position), what].filter((part) => part !== null).join(' '),
        ),
      ]),
    )
  },
})
