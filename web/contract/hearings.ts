import { z } from 'zod'
import { call } from './call.ts'
import { id, roundedInstant, text } from './fields.ts'
import { dispute } from './flags-disputes.ts'

export const party = z.enum(['business', 'author'])
export type Party = z.infer<typeof party>

/** A side. */
export const mostStatements = 3

export const statement = z.object({ id, party, message: z.string(), filedAt: roundedInstant }).meta({ id: 'Statement' })
export type Statement = z.infer<typeof statement>

/** A dispute as one of its two sides reads it: neither learns who spoke for the other; its evidence is the business's. */
export const hearing = dispute
  .extend({
    /** The reader's side. */
    side: party,
    statements: z.array(statement).max(2 * mostStatements),
    /** It is the reader's turn to speak. */
    maySpeak: z.boolean(),
  })
  .meta({ id: 'Hearing' })
export type Hearing = z.infer<typeof hearing>

export const statementBody = z.strictObject({ message: text(20, 2000, 'Scrivi la dichiarazione') })

const disputeId = z.object({ id })

export const hearingCalls = {
  hearing: call({
    method: 'GET',
    path: '/api/disputes/:id',
    says: 'A dispute as the business that opened it, or the author of the review, reads it; 404 for anybody else',
    who: 'signed-in',
    params: disputeId,
    answer: hearing,
  }),
  fileStatement: call({
    method: 'POST',
    path: '/api/disputes/:id/statements',
    says: 'Says something more to the moderators and the other side, in turn, three times a side at most',
    who: 'signed-in',
    params: disputeId,
    body: statementBody,
    answer: hearing,
    status: 201,
    idempotent: true,
    limit: 'write',
  }),
}
