import type { DomainRejection } from '../domain/all.ts'
import type { Refusal } from './refusals.ts'

/** Every reason a command may be rejected for; the API's error table is exhaustive over it. */
export type AnyRejection = Refusal | DomainRejection
