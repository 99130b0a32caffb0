import type { Lookups } from '../../../application/lookups.ts'
import { randomUUID } from 'node:crypto'
import { auditedStreams } from '../../../application/audit/audited-streams.ts'
import type { Mark } from '../../../application/audit/ports.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import { historyOf } from '../../../application/history.ts'
import type { Person } from '../../../application/person.ts'
import { openings } from '../../../domain/audit/openings.ts'
import type { StaffRole } from '../../../domain/accounts/vocabulary.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../../domain/kernel/time.ts'
import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { memoryKeyring, sealing } from '../../../infrastructure/keyring/keyring.ts'
import { unwrap } from '../application.ts'
import { at } from '../sample-values.ts'

/** The time at which streams are read. */
export const now = at('2026-05-04', '12:00')

export const staff = (accountId: string, ...roles: readonly StaffRole[]): Person => ({
  accountId,
  kind: 'business',
  clientId: null,
  emailConfirmed: true,
  registeredAt: at('2026-01-01'),
  roles,
  suspension: null,
})
export const rita = staff('rita', 'REVISORE')
export const sofia = staff('sofia', 'ADMIN')

/** A log in memory with encrypted personal fields, and its streams as auditors read them. */
export const auditedLog = () => {
  const keyring = memoryKeyring()
  const seals = sealing(keyring, eventRegistry)
  const store = memoryEventStore()
  const history = historyOf(store, seals, eventRegistry)
  let clock = now
  let source = store
  /** How many events each read of the store returned. */
  const reads: number[] = []
  const read: typeof store.read = (stream, from, limit) =>
    pipe(
      source.read(stream, from, limit),
      TE.tapIO((events) => () => reads.push(events.length)),
    )
  const streams = auditedStreams({
    store: { read },
    sealing: seals,
    history,
    clock: () => clock,
    lookups: {
      accounts: { ...noLookups, accountOfClient: (id: string) => TE.right(accountOfTestClient(id)) },
      reviews: { metBy: () => TE.right([]) },
    } as unknown as Lookups,
  })
  const append = async (stream: string, events: readonly AnyEvent[], times: readonly Instant[] = [now]) =>
    unwrap(
      await history.append(
        stream,
        'any',
        events.map((event, n) => ({
          id: randomUUID(),
          event,
          meta: {
            correlationId: 'request-1',
            causationId: null,
            actor: { id: 'mario', role: 'moderator' as const },
            occurredAt: times[n] ?? times[0] ?? now,
          },
        })),
      )(),
    )
  return {
    keyring,
    store,
    reads,
    append,
    streams,
    /** Streams are read from another log from now on. */
    replaceBy: (other: typeof store) => (source = other),
    setClock: (time: Instant) => (clock = time),
    /** Opens what the stream holds now for one hour. */
    open: async (stream: string, by: string) => {
      const { length } = unwrap(await store.read(stream)())
      const opening = { openingId: randomUUID(), stream, by, at: clock, until: plusMinutes(clock, 60) }
      const data = { ...opening, lastVersion: length, reason: 'Richiesta della Procura.' }
      await append(`${openings.category}-${by}`, [{ type: 'StreamOpened', data }])
    },
    page: async (reader: Person, stream: string, { until = null, from = 1, limit = 200 }: PageOptions = {}) =>
      unwrap(await streams.page({ reader, stream, until, from, limit })()),
    changes: async (reader: Person, stream: string, from: Mark, to: Mark) =>
      unwrap(await streams.changes({ reader, stream, from, to })()),
  }
}

interface PageOptions {
  readonly until?: Mark
  readonly from?: number
  readonly limit?: number
}

const accountOfTestClient = (id: string) => (id.startsWith('client-') ? id.replace('client-', 'account-') : null)
const noLookups = {
  accountsWithPhone: () => TE.right([]),
  accountsUsing: () => TE.right([]),
  confirmedBusinessesIn: () => TE.right(0),
}

export const atPosition = (position: string): Mark => ({ kind: 'position', position })
export const atInstant = (instant: Instant): Mark => ({ kind: 'instant', at: instant })
