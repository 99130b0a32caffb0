import { TE } from '../../domain/kernel/fp.ts'
import type { ScheduledTask } from '../jobs.ts'
import type { StorageFailure } from './ports.ts'

/** Deletes expired sessions, hashes of deleted accounts, codes, passwords, sign-in attempts, unused photos and stored responses. */
export const deleteExpiredData: ScheduledTask['run'] = ({ services, sessions, idempotentResponses }) => {
  const at = services.clock()
  const stores = [
    services.credentials,
    services.temporaryPasswords,
    services.hourlyLimits,
    services.passkeys,
    services.deviceTokens,
    services.socialFlows,
    services.photos,
    services.keptHashes,
    services.notifications.store,
  ]
  return TE.sequenceArray([
    ...stores.map((store) => store.sweep(at)),
    ...[() => sessions.sweep(at), idempotentResponses.sweep].map((sweep) =>
      TE.tryCatch(sweep, (cause): StorageFailure => ({ type: 'Unavailable', cause })),
    ),
  ])
}
