import type { StorageFailure } from '../../application/accounts/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { instantColumn } from '../../projections/columns.ts'
import type { Migrations } from '../postgres/postgres.ts'

export const accessMigrations: Migrations = { module: 'access', folder: new URL('migrations/access/', import.meta.url) }

export const photosMigrations: Migrations = { module: 'photos', folder: new URL('migrations/photos/', import.meta.url) }

export const notificationsMigrations: Migrations = {
  module: 'notifications',
  folder: new URL('migrations/notifications/', import.meta.url),
}

/** Column `timestamptz`. */
export const storedInstant = instantColumn.transform((text) => text as Instant)

/** Runs a database operation; errors become `Unavailable`. */
export const storageTask = <A>(work: () => Promise<A>): TE.TaskEither<StorageFailure, A> =>
  TE.tryCatch(work, (cause) => ({ type: 'Unavailable', cause }))
