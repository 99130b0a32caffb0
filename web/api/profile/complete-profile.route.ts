import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { askForAddress, last, savedProfile } from './address.ts'
import { businessChanges, sharedChanges } from './changes.ts'

export const completeProfileRoute = (hall: Hall) =>
  route(calls.completeProfile, ({ body, person, asker, source }) => {
    const { email, password, emailNotifications, smsNotifications, marketingConsent } = body
    return pipe(
      askForAddress(hall, { person, email, password, source }, asker.correlationId),
      TE.flatMap((before) =>
        pipe(
          hall.ask.completeProfile(asker, {
            changes: { ...businessChanges(body), ...sharedChanges(body) },
            preferences: { emailNotifications, smsNotifications, marketingConsent },
          }),
          TE.map((position) => last(before, position)),
        ),
      ),
      TE.flatMap((position) => savedProfile(hall, person.accountId, position)),
    )
  })
