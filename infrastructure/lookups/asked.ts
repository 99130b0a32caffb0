import type { LookupFailure } from '../../application/ports/lookups.ts'
import { TE } from '../../domain/kernel/fp.ts'

/** A query's answer, or that the read models cannot be asked just now. */
export const asked = <A>(query: () => Promise<A>) =>
  TE.tryCatch(query, (cause): LookupFailure => ({ type: 'Unavailable', cause }))
