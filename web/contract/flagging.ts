import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, text } from './fields.ts'
import { flag } from './flags-disputes.ts'

/** How somebody flags: what a case about their many dismissed flags is about. */
export const flagging = z
  .object({
    accountId: id,
    accountName: z.string().nullable(),
    dismissed: z.int(),
    upheld: z.int(),
    /** The latest they raised. */
    flags: z.array(flag.extend({ targetName: z.string().nullable(), decidedAt: instant.nullable() })),
  })
  .meta({ id: 'Flagging' })
export type Flagging = z.infer<typeof flagging>

export const judgeFlaggingBody = z.strictObject({
  outcome: z.enum(['in-order', 'abusive']),
  facts: text(1, 2000, 'Spiega la decisione'),
})

export const flaggingCalls = {
  judgeFlagging: call({
    method: 'PATCH',
    path: '/api/admin/cases/:caseId/flagging',
    says: 'Decides on many dismissed flags of one reporter: in order, or abuse, which warns them; never by whose reviews they flagged',
    who: 'moderator',
    params: z.object({ caseId: id }),
    body: judgeFlaggingBody,
    answer: null,
    limit: 'write',
  }),
}
