import { enrollDevice, redeemDeviceToken, revokeDevice } from '../../../application/access/passkeys.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { promptOfTheApp } from '../../contract/android-wrapper.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { signedInWithDuty } from './signed-in.ts'

/** Quick access of the app on the same telephone. */
export const quickAccessRoutes = (hall: Hall) => [
  route(calls.enrollDevice, ({ asker, session }) =>
    pipe(
      enrollDevice(hall.doors)(asker, { session: session ?? '' }),
      TE.map((deviceToken) => ({ answer: { deviceToken } })),
    ),
  ),
  route(calls.revokeDevice, ({ asker, device }) =>
    pipe(
      revokeDevice(hall.doors)(asker, { device }),
      TE.map(() => ({ answer: { message: 'L’accesso rapido è stato disattivato su questo dispositivo.' } })),
    ),
  ),
  route(calls.redeemDeviceToken, ({ body, asker, signIn: begin }) =>
    pipe(
      redeemDeviceToken(hall.doors)({ token: body.deviceToken }, asker.correlationId),
      TE.flatMap((person) => signedInWithDuty(hall, person, begin)),
      TE.map((answer) => ({ answer })),
    ),
  ),
  reading(calls.androidApp, () => TE.right({ ...hall.androidApp, prompt: promptOfTheApp })),
]
