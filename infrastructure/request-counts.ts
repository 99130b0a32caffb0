import { createHmac } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { SharedRateLimits } from '../application/ports/shared-rate-limits.ts'

const Wait = z.object({ wait: z.number().nullable() })

/**
 * Counts requests to all API processes in Postgres, with one statement a request. Keys contain addresses and names; the
 * table holds their hashes under the secret.
 */
export const postgresRateLimits = (db: CommonQueryMethods, secret: Uint8Array): SharedRateLimits => ({
  consume: async (limits, windowMs) => {
    const keys = sql.array(
      limits.map(({ key }) => createHmac('sha256', secret).update(key).digest()),
      'bytea',
    )
    const maxima = sql.array(
      limits.map(({ max }) => max),
      'int4',
    )
    try {
      const { wait } = await db.one(sql.type(Wait)`select http.count_request(${keys}, ${maxima}, ${windowMs}) as wait`)
      return wait
    } catch {
      return null
    }
  },
})
