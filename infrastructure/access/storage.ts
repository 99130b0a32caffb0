import type { QueryResult, QueryResultRow } from 'pg'
import type { StorageFailure } from '../../application/ports/credentials.ts'
import { TE } from '../../domain/kernel/fp.ts'

/** What these adapters need of a pool. */
export interface Database {
  readonly query: <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>
}

/** Work that may fail for reasons of the database's own. */
export const stored = <A>(work: () => Promise<A>): TE.TaskEither<StorageFailure, A> =>
  TE.tryCatch(work, (cause) => ({ type: 'Unavailable', cause }))
