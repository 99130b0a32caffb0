import { z } from 'zod'
import type { UnsubscribeTokens } from '../../application/accounts/notification-ports.ts'
import { notificationKinds } from '../../domain/kernel/vocabulary.ts'
import { encryptedTokens } from './encrypted-tokens.ts'

const Subject = z.tuple([z.string(), z.array(z.enum(notificationKinds))])

export const unsubscribeTokens = (secret: Uint8Array): UnsubscribeTokens => {
  const tokens = encryptedTokens(secret, Subject)
  return {
    issue: ({ accountId, kinds }) => tokens.issue([accountId, kinds.toSorted()]),
    read: (token) => {
      const [accountId, kinds] = tokens.read(token) ?? []
      return accountId === undefined || kinds === undefined ? null : { accountId, kinds }
    },
  }
}
