import { al, dal } from '../../../domain/kernel/italian.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import type { AnyRejection } from '../../../application/rejections.ts'
import type { Problem } from '../../contract/problem.ts'

export interface Line<R> {
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 503
  /** In Italian, for whoever uses the product. */
  readonly says: string | ((rejection: R) => string)
  /** What else the refusal tells. */
  readonly tells?: (rejection: R) => Pick<Problem, 'sanction' | 'changes'>
  /** When it must not be told from another refusal; otherwise the rejection's own name. */
  readonly code?: string
}

export type Lines<T extends AnyRejection['type']> = {
  readonly [K in T]: Line<Extract<AnyRejection, { readonly type: K }>>
}

const formatted = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long' })
const timed = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', timeStyle: 'short' })

/** `5 marzo 2026` */
export const dated = (at: string): string => formatted.format(new Date(at))
/** `dal 5 marzo 2026 al 9 marzo 2026` */
export const spelledPeriod = (from: Day, to: Day): string => `${dal(dated(from))} ${al(dated(to))}`
/** `14:05` */
export const timeOf = (at: string): string => timed.format(new Date(at))
