import { z } from 'zod'
import type { PayoutUndoTokens } from '../../application/ava/ports.ts'
import { encryptedTokens } from '../accounts/encrypted-tokens.ts'

const Change = z.strictObject({ accountId: z.string(), changeId: z.string() })

/** They expire with the change they name. @rule Q-127 */
export const payoutUndoTokens = (secret: Uint8Array): PayoutUndoTokens => encryptedTokens(secret, Change)
