import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type {
  BeginOutcome,
  IdempotencyStore,
  IdempotentRequest,
  StoredResponse,
} from '../../application/ports/idempotency.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import { sealedBytes } from '../keyring/keyring.ts'
import { batchQueries, type Migrations, reconnectDelay, statement } from '../postgres/postgres.ts'

export const httpMigrations: Migrations = { module: 'http', folder: new URL('migrations/', import.meta.url) }

export interface IdempotencyStoreOptions extends ResponseSealing {
  readonly secret: Uint8Array
  /** Name of a lease that this process holds as long as it lives: `ReaderRuntime.processLease`. */
  readonly owner: string
}

const StoredRequest = z.object({ request: z.instanceof(Buffer), answer: z.instanceof(Buffer).nullable() })

/** Stores responses by `Idempotency-Key` in the Postgres tables of module `http`. */
export const postgresIdempotencyStore = (
  db: CommonQueryMethods,
  { secret, owner, sealFor, openFor }: IdempotencyStoreOptions,
): IdempotencyStore => {
  const hash = (...parts: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
  const keyOf = ({ accountId, key }: IdempotentRequest) => hash('key', accountId, key)

  const findStored = async (request: IdempotentRequest): Promise<BeginOutcome | null> => {
    const storedKey = keyOf(request)
    const row = await db.maybeOne(
      sql.type(StoredRequest)`select request, answer from http.answers where key = ${sql.binary(storedKey)}`,
    )
    if (row === null) return null
    if (!row.request.equals(hash('request', request.content))) return { type: 'key-reused' }
    if (row.answer === null) return { type: 'running' }
    const text = await openFor(request.accountId, storedKey, row.answer)
    return text === null ? { type: 'running' } : { type: 'completed', response: JSON.parse(text) as StoredResponse }
  }

  const beginNew = batchQueries((attempts: readonly Attempt[]) => beginRequests(db, owner, attempts))
  const recordFirst = batchQueries((responses: readonly SealedResponse[]) => completeRequests(db, responses))

  const free = async (request: IdempotentRequest, run: string): Promise<void> => {
    await db.query(statement`
      delete from http.answers where key = ${sql.binary(keyOf(request))} and run = ${run} and answer is null`)
  }

  const begin = async (request: IdempotentRequest, retriesLeft = 3): Promise<BeginOutcome> => {
    const run = randomUUID()
    const attempt = {
      key: keyOf(request),
      accountId: request.accountId,
      request: hash('request', request.content),
      run,
    }
    const isBegun = await beginNew(attempt).catch((error: unknown) => {
      // it may have begun although the answer was lost, and this process lives on
      void nowOrLater(() => free(request, run), undefined)
      throw error
    })
    if (isBegun) return { type: 'begun', run }
    const stored = await findStored(request)
    if (stored?.type === 'running' && (await takeOverEarlier(db, keyOf(request), { run, owner })))
      return { type: 'begun', run }
    if (stored !== null) return stored
    // released between the two statements
    return retriesLeft > 0 ? begin(request, retriesLeft - 1) : { type: 'running' }
  }

  const record = async (request: IdempotentRequest, response: StoredResponse): Promise<StoredResponse> => {
    const storedKey = keyOf(request)
    const sealed = await sealFor(request.accountId, storedKey, JSON.stringify(response))
    if (sealed === null) return response
    if (await recordFirst({ key: storedKey, sealed })) return response
    const stored = await findStored(request)
    return stored?.type === 'completed' ? stored.response : response
  }

  return {
    begin: (request) => begin(request),
    complete: (request, response) => nowOrLater(() => record(request, response), response),
    release: (request, run) => nowOrLater(() => free(request, run), undefined),
    sweep: () =>
      db.oneFirst(sql.type(z.object({ dropped: z.number() }))`select http.open_generation('1 day') as dropped`),
  }
}

interface Attempt {
  readonly key: Buffer
  readonly accountId: string
  readonly request: Buffer
  readonly run: string
}

const arrayOf = (type: 'bytea' | 'text' | 'uuid', values: readonly (Buffer | string)[]) => sql.array([...values], type)

/** Whether each attempt begins; of those with the same key, one does at most. */
const beginRequests = async (
  db: CommonQueryMethods,
  owner: string,
  attempts: readonly Attempt[],
): Promise<readonly boolean[]> => {
  const keys = attempts.map(({ key }) => key)
  const accountIds = attempts.map(({ accountId }) => accountId)
  const requests = attempts.map(({ request }) => request)
  const runs = attempts.map(({ run }) => run)
  const { rows } = await db.query(sql.type(z.object({ run: z.string() }))`
    select http.begin_requests(${arrayOf('bytea', keys)}, ${arrayOf('text', accountIds)}, ${arrayOf('bytea', requests)},
      ${arrayOf('uuid', runs)}, ${owner}) as run`)
  const begun = new Set(rows.map(({ run }) => run))
  return runs.map((run) => begun.has(run))
}

interface SealedResponse {
  readonly key: Buffer
  readonly sealed: Buffer
}

/** Whether each response is recorded; of those with the same key, the first is, unless the key has one. */
const completeRequests = async (
  db: CommonQueryMethods,
  responses: readonly SealedResponse[],
): Promise<readonly boolean[]> => {
  const keys = responses.map(({ key }) => key)
  const sealed = responses.map((response) => response.sealed)
  const { rows } = await db.query(sql.type(z.object({ nth: z.number() }))`
    select http.complete_requests(${arrayOf('bytea', keys)}, ${arrayOf('bytea', sealed)}) as nth`)
  const recorded = new Set(rows.map(({ nth }) => nth))
  return responses.map((_, n) => recorded.has(n + 1))
}

/** Takes over a request of an earlier generation; it moves to the current one, so that it is remembered for a day. */
const takeOverEarlier = async (
  db: CommonQueryMethods,
  key: Buffer,
  { run, owner }: { readonly run: string; readonly owner: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(statement`
    with earlier as (
      delete from http.answers e using http.generation g
      where e.key = ${sql.binary(key)} and e.generation = g.current - 1 and e.answer is null
        and (e.owner is null or not ops.is_held(e.owner))
      returning g.current, e.key, e.account_id, e.request)
    insert into http.answers (generation, key, account_id, request, run, owner)
    select current, key, account_id, request, ${run}, ${owner} from earlier`)
  return rowCount === 1
}

/** Keys are kept at least as long. */
const maxRetryMs = 24 * 60 * 60_000

/**
 * Resolves to the result of `write`, or to `otherwise` if the database does not accept it now; then it is repeated until
 * it does. A key that was never freed could not be used again as long as this process lives.
 */
const nowOrLater = async <A>(write: () => Promise<A>, otherwise: A): Promise<A> => {
  const repeat = async () => {
    const until = performance.now() + maxRetryMs
    for (let failures = 0; performance.now() < until; failures++) {
      await pause(reconnectDelay(failures), undefined, { ref: false })
      if (
        await write().then(
          () => true,
          () => false,
        )
      )
        return
    }
  }
  try {
    return await write()
  } catch {
    void repeat()
    return otherwise
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
