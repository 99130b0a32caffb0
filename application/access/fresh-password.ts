import { pipe, TE } from '../../domain/kernel/fp.ts'
import { refuse, type Answer } from '../use-case.ts'
import type { Doors } from './doors.ts'

export interface FreshPassword {
  readonly accountId: string
  readonly password: string | undefined
  readonly source: string
}

/** an open session alone is not enough; failures count as at sign-in. */
export const provePassword = (doors: Doors, { accountId, password, source }: FreshPassword): Answer<void> =>
  password === undefined
    ? TE.left(refuse({ type: 'PasswordNeeded' }))
    : pipe(
        doors.credentials.confirm({ accountId, name: accountId, password, source, at: doors.clock() }),
        TE.flatMap((outcome): Answer<void> => {
          if (outcome.type === 'right') return TE.right(undefined)
          if (outcome.type === 'wrong') return TE.left(refuse({ type: 'CurrentPasswordWrong' }))
          return TE.left(refuse({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        }),
      )
