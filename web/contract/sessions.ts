import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

export const ownSession = z.object({
  /** Names it; neither its token nor anything the token follows from. */
  id,
  /** `Firefox su Windows`; null when the browser did not say. */
  device: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The one this was asked in. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const sessionCalls = {
  sessions: call({
    method: 'GET',
    path: '/api/auth/sessions',
    says: 'Where one is signed in; the last used first',
    who: 'signed-in',
    answer: z.array(ownSession),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    says: 'Ends one of one’s own sessions: its next call is a stranger’s',
    who: 'signed-in',
    params: z.object({ id }),
    answer: null,
    limit: 'write',
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/api/auth/sessions',
    says: 'Ends all of one’s own sessions but the one it is asked in',
    who: 'signed-in',
    answer: null,
    limit: 'write',
  }),
}
