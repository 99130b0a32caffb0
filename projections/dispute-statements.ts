import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { StatementFiled } from '../domain/reputation/dispute/events.ts'
import { instantColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const party = z.enum(['business', 'author'])
const Row = z.object({
  statementId: z.string(),
  disputeId: z.string(),
  party,
  /** Whose words they are: for their erasure, and for no answer. */
  partyId: z.string(),
  message: z.string(),
  filedAt: z.string(),
})
export type DisputeStatementRow = z.infer<typeof Row>

const events = family(StatementFiled)

/** What both sides of a dispute said, without who spoke for them. */
export const disputeStatements: Projection<DisputeStatementRow, EventIn<typeof events>> = {
  name: 'dispute_statements',
  version: 2,
  row: Row,
  columns: {
    statementId: { type: 'text' },
    disputeId: { type: 'text' },
    party: { type: 'text' },
    partyId: { type: 'text' },
    message: { type: 'text', pii: { of: 'partyId', erased: '' } },
    filedAt: { type: 'instant' },
  },
  indexes: ['dispute_id, filed_at, key'],
  events,
  keys: ({ event }) => [event.data.statementId],
  evolve: (_, { event }) => {
    const { statementId, disputeId, party: side, partyId, message, at: filedAt } = event.data
    return { statementId, disputeId, party: side, partyId, message, filedAt }
  },
}

const Statement = z.object({ id: z.string(), party, message: z.string(), filedAt: instantColumn })

const Filed = Statement.omit({ party: true }).extend({ disputeId: z.string() })

/** What one has said oneself, in whatever dispute. */
export const statementsBy = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Filed)`
    select statement_id as id, dispute_id as "disputeId", message, filed_at as "filedAt"
    from read.dispute_statements where party_id = ${accountId} order by filed_at, key`)

/** In the order they were filed: six at most. */
export const statementsOf = (db: CommonQueryMethods, disputeId: string) =>
  db.any(sql.type(Statement)`
    select statement_id as id, party, message, filed_at as "filedAt"
    from read.dispute_statements where dispute_id = ${disputeId} order by filed_at, key`)
