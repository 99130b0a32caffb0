import type { TE } from '../../domain/kernel/fp.ts'

/** A read model could not answer; the same query may succeed later. */
export type LookupFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

export type LookupResult<A> = TE.TaskEither<LookupFailure, A>
