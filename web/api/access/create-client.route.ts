import { privacyVersion } from '../../../application/access/privacy-notice.ts'
import { registerClient } from '../../../application/access/register.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { signedIn } from './signed-in.ts'

/** the account of register-client, with more told, and a session at once. */
export const createClientRoute = (hall: Hall) =>
  route(calls.createClient, ({ body, asker, signIn: begin }) => {
    const { firstName, lastName, email, phone, password, ref, ...told } = body
    const portrait = {
      age: told.age ?? null,
      residence: told.residence || null,
      travelType: told.travelType ?? null,
      profilePhoto: told.profilePhoto ?? null,
      socialPhotoUrl: told.socialPhotoUrl ?? null,
      socialPhotoSource: told.socialPhotoSource ?? null,
      photoConsent: told.photoConsent ?? false,
      privacyVersion,
    }
    const client = { firstName, lastName, email, phone, password, referral: ref ?? null, portrait }
    return pipe(
      registerClient(hall.doors)(client, asker.correlationId),
      TE.flatMap(({ accountId, clientId, position }) =>
        pipe(
          signedIn(hall, accountId, position, begin),
          TE.map(({ user }) => ({ answer: { clientId: clientId ?? '', user }, position })),
        ),
      ),
    )
  })
