import type { AuditedEvent, Mark } from '../../../application/audit/ports.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { isPosition } from '../request-guards.ts'
import { type AnyRoute, defaultPageSize, readRoute, type RouteRequest, route } from '../route.ts'

/** What is recorded, and the opening of personal fields. @rule D-16 */
export const streamRoutes = ({ auditedStreams, logTree, useCases }: ApiContext): readonly AnyRoute[] => [
  readRoute(endpoints.auditedStream, ({ params: { stream }, query, person: reader, recordSubjects }) => {
    const { at, version, from = 1, limit = defaultPageSize, cursor } = query
    const first = cursor === undefined ? from : Number(cursor)
    return pipe(
      auditedStreams.page({ reader, stream, until: momentOf(at, version), from: first, limit }),
      TE.tapIO(({ concerned }) => recordReading(recordSubjects, concerned)),
      TE.bindTo('page'),
      TE.bind('indexes', ({ page: { events } }) => runQuery(() => logTree.leafIndexes(events.map(({ id }) => id)))),
      TE.map(({ page: { events, lastVersion, state, omitted, nextVersion }, indexes }) => ({
        stream,
        events: events.map((event) => ({ ...eventResponse(event), leafIndex: indexes.get(event.id) ?? null })),
        lastVersion,
        state,
        omitted,
        nextCursor: nextVersion === null ? null : String(nextVersion),
      })),
    )
  }),
  readRoute(endpoints.streamChanges, ({ params: { stream }, query: { from, to }, person: reader, recordSubjects }) =>
    pipe(
      auditedStreams.changes({ reader, stream, from: markOf(from), to: markOf(to) }),
      TE.tapIO(({ concerned }) => recordReading(recordSubjects, concerned)),
      TE.map(({ from: before, to: after, changes, continuesAfter }) => ({
        from: { ...before },
        to: { ...after },
        changes: changes.map((change) => ({ ...change })),
        continuesAfter,
      })),
    ),
  ),
  route(endpoints.openStream, ({ body, caller, newEntityId: openingId, recordSubjects }) =>
    pipe(
      useCases.openStream(caller, { openingId, ...body }),
      TE.tapIO(
        ({ subjects }) =>
          () =>
            recordSubjects(...subjects),
      ),
      TE.map(({ until, position }) => ({ body: { openingId, until }, position })),
    ),
  ),
]

/** @rule D-68 a version is exact; several events may have the same time */
const momentOf = (at: string | undefined, version: number | undefined): Mark => {
  if (version !== undefined) return { kind: 'version', version }
  return at === undefined ? null : markOf(at)
}

const markOf = (mark: string): Mark =>
  isPosition(mark)
    ? { kind: 'position', position: mark }
    : { kind: 'instant', at: new Date(mark).toISOString() as Instant }

/** A stream that concerns nobody is recorded too, without an account. */
const recordReading =
  (recordSubjects: RouteRequest<Endpoint>['recordSubjects'], concerned: readonly string[]) => () => {
    if (concerned.length > 0) recordSubjects(...concerned)
  }

const eventResponse = ({ id, type, version, position, meta, data }: AuditedEvent) => {
  const { occurredAt: at, actor, causationId, correlationId } = meta
  return { id, type, version, position, at, actor: { ...actor }, data: { ...data }, causationId, correlationId }
}
