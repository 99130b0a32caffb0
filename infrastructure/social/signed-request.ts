import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parsedJson } from './json.ts'

const Payload = z.object({
  algorithm: z.string().refine((name) => name.toUpperCase() === 'HMAC-SHA256'),
  user_id: z.string().regex(/^\d{1,40}$/),
  issued_at: z.int().nonnegative(),
})

/** `signature.payload`, both in base64url, signed with the app's secret (HMAC-SHA256); null when it is not so. */
export const openSigned = (request: string, secret: string) => {
  const [signature = '', payload = '', ...more] = request.split('.')
  if (payload === '' || more.length > 0) return null
  const wanted = createHmac('sha256', secret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const read = Payload.safeParse(parsedJson(Buffer.from(payload, 'base64url').toString()))
  return read.success ? { subject: read.data.user_id, issuedAt: read.data.issued_at } : null
}
