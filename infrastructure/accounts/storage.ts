import type { QueryResult, QueryResultRow } from 'pg'
import type { StorageFailure } from '../../application/accounts/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Migrations } from '../postgres/postgres.ts'

export const accessMigrations: Migrations = { module: 'access', folder: new URL('migrations/access/', import.meta.url) }

export const photosMigrations: Migrations = { module: 'photos', folder: new URL('migrations/photos/', import.meta.url) }

/** The part of a connection pool that these adapters use. */
export interface Database {
  readonly query: <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>
}

/** Runs a database operation; errors become `Unavailable`. */
export const storageTask = <A>(work: () => Promise<A>): TE.TaskEither<StorageFailure, A> =>
  TE.tryCatch(work, (cause) => ({ type: 'Unavailable', cause }))
