import type { LookupFailure } from '../../application/ports/lookups.ts'
import { TE } from '../../domain/kernel/fp.ts'

/** A query's answer; a database that cannot be asked is a failure, not an exception. */
export const asked = <A>(query: () => Promise<A>) =>
  TE.tryCatch(query, (cause): LookupFailure => ({ type: 'Unavailable', cause }))
