import { auditedStreams } from '../../application/audit/audited-streams.ts'
import type { AuditedStreams } from '../../application/audit/ports.ts'
import { eventRegistry } from '../../application/event-registry.ts'
import type { History } from '../../application/history.ts'
import type { Lookups } from '../../application/lookups.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import { sealing } from '../keyring/keyring.ts'

interface Resources {
  readonly store: Pick<EventStore, 'read'>
  readonly keyring: Keyring
  readonly history: History
  readonly clock: Clock
}

/** Reads the streams of the log as they are stored, which the application otherwise never does. */
export const logStreams = ({ keyring, ...resources }: Resources, lookups: Lookups): AuditedStreams =>
  auditedStreams({ ...resources, sealing: sealing(keyring, eventRegistry), lookups })
