import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

/** One's own sessions: seen and ended. Whose they are is known from the session that asks. */
export const ownSessionRoutes = ({ sessions, clock }: Hall) => [
  reading(calls.sessions, ({ person, sessionShownAs }) =>
    asked(async () =>
      (await sessions.of(person.accountId, clock())).map(({ id, device, startedAt, usedAt }) => ({
        id,
        device,
        createdAt: startedAt,
        lastUsedAt: usedAt,
        current: id === sessionShownAs,
      })),
    ),
  ),
  route(calls.endSession, ({ params, person }) =>
    pipe(
      asked(() => sessions.endOne(person.accountId, params.id)),
      TE.filterOrElse(
        (ended) => ended,
        () => refuse({ type: 'SessionUnknown' }),
      ),
      TE.map(() => ({ answer: undefined })),
    ),
  ),
  route(calls.endOtherSessions, ({ person, sessionShownAs }) =>
    pipe(
      asked(() => sessions.endOthers(person.accountId, sessionShownAs ?? '')),
      TE.map(() => ({ answer: undefined })),
    ),
  ),
]
