import { z } from 'zod'

/** Whether the viewer may execute a command now, and otherwise the rejection that it would receive. */
export const action = z
  .object({
    allowed: z.boolean(),
    /** Stable, for programs; null if allowed. */
    code: z.string().nullable(),
    /** For users; null if allowed. */
    message: z.string().nullable(),
  })
  .meta({ id: 'Action' })
export type Action = z.infer<typeof action>
