import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cursor, enteredTime, id, instant, pageLimit, text } from '../fields.ts'

const foundEvent = z
  .object({
    stream: z.string(),
    id: z.string(),
    type: z.string(),
    at: instant,
    /** Account that acted, or name of a policy or job; null for visitors and the operator. */
    actor: z.string().nullable(),
    position: z.string().meta({ description: 'Place in the log; compares as text' }),
  })
  .meta({ id: 'FoundEvent' })

const correlatedEvent = z
  .object({
    id: z.string(),
    stream: z.string(),
    type: z.string(),
    at: instant,
    causationId: z.string().nullable(),
    get children() {
      return z.array(correlatedEvent).readonly()
    },
  })
  .meta({ id: 'CorrelatedEvent' })

/** Letters, digits and what else the ids of requests, jobs and policies contain. */
const correlationId = z.string().regex(/^[\w:.-]{1,200}$/, 'Identificativo non valido')

const readModelCheck = z
  .object({
    name: z.string(),
    rows: z.int(),
    hash: z.string().meta({ description: 'Of all rows, whatever their order; lower-case hex' }),
    position: z.string().nullable(),
    checkedAt: instant,
    equal: z.boolean(),
  })
  .meta({ id: 'ReadModelCheck' })

/** Events of the whole log, without their data, and whether the read models equal it. */
export const eventSearch = {
  searchEvents: endpoint({
    method: 'GET',
    path: '/api/audit/search',
    summary:
      'Searches the log by event, stream, account, correlation or case, and for administrators e-mail address; latest first',
    access: 'auditor',
    query: z.object({
      q: text(1, 254).optional(),
      category: id.optional(),
      type: id.optional(),
      actor: id.optional(),
      /** Account that the events are about. */
      subject: id.optional(),
      from: enteredTime.optional(),
      /** A day is included. */
      to: enteredTime.optional(),
      limit: pageLimit(200),
      cursor,
    }),
    response: z.object({
      items: z.array(foundEvent),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Null on the last page; others may have fewer items than `limit`' }),
    }),
    rateLimit: 'audit',
    recorded: { what: 'staff-read', why: 'event-search' },
  }),
  correlation: endpoint({
    method: 'GET',
    path: '/api/audit/correlations/:correlationId',
    summary: 'Shows what a request or job led to, across streams: its first 10,000 events, each below its cause',
    access: 'auditor',
    params: z.object({ correlationId }),
    response: z.object({
      id: z.string(),
      roots: z.array(correlatedEvent).meta({ description: 'Events whose cause is not in this correlation' }),
    }),
    rateLimit: 'audit',
    recorded: { what: 'staff-read', why: 'correlation' },
  }),
  readModelChecks: endpoint({
    method: 'GET',
    path: '/api/audit/read-models',
    summary: 'Lists the read models that were compared with the log, when, and whether they were equal',
    access: 'auditor',
    response: z.array(readModelCheck),
    rateLimit: 'audit',
  }),
}
