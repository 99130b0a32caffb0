import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { catalogue, type DomainEvent } from '../../../application/catalogue.ts'
import { handle } from '../../../application/handle.ts'
import { wallet, type WalletCommand } from '../../../domain/ava/wallet/decider.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { verifyLog, type Check } from '../../../infrastructure/audit/verify-log.ts'
import { wallets } from '../../../projections/wallets.ts'
import { confirm, creditBooking, holding, premium, reserve, setAddress, start } from '../../support/ava.ts'
import { logDatabase } from '../event-store/postgres/log-database.ts'
import { logOn, right } from '../projections/log.ts'
import { prepared, processOn, reaches } from '../projections/readers.ts'

const meta = {
  correlationId: 'c',
  causationId: null,
  actor: { id: null, role: 'operator' as const },
  occurredAt: start,
}

/** A log of two wallets that real deciders wrote, and the table of wallets that follows it until `stops`. */
export const auditedLog = async ({ followed = true } = {}) => {
  const database = await logDatabase()
  onTestFinished(database.drop)
  await prepared(database.pool)
  const log = logOn(database.open(), catalogue)
  const append = async (stream: string, ...events: readonly DomainEvent[]): Promise<Position> => {
    const facts = events.map((event) => ({ id: randomUUID(), event, meta }))
    return right(await log.history.append(stream, 'any', facts)()).position
  }
  const live = async (accountId: string, ...commands: readonly WalletCommand[]) => {
    const deps = { history: log.history, newId: randomUUID }
    for (const command of commands) right(await handle(deps)(wallet, accountId, { ...command, accountId }, meta)())
  }
  await live('ana', ...holding(30), setAddress(), premium(), creditBooking('estate', 5))
  await live('rosa', ...holding(12), setAddress(), reserve(), confirm())

  const reader = followed ? processOn(database.pool, log) : null
  reader?.run(wallets)
  const caughtUp = async () => reaches(database.pool, 'wallets_v1', right(await log.store.head()()) ?? '')
  if (followed) await caughtUp()
  return {
    ...log,
    pool: database.pool,
    append,
    live,
    caughtUp,
    stops: async () => reader?.leave(),
    /** By somebody who may do anything in the database. */
    forged: async (statement: string) => {
      await database.pool.query('alter table log.events disable trigger events_stay')
      await database.pool.query(statement)
      await database.pool.query('alter table log.events enable always trigger events_stay')
    },
    audit: async () => {
      const { store, history } = log
      return new Audit(await verifyLog({ store, history, pool: database.pool, logIn: 'postgres' }))
    },
  }
}

/** What an audit said, in few words. */
class Audit {
  readonly #checks: readonly Check[]
  constructor(checks: readonly Check[]) {
    this.#checks = checks
  }
  counted(name: string): string {
    return this.#checks.find((one) => one.name === name)?.counted ?? 'no such check'
  }
  verdicts(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#checks.map(({ name, verdict }) => [name, verdict]))
  }
  /** The checks that found something, each with what it found. */
  wrong(): Readonly<Record<string, readonly string[]>> {
    const faulty = this.#checks.filter(({ verdict }) => verdict === 'faulty')
    return Object.fromEntries(
      faulty.map(({ name, faults }) => [
        name,
        faults.map(({ stream, position, what }) =>
          [stream, position === null ? null : Number(position), what].filter((part) => part !== null).join(' '),
        ),
      ]),
    )
  }
}
