import { createHmac, randomUUID } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type {
  BeginOutcome,
  IdempotencyStore,
  IdempotentRequest,
  StoredResponse,
} from '../../application/ports/idempotency.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusDays, plusMinutes } from '../../domain/kernel/time.ts'
import { sealedBytes } from '../keyring/keyring.ts'
import { type Migrations, statement } from '../postgres/postgres.ts'

export const httpMigrations: Migrations = { module: 'http', folder: new URL('migrations/', import.meta.url) }

export interface IdempotencyStoreOptions extends ResponseSealing {
  readonly secret: Uint8Array
}

const StoredRequest = z.object({ request: z.instanceof(Buffer), answer: z.instanceof(Buffer).nullable() })

/** Stores responses by `Idempotency-Key` in the Postgres tables of module `http`. */
export const postgresIdempotencyStore = (
  db: CommonQueryMethods,
  { secret, sealFor, openFor }: IdempotencyStoreOptions,
): IdempotencyStore => {
  const hash = (...parts: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
  const keyOf = ({ accountId, key }: IdempotentRequest) => hash('key', accountId, key)

  const begin = async (request: IdempotentRequest, at: Instant, retriesLeft = 3): Promise<BeginOutcome> => {
    const { accountId } = request
    const storedKey = keyOf(request)
    const content = hash('request', request.content)
    const run = randomUUID()
    const { rowCount } = await db.query(statement`
      insert into http.answers as a (key, account_id, request, run, started_at, answer)
      values (${sql.binary(storedKey)}, ${accountId}, ${sql.binary(content)}, ${run}, ${at}, null)
      on conflict (key) do update set run = excluded.run, started_at = excluded.started_at
        where a.answer is null and a.request = excluded.request and a.started_at < ${plusMinutes(at, -1)}`)
    if (rowCount === 1) return { type: 'begun', run }

    const row = await db.maybeOne(
      sql.type(StoredRequest)`select request, answer from http.answers where key = ${sql.binary(storedKey)}`,
    )
    // released between the two statements
    if (row === null) return retriesLeft > 0 ? begin(request, at, retriesLeft - 1) : { type: 'running' }
    if (!row.request.equals(content)) return { type: 'key-reused' }
    if (row.answer === null) return { type: 'running' }
    const text = await openFor(accountId, storedKey, row.answer)
    return text === null ? { type: 'running' } : { type: 'completed', response: JSON.parse(text) as StoredResponse }
  }

  return {
    begin,
    complete: async (request, run, response) => {
      const storedKey = keyOf(request)
      const sealed = await sealFor(request.accountId, storedKey, JSON.stringify(response))
      await db.query(statement`
        update http.answers set answer = ${sealed === null ? null : sql.binary(sealed)}
        where key = ${sql.binary(storedKey)} and run = ${run}`)
    },
    release: async (request, run) => {
      await db.query(statement`
        delete from http.answers where key = ${sql.binary(keyOf(request))} and run = ${run} and answer is null`)
    },
    sweep: async (at) =>
      (await db.query(statement`delete from http.answers where started_at < ${plusDays(at, -1)}`)).rowCount,
  }
}

/** Responses may contain personal data, so they are sealed under the data key of the account that received them. */
export interface ResponseSealing {
  /**
   * Null if the account has been erased, in which case nothing is stored. `associatedData` is authenticated but not
   * stored, so opening requires the same.
   */
  readonly sealFor: (accountId: string, associatedData: Buffer, text: string) => Promise<Buffer | null>
  /** Null if the account has been erased in the meantime. */
  readonly openFor: (accountId: string, associatedData: Buffer, sealed: Buffer) => Promise<string | null>
}

export const responseSealing = (keyring: Pick<Keyring, 'provision' | 'find'>): ResponseSealing => {
  const { seal, open } = sealedBytes(keyring)
  return {
    sealFor: (accountId, associatedData, text) => seal(accountId, associatedData, Buffer.from(text, 'utf8')),
    openFor: async (accountId, associatedData, sealed) =>
      (await open(accountId, associatedData, sealed))?.toString('utf8') ?? null,
  }
}
