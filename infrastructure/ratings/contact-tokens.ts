import { z } from 'zod'
import type { ContactTokens } from '../../application/ratings/ports.ts'
import { encryptedTokens } from '../accounts/encrypted-tokens.ts'

const Contact = z.strictObject({ businessId: z.string(), clientId: z.string(), ratingId: z.string() })

/** They do not expire: the guest may object as long as the venue has access. @rule Q-122 */
export const contactTokens = (secret: Uint8Array): ContactTokens => encryptedTokens(secret, Contact)
