import { z } from 'zod'

/** Every refusal. `message` is for whoever uses the product, `code` for programs: it never changes. */
export const problem = z
  .object({
    message: z.string(),
    code: z.string(),
    /** What is wrong with which field of the body, query or path: `{ 'evidenceUrls.0': '…' }`. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Only with `MatterChanged`: what happened since, in words. */
    changes: z.array(z.object({ at: z.string(), what: z.string() })).optional(),
    /** The sanction in the way: what suspends the account, or the active record beside which none is imposed. */
    sanction: z.object({ id: z.string(), expiresAt: z.string().nullable() }).optional(),
    /** Only with 500: what to tell support. */
    requestId: z.string().optional(),
    /** The message again, on the client registration calls. */
    error: z.string().optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problem>
