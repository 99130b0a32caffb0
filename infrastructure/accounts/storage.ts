import type { QueryResult, QueryResultRow } from 'pg'
import type { StorageFailure } from '../../application/accounts/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Migrations } from '../postgres/postgres.ts'

export const accessMigrations: Migrations = { module: 'access', folder: new URL('migrations/access/', import.meta.url) }

export const photosMigrations: Migrations = { module: 'photos', folder: new URL('migrations/photos/', import.meta.url) }

/** What these adapters need of a pool. */
export interface Database {
  readonly query: <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>
}

/** Work that may fail for reasons of the database's own. */
export const storageTask = <A>(work: () => Promise<A>): TE.TaskEither<StorageFailure, A> =>
  TE.tryCatch(work, (cause) => ({ type: 'Unavailable', cause }))
