import { AuthorizationResponseError, ClientError } from 'openid-client'
import type { ProviderFailure } from '../../application/ports/social.ts'
import { TE } from '../../domain/kernel/fp.ts'

/** How long a provider may take to answer. */
export const patienceSeconds = 8

/** A provider that is down says so with a status, by silence or not at all; everything else is a no. */
export const failureOf = (cause: unknown): ProviderFailure => {
  if (cause instanceof AuthorizationResponseError) {
    if (cause.error === 'access_denied') return { type: 'cancelled' }
    const busy = cause.error === 'server_error' || cause.error === 'temporarily_unavailable'
    return { type: busy ? 'unreachable' : 'refused', cause }
  }
  return { type: isDown(cause) ? 'unreachable' : 'refused', cause }
}

const isDown = (cause: unknown): boolean => {
  if (cause instanceof TypeError) return cause.message === 'fetch failed'
  if (cause instanceof DOMException) return cause.name === 'TimeoutError'
  if (cause instanceof ProviderDown) return true
  if (!(cause instanceof ClientError)) return false
  if (cause.code === 'OAUTH_TIMEOUT') return true
  return cause.cause instanceof Response ? cause.cause.status >= 500 : isDown(cause.cause)
}

export class ProviderDown extends Error {}

export const told = <A>(ask: () => Promise<A>): TE.TaskEither<ProviderFailure, A> => TE.tryCatch(ask, failureOf)

/** At most what a name field of ours takes. */
export const nameOf = (given: unknown, otherwise: string): string => {
  const name =
    typeof given === 'string'
      ? given
          .normalize('NFC')
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, 50)
      : ''
  return name === '' ? otherwise : name
}

/** What could be a letter's address; null otherwise. */
export const emailOf = (given: unknown): string | null =>
  typeof given === 'string' && given.length <= 254 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(given) ? given : null
