import { confirmNewEmail } from '../../../application/access/change-email.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { askForAddress, last, savedProfile } from './address.ts'
import { areOwn, editProfile } from './changes.ts'
import { ownProfileOf } from './own-profile.ts'

export const profileRoutes = (hall: Hall) => [
  reading(calls.ownProfile, ({ person }) => ownProfileOf(hall, person.accountId)),
  route(calls.updateProfile, ({ body: { email, password, ...changes }, person, asker, source }) =>
    pipe(
      areOwn(person, changes),
      TE.flatMap(() => askForAddress(hall, { person, email, password, source }, asker.correlationId)),
      TE.flatMap((asked) =>
        pipe(
          editProfile(hall, asker, changes),
          TE.map((edited) => last(asked, edited)),
        ),
      ),
      TE.flatMap((position) => savedProfile(hall, person.accountId, position)),
    ),
  ),
  route(calls.confirmNewEmail, ({ body, person, asker }) =>
    pipe(
      confirmNewEmail(hall.doors)({ person, code: body.code }, asker.correlationId),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  ),
]
