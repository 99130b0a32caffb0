import { TE } from '../../domain/kernel/fp.ts'
import { refuse, type AppFailure, type UseCase } from '../use-case.ts'

/** the daily job, now; in the log it stands under the name of whoever asked. */
export const forcePayout: UseCase<Readonly<Record<string, never>>, void> =
  ({ callPayouts, person }) =>
  () =>
    callPayouts === null
      ? TE.left(refuse({ type: 'ChainNotConfigured' }))
      : TE.tryCatch(
          () => callPayouts(person.accountId),
          (cause): AppFailure => ({ type: 'Unavailable', cause }),
        )
