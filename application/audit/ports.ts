import type { AccessAct, AccessOutcome, AccessReason, AccessRole } from '../../domain/audit/vocabulary.ts'

/** Who did what to whose data. Holds no text that a person entered. */
export interface AccessEntry {
  readonly what: AccessAct
  readonly outcome: AccessOutcome
  /** The account that acted; null for visitors and the operator. */
  readonly actor: string | null
  /** Null for visitors. */
  readonly role: AccessRole | null
  /** The account whose data it was; null if there is none or it is unknown. */
  readonly subject: string | null
  readonly why: AccessReason | null
  /** `Firefox su Windows`; null if unknown. */
  readonly device: string | null
  /** Network address of the request, stored as a keyed hash; null without a request. */
  readonly address: string | null
  /** Identifies the browser, stored as a keyed hash; null without a request. */
  readonly browser: string | null
  readonly correlationId: string
}

/** Fields of a successful act of nobody who is signed in and outside a request, such as a job or an operator's command. */
export const outsideRequests = { outcome: 'success', actor: null, device: null, address: null, browser: null } as const

export interface AccessLog {
  /** Queues an entry, which is written within 100 ms. Returns at once and never throws. */
  readonly record: (entry: AccessEntry) => void
}

/** An entry as it was stored. */
export interface RecordedAccess extends Omit<AccessEntry, 'address' | 'browser' | 'correlationId'> {
  readonly id: string
  readonly at: string
  /** The same for requests from the same network; null without a request. */
  readonly source: string | null
  /** Null for accounts that were erased since. */
  readonly correlationId: string | null
}

export interface AccessFilter {
  readonly subject?: string | undefined
  readonly actor?: string | undefined
  readonly what?: AccessAct | undefined
  /** First instant. */
  readonly from?: string | undefined
  /** Instant after the last one. */
  readonly to?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface AccessLogQueries {
  /** Newest first. */
  readonly search: (
    filter: AccessFilter,
  ) => Promise<{ readonly items: readonly RecordedAccess[]; readonly nextCursor: string | null }>
}

export interface AccessLogStore extends AccessLog, AccessLogQueries {
  /** Adds the partitions of the coming months and drops those older than twelve. @rule D-36 */
  readonly maintain: () => Promise<void>
  /** Removes the account's id from all entries, also from those that are still to be written. @rule B-45 */
  readonly forget: (accountId: string) => Promise<void>
}
