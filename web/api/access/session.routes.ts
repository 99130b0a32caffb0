import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { reading, route } from '../route.ts'

/** What needs nothing but the session itself. */
export const sessionRoutes = [
  route(calls.logout, ({ signOut }) =>
    pipe(
      TE.fromTask(signOut),
      TE.map(() => ({ answer: undefined })),
    ),
  ),
  reading(calls.csrfToken, ({ csrfToken }) => TE.right({ csrfToken: csrfToken ?? '' })),
]
