import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { User } from '../../contract/user.ts'
import { forgetPosition } from './position.ts'

export const sessionKey = ['account', 'currentUser'] as const

/** Only what the header shows, so that it does not flicker; guards ask the server. */
const hint = z.object({
  displayName: z.string(),
  businessName: z.string().nullable(),
  role: z.enum(['CLIENTE', 'ESERCENTE']),
})
export type SessionHint = z.infer<typeof hint>

const shelf = 'garbo.user'

export const rememberHint = (user: User) => {
  try {
    localStorage.setItem(shelf, JSON.stringify(hint.parse(user)))
  } catch {
    // private windows refuse storage: the header then waits for the server
  }
}

export const readHint = (): SessionHint | null => {
  try {
    return hint.parse(JSON.parse(localStorage.getItem(shelf) ?? 'null'))
  } catch {
    return null
  }
}

export const forgetHint = () => {
  try {
    localStorage.removeItem(shelf)
  } catch {
    // nothing was kept
  }
}

/** The server no longer knows us: whoever asks now is a visitor. */
export const forgetSession = (client: QueryClient) => {
  forgetHint()
  forgetPosition()
  if (client.getQueryData(sessionKey) !== undefined) client.setQueryData(sessionKey, null)
}
