import { z } from 'zod'

/** Every error response. `message` is for users; `code` is stable, for programs. */
export const problem = z
  .object({
    message: z.string(),
    code: z.string(),
    /** Errors by field of body, query or path: `{ 'evidenceUrls.0': '…' }`. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Only with `MatterChanged`: changes since the case was loaded. */
    changes: z.array(z.object({ at: z.string(), what: z.string() })).optional(),
    /** The suspension of the account, or the active sanction that prevents another. */
    sanction: z.object({ id: z.string(), expiresAt: z.string().nullable() }).optional(),
    /** Only with 500: id of the HTTP request, for support. */
    requestId: z.string().optional(),
    /** @rule A-88 repeats the message, on client registration calls */
    error: z.string().optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problem>
