import type { DomainRejection } from '../domain/all.ts'
import type { Refusal } from './refusals.ts'

/** All reasons to reject a command; the API's error messages are exhaustive over them. */
export type AnyRejection = Refusal | DomainRejection
