import { partialTo } from '../../../application/moderation/own-matter.ts'
import type { Person } from '../../../application/person.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import {
  accountsWithIds,
  concernedByCorrelations,
  concernedByEvent,
  cursorBefore,
  type EventFilter,
  type FoundEvent,
  searchEvents,
} from '../../../projections/audit/search.queries.ts'
import type { Page } from '../../../projections/columns.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { matterContext } from '../moderation/own-matters.ts'

interface Concerning {
  /** Ids of accounts and clients. */
  readonly accounts: readonly string[]
}

/**
 * Without events that concern accounts the auditor is partial to. Whatever else their request led to is left out as well: its
 * time would tell a venue which guest wrote a review.
 * @rule D-47 Q-60 Q-128
 */
const withoutPartialEvents = <Event extends Concerning & { readonly correlationId: string }>(
  api: ApiContext,
  person: Person,
  events: readonly Event[],
): Result<readonly Event[]> =>
  pipe(
    runQuery(() => concernedByCorrelations(api.db, [...new Set(events.map(({ correlationId }) => correlationId))])),
    TE.bindTo('concerned'),
    TE.bind('accountIds', ({ concerned }) =>
      runQuery(() => accountsWithIds(api.db, [...new Set([...concerned.values()].flat())])),
    ),
    TE.bindW('partial', ({ accountIds }) => partialTo(matterContext(api, person), [...new Set(accountIds.values())])),
    TE.map(({ concerned, accountIds, partial }) =>
      events.filter(({ accounts, correlationId }) =>
        [...accounts, ...(concerned.get(correlationId) ?? [])].every((id) => !partial.has(accountIds.get(id) ?? id)),
      ),
    ),
  )

/** Pages examined for one page of events that the auditor may see. */
const maxPages = 50

/**
 * A page of the events that the auditor may see. What is left out does not count: a short page with a next one would tell that
 * there is something, and by its filter what and when.
 * @rule D-47
 */
export const pageWithoutPartialEvents = (
  api: ApiContext,
  person: Person,
  { limit, ...filter }: EventFilter,
): Result<Page<FoundEvent>> => {
  // one more than shown tells whether a next page has any
  const examine = (cursor: string | undefined, seen: readonly FoundEvent[], pages: number): Result<Page<FoundEvent>> =>
    pipe(
      runQuery(() => searchEvents(api.db, { ...filter, cursor, limit: limit + 1 })),
      TE.bindTo('page'),
      TE.bind('others', ({ page: { items } }) => withoutPartialEvents(api, person, items)),
      TE.flatMap(({ page: { nextCursor }, others }): Result<Page<FoundEvent>> => {
        const found = [...seen, ...others]
        const last = found[limit - 1]
        if (last !== undefined && found.length > limit)
          return TE.right({ items: found.slice(0, limit), nextCursor: cursorBefore(last) })
        if (nextCursor === null || pages === maxPages) return TE.right({ items: found, nextCursor })
        return examine(nextCursor, found, pages + 1)
      }),
    )
  return examine(filter.cursor, [], 1)
}

/** Rejects the event with this id if it would be left out. @rule D-47 */
export const requireImpartialToEvent = (api: ApiContext, person: Person, eventId: string): Result<void> =>
  pipe(
    runQuery(() => concernedByEvent(api.db, eventId)),
    TE.flatMap((event) => withoutPartialEvents(api, person, event === null ? [] : [event])),
    TE.flatMap(({ length }) => (length === 0 ? TE.left(rejectedWith({ type: 'EventNotFound' })) : TE.right(undefined))),
  )
