import { holderOf, nobody, personIn } from '../../../application/access/doors.ts'
import type { Person } from '../../../application/person.ts'
import { refuse, type Answer } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { clientRecord } from '../../../projections/client-standings.ts'
import { calls } from '../../contract/calls.ts'
import { clientAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

/** an address nobody has, and one that is none of the asker's business, are answered alike. */
export const clientByEmailRoute = (hall: Hall) =>
  reading(calls.clientByEmail, ({ params, person }) =>
    pipe(
      person === null ? TE.right(null) : clientWith(hall, params.email),
      TE.tap((clientId) => mayKnow(hall, person, clientId)),
      TE.flatMap((clientId) => asked(() => clientRecord(hall.db, clientId ?? nobody))),
      TE.filterOrElse((client) => client !== null, unknown),
      TE.map(clientAnswer),
    ),
  )

const clientWith = (hall: Hall, email: string): Answer<string | null> =>
  pipe(
    holderOf(hall.doors, 'email', hall.doors.names.email(email)),
    TE.flatMap((accountId) => personIn(hall.doors, accountId ?? nobody)),
    TE.map((found) => found?.clientId ?? null),
  )

const mayKnow = (hall: Hall, person: Person | null, clientId: string | null): Answer<boolean> =>
  pipe(
    person?.kind === 'business'
      ? hall.doors.lookups.isClientOf(person.accountId, clientId ?? nobody)
      : TE.right(person !== null && person.clientId === clientId),
    TE.filterOrElse((may) => may, unknown),
  )

const unknown = () => refuse({ type: 'ClientUnknown' })
