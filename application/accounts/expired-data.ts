import { TE } from '../../domain/kernel/fp.ts'
import type { ScheduledTask } from '../jobs.ts'
import type { StorageFailure } from './ports.ts'

/** Deletes expired sessions, codes, passwords, sign-in attempts, unused photos and stored responses. */
export const deleteExpiredData: ScheduledTask['run'] = ({ services, sessions, idempotentResponses }) => {
  const at = services.clock()
  const { credentials, temporaryPasswords, hourlyLimits, passkeys, deviceTokens, socialFlows, photos, notifications } =
    services
  const stores = [
    credentials,
    temporaryPasswords,
    hourlyLimits,
    passkeys,
    deviceTokens,
    socialFlows,
    photos,
    notifications.store,
  ]
  return TE.sequenceArray([
    ...stores.map((store) => store.sweep(at)),
    ...[() => sessions.sweep(at), idempotentResponses.sweep].map((sweep) =>
      TE.tryCatch(sweep, (cause): StorageFailure => ({ type: 'Unavailable', cause })),
    ),
  ])
}
