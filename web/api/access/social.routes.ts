import { deletionStatus } from '../../../application/access/data-deletion.ts'
import { signInByFacebookToken } from '../../../application/access/social-sign-in.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { ownUser } from './current-user.route.ts'
import { signedIn } from './signed-in.ts'

/** What the screens ask about Google and Facebook; the browser's own ways there are no calls (A-24..A-26). */
export const socialRoutes = (hall: Hall) => [
  reading(calls.socialWays, () => {
    const { google } = hall.doors.socialProviders
    const { facebookSdk } = hall
    return TE.right({ google: google !== null, facebook: facebookSdk })
  }),
  route(calls.loginByFacebookToken, ({ body, asker, signIn: begin }) =>
    pipe(
      signInByFacebookToken(hall.doors)(
        { accessToken: body.accessToken, userId: body.userID, signedRequest: body.signedRequest ?? null },
        asker.correlationId,
      ),
      TE.flatMap(({ accountId, position }) => signedIn(hall, accountId, position, begin)),
      TE.map(({ user, position }) => ({ answer: { success: true as const, user }, position })),
    ),
  ),
  reading(calls.socialUser, ({ person, mustChangePassword }) => ownUser(hall, person, mustChangePassword)),
  reading(calls.dataDeletion, ({ params, asker }) =>
    pipe(
      deletionStatus(hall.doors)(params, asker.correlationId),
      TE.map(({ requestedAt, state }) => ({ requestedAt, state })),
    ),
  ),
]
