import { z } from 'zod'
import { staffRoles } from '../../../domain/accounts/vocabulary.ts'
import { type AccessAct, accessActs, accessOutcomes, accessRoles } from '../../../domain/audit/vocabulary.ts'
import { recordableYears } from '../../../domain/kernel/rules.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, enteredDay, id, instant, pageLimit } from '../fields.ts'

export { type AccessAct, accessActs, type AccessOutcome } from '../../../domain/audit/vocabulary.ts'

/** `tu`: the caller; `sconosciuto`: somebody who had not signed in. No id and no name of a person. */
export const viewerRoles = [...staffRoles, 'OPERATORE', 'ATTIVITA', 'CLIENTE', 'tu', 'sconosciuto'] as const
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

const invalidTime = 'Inserisci una data valida'
const { first, last } = recordableYears
const enteredInstant = z.iso
  .datetime({ offset: true, error: invalidTime })
  .max('2026-01-01T00:00:00.000000000+01:00'.length, invalidTime)
  .refine((at) => Number(at.slice(0, 4)) >= first && Number(at.slice(0, 4)) <= last, invalidTime)
  // no place on earth differs from UTC by more, and Postgres accepts less than 16 hours
  .refine((at) => /(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/.test(at), invalidTime)
/** An instant, or a day of the Italian calendar. */
const time = z.union([enteredInstant, enteredDay], invalidTime)

/** Filters of the access log; a day as `to` is included. */
export const accessLogFilter = z.object({
  subject: id.optional(),
  actor: id.optional(),
  what: what.optional(),
  from: time.optional(),
  to: time.optional(),
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
    rateLimit: 'search',
    recorded: { what: 'staff-read', why: 'access-log' },
  }),
}
