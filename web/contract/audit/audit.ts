import { z } from 'zod'
import { staffRoles } from '../../../domain/accounts/vocabulary.ts'
import { type AccessAct, accessActs, accessOutcomes, accessRoles } from '../../../domain/audit/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, enteredTime, id, instant, pageLimit } from '../fields.ts'
import { archives } from './archives.ts'
import { eventSearch } from './event-search.ts'
import { streams } from './streams.ts'
import { tree } from './tree.ts'

export { type AccessAct, accessActs, type AccessOutcome } from '../../../domain/audit/vocabulary.ts'

/** `tu`: the caller; `sconosciuto`: somebody who had not signed in. No id and no name of a person. */
export const viewerRoles = [...staffRoles, 'OPERATORE', 'SISTEMA', 'ATTIVITA', 'CLIENTE', 'tu', 'sconosciuto'] as const
export type ViewerRole = (typeof viewerRoles)[number]

const what = z.enum(accessActs, 'Evento non valido')
/** The reason, and for the caller’s own acts the kind of browser; for people. */
const why = z.string().nullable()

const ownAccess = z.object({ at: instant, role: z.enum(viewerRoles), what, why }).meta({ id: 'OwnAccess' })
export type OwnAccess = z.infer<typeof ownAccess>

const access = z
  .object({
    id,
    at: instant,
    what,
    outcome: z.enum(accessOutcomes),
    /** Account that acted; null for visitors, the operator and erased accounts. */
    actor: id.nullable(),
    role: z.enum(accessRoles).nullable(),
    /** Account whose data it was; null if unknown or erased. */
    subject: id.nullable(),
    why,
    /** Keyed hash: the same for requests from the same network. */
    source: z.string().nullable(),
    /** Of the events that the request caused; null for erased accounts. */
    correlationId: z.string().nullable(),
  })
  .meta({ id: 'Access' })
export type Access = z.infer<typeof access>

/** Filters of the access log; a day as `to` is included. */
export const accessLogFilter = z.object({
  subject: id.optional(),
  actor: id.optional(),
  what: what.optional(),
  from: enteredTime.optional(),
  to: enteredTime.optional(),
})
export type AccessLogFilter = Partial<Record<'subject' | 'actor' | 'from' | 'to', string>> & {
  readonly what?: AccessAct | undefined
}

export const audit = {
  ownAccessLog: endpoint({
    method: 'GET',
    path: '/api/user/access-log',
    summary:
      'Lists who read or changed the caller’s data in the last twelve months, and the caller’s own sign-ins, newest first',
    access: 'signed-in',
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(ownAccess),
    paginated: true,
    allowedWhileSuspended: true,
  }),
  accessLog: endpoint({
    method: 'GET',
    path: '/api/audit/access-log',
    summary: 'Searches the access log by account, act and time, newest first',
    access: 'auditor',
    query: accessLogFilter.extend({ limit: pageLimit(200), cursor }),
    response: z.object({ items: z.array(access), nextCursor: z.string().nullable() }),
    rateLimit: 'audit',
    recorded: { what: 'staff-read', why: 'access-log' },
  }),
  ...eventSearch,
  ...tree,
  ...streams,
  ...archives,
}
