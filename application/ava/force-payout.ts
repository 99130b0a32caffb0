import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { AppFailure, Answer, UseCase } from '../use-case.ts'
import { refuse } from '../use-case.ts'

/** the daily job, now; in the log it stands under the name of whoever asked. */
export const forcePayout: UseCase<Readonly<Record<string, never>>, void> =
  ({ callPayouts, person }) =>
  (): Answer<void> =>
    callPayouts === null
      ? TE.left(refuse({ type: 'ChainNotConfigured' }))
      : pipe(
          TE.tryCatch(
            () => callPayouts(person.accountId),
            (cause): AppFailure => ({ type: 'Unavailable', cause }),
          ),
        )
