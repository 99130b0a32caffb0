import type { AnyRejection } from '../../application/rejections.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { al, dal } from '../../domain/kernel/text.ts'
import type { Problem } from '../contract/problem.ts'

export interface ErrorMessage<R> {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 503
  /** Italian message for the user. */
  readonly message: string | ((rejection: R) => string)
  /** Further problem fields. */
  readonly details?: (rejection: R) => Pick<Problem, 'sanction' | 'changes'>
  /** Code to use where the rejection's name would reveal too much. */
  readonly code?: string
}

export type ErrorMessages<T extends AnyRejection['type']> = {
  readonly [K in T]: ErrorMessage<Extract<AnyRejection, { readonly type: K }>>
}

const dateFormat = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long' })

const timeFormat = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', timeStyle: 'short' })

/** `5 marzo 2026` */
export const italianDate = (at: string): string => dateFormat.format(new Date(at))

/** `dal 5 marzo 2026 al 9 marzo 2026` */
export const italianPeriod = (from: Day, to: Day): string => `${dal(italianDate(from))} ${al(italianDate(to))}`

/** `14:05` */
export const italianTime = (at: string): string => timeFormat.format(new Date(at))

/** Messages of one context. `errors.ts` compiles only if the contexts together cover all rejections. */
export type ContextErrors = Partial<ErrorMessages<AnyRejection['type']>>
