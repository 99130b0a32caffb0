import type { RecordedAccess } from '../../../application/audit/ports.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Access, OwnAccess } from '../../contract/audit/audit.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { type AnyRoute, defaultPageSize, readRoute, recordingSubjects, route } from '../route.ts'
import { archiveRoutes } from './archives.routes.ts'
import { eventSearchRoutes } from './event-search.routes.ts'
import { endOf, startOf } from './periods.ts'
import { reasonTexts, refusedTexts } from './reasons.it.ts'
import { streamRoutes } from './streams.routes.ts'
import { treeRoutes } from './tree.routes.ts'

/** Who read or changed one’s own data. Staff appear by role only. @rule Q-97 D-36 */
const ownAccessLogRoute = ({ accessLog }: ApiContext) =>
  route(endpoints.ownAccessLog, ({ query: { limit = defaultPageSize, cursor }, person: { accountId } }) =>
    pipe(
      runQuery(() => accessLog.search({ subject: accountId, limit, cursor })),
      TE.map(({ items, nextCursor }) => ({ body: items.map(ownAccessResponse(accountId)), nextCursor })),
    ),
  )

/** @rule Q-97 D-36 */
const accessLogRoute = ({ accessLog }: ApiContext) =>
  readRoute(endpoints.accessLog, ({ query, recordSubjects }) => {
    const { subject, actor, what, from, to, limit = defaultPageSize, cursor } = query
    const period = { from: from && startOf(from), to: to && endOf(to) }
    return pipe(
      runQuery(() => accessLog.search({ subject, actor, what, ...period, limit, cursor })),
      recordingSubjects(recordSubjects, ({ items }) => items.flatMap((entry) => [entry.subject, entry.actor])),
      TE.map(({ items, nextCursor }) => ({ items: items.map(accessResponse), nextCursor })),
    )
  })

const ownAccessResponse =
  (accountId: string) =>
  (entry: RecordedAccess): OwnAccess => {
    const { at, what, actor, role } = entry
    const isOwn = actor === accountId
    const shownRole = isOwn ? 'tu' : (role ?? 'sconosciuto')
    const device = isOwn || actor === null ? entry.device : null
    return { at, role: shownRole, what, why: whyText({ ...entry, device }) }
  }

const accessResponse = (entry: RecordedAccess): Access => {
  const { device: _, why: _why, ...fields } = entry
  return { ...fields, why: whyText(entry) }
}

const whyText = ({ what, why, device, outcome }: RecordedAccess): string | null => {
  const isRefusal = outcome !== 'success' && what !== 'failed-sign-in' && what !== 'lockout'
  const parts = [why && reasonTexts[why], device, isRefusal ? refusedTexts[outcome] : null]
  return parts.filter((part) => part !== null).join(' · ') || null
}

export const auditRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ownAccessLogRoute(api),
  accessLogRoute(api),
  ...eventSearchRoutes(api),
  ...treeRoutes(api),
  ...streamRoutes(api),
  ...archiveRoutes(api),
]
