import type { NewSession, Sessions } from '../../application/ports/sessions.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

/** A session that must begin; its token. */
export const begun = async (
  sessions: Sessions,
  accountId: string,
  at: Instant,
  more: Omit<NewSession, 'accountId'> = {},
): Promise<string> => {
  const token = await sessions.begin({ accountId, ...more }, at)
  if (token === null) throw new Error('The session did not begin')
  return token
}
