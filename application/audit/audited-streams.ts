import { concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { aggregateOfStream } from '../event-registry.ts'
import type { History, HistoryFailure } from '../history.ts'
import type { Lookups } from '../lookups.ts'
import type { Person } from '../person.ts'
import type { Clock } from '../ports/clock.ts'
import type { RecordedEvent, Version } from '../ports/event-store.ts'
import { load } from '../command-handler.ts'
import { requireImpartialTo } from '../moderation/own-matter.ts'
import { rejectedWith, type Result } from '../use-case.ts'
import { openVersionFor } from './openings.ts'
import { accountsOf, maxConcerned } from './people-concerned.ts'
import type { AuditedEvent, AuditedStreams, Mark, StateAt, StateChange, StreamChanges, StreamPage } from './ports.ts'
import { sealedValue } from './sealed-fields.ts'
import { compareStates, shownState } from './stream-states.ts'
import {
  type FoldedStream,
  isReversed,
  type Reading,
  streamFolder,
  type StreamFolder,
  type StreamServices,
} from './streams.ts'

interface Services extends StreamServices {
  readonly history: History
  readonly lookups: Lookups
  readonly clock: Clock
}

interface Context extends Services {
  readonly folder: StreamFolder
}

type Outcome<A> = Promise<E.Either<HistoryFailure, A>>

/**
 * Reads streams for auditors: events, and the state at any moment. Personal fields stay sealed, unless the reader has opened
 * the stream.
 * @rule D-16
 */
export const auditedStreams = (services: Services): AuditedStreams => {
  const context = { ...services, folder: streamFolder(services) }
  return { page: readPage(context), changes: readChanges(context) }
}

const readPage =
  (context: Context): AuditedStreams['page'] =>
  ({ reader, stream, until, from, limit }) =>
    pipe(
      readingOf(context, reader, stream),
      TE.bindTo('reading'),
      TE.bindW(
        'folded',
        ({ reading }) =>
          () =>
            context.folder.fold({ ...reading, until }),
      ),
      TE.tap(({ folded }) => requireEvents(context, stream, folded)),
      TE.bindW(
        'events',
        ({ reading, folded }) =>
          () =>
            readEvents(context, reading, folded.version, { from, limit }),
      ),
      TE.bindW('concerned', ({ events, folded }) => accountsConcerned(context, events.map(concernedAccounts), folded)),
      TE.tap(({ concerned }) => requireImpartialReader(context, reader, concerned)),
      TE.map(({ folded, events, concerned }) => toPage(folded, events, concerned)),
    )

const readChanges =
  (context: Context): AuditedStreams['changes'] =>
  ({ reader, stream, from, to }) =>
    pipe(
      readingOf(context, reader, stream),
      TE.bindTo('reading'),
      TE.bindW(
        'before',
        ({ reading }) =>
          () =>
            context.folder.fold({ ...reading, until: from }),
      ),
      TE.tap(({ before }) => requireEvents(context, stream, before)),
      TE.filterOrElseW(
        ({ before }) => !isReversed(before, to),
        () => rejectedWith({ type: 'MarksReversed' }),
      ),
      TE.bindW(
        'listed',
        ({ reading, before }) =>
          () =>
            listChanges(context, { ...reading, until: to }, before),
      ),
      TE.bindW('concerned', ({ listed: { after, people } }) => accountsConcerned(context, people, after)),
      TE.tap(({ concerned }) => requireImpartialReader(context, reader, concerned)),
      TE.map(({ before, listed: { after, people: _, ...changes }, concerned }) => ({
        from: stateAt(from, before),
        to: stateAt(to, after),
        ...changes,
        concerned,
      })),
    )

const streamNotFound = rejectedWith({ type: 'StreamNotFound' })

/** What the reader may read of the stream. */
const readingOf = (context: Context, reader: Person, stream: string): Result<Omit<Reading, 'until'>> => {
  const aggregate = aggregateOfStream(stream)
  if (aggregate === null) return TE.left(streamNotFound)
  return pipe(
    openVersionFor(context, reader, stream),
    TE.map((openVersion) => ({ stream, aggregate, openVersion })),
  )
}

/** Tells a stream that does not exist from one that begins later. */
const requireEvents = ({ store }: Services, stream: string, { version }: FoldedStream): Result<void> =>
  version > 0
    ? TE.right(undefined)
    : pipe(
        store.read(stream, 1, 1),
        TE.flatMap(([first]) => (first === undefined ? TE.left(streamNotFound) : TE.right(undefined))),
      )

/** Events from a version on, up to the last one of the reading. */
const readEvents = async (
  { store, sealing }: Services,
  { stream, openVersion }: Omit<Reading, 'until'>,
  last: Version,
  { from, limit }: { readonly from: Version; readonly limit: number },
): Outcome<readonly AuditedEvent[]> => {
  const read = await store.read(stream, from, limit)()
  if (E.isLeft(read)) return read
  const events = read.right.filter(({ version }) => version <= last)
  const sealed = sealing.replace(events.map(storedData), ({ subject }) => sealedValue(subject))
  const isOpen = ({ version }: RecordedEvent) => version <= openVersion
  const opened = events.some(isOpen) ? await sealing.open(events.filter(isOpen).map(storedData))() : E.right([])
  if (E.isLeft(opened)) return opened
  return E.right(events.map((event, n) => toAuditedEvent(event, opened.right[n] ?? sealed[n])))
}

const storedData = ({ id, type, data }: RecordedEvent) => ({ id, type, data: JSON.parse(data) as unknown })

const toAuditedEvent = ({ id, type, version, position, meta }: RecordedEvent, data: unknown): AuditedEvent => ({
  id,
  type,
  version,
  position,
  meta: JSON.parse(meta) as EventEnvelope['meta'],
  data: data as AuditedEvent['data'],
})

/** Those of the events shown come first. */
const accountsConcerned = ({ lookups }: Services, shown: readonly (readonly string[])[], { people }: FoldedStream) =>
  accountsOf(lookups, [...new Set([...shown.flat(), ...people])].slice(0, maxConcerned))

/** @rule D-47 nobody reads a stream with an account as a party that they are partial to, even though it is sealed */
const requireImpartialReader = (
  { history, lookups, clock }: Services,
  person: Person,
  concerned: readonly string[],
): Result<void> => requireImpartialTo({ history, lookups, person, load: load({ history }), at: clock() }, concerned)

const toPage = (folded: FoldedStream, events: readonly AuditedEvent[], concerned: readonly string[]): StreamPage => {
  const lastShown = events.at(-1)?.version ?? folded.version
  return {
    events,
    lastVersion: folded.version,
    nextVersion: lastShown < folded.version ? lastShown + 1 : null,
    ...shownState(folded.state),
    concerned,
  }
}

const stateAt = (mark: Mark, { last, state }: FoldedStream): StateAt => ({
  at: mark?.kind === 'instant' ? mark.at : (last?.meta.occurredAt ?? null),
  position: last?.position ?? null,
  ...shownState(state),
})

// --- Changes ----------------------------------------------------------------------------------------

/** Changes listed, and parts of states compared for them, after which the list ends with the event that made the last one. */
const maxChanges = 1_000
const maxCompared = 200_000

interface ListedChanges extends Pick<StreamChanges, 'changes' | 'continuesAfter'> {
  readonly after: FoldedStream
  /** Ids of accounts and clients that the events with listed changes concern. */
  readonly people: readonly (readonly string[])[]
}

const listChanges = async ({ folder }: Context, reading: Reading, before: FoldedStream): Outcome<ListedChanges> => {
  const changes: StateChange[] = []
  const people: (readonly string[])[] = []
  let compared = 0
  let lastListed = before.last
  const folded = await folder.foldOn(reading, before, (former, { id, event }, next) => {
    if (changes.length >= maxChanges || compared >= maxCompared) return
    const comparison = compareStates(former.state, next.state)
    compared += comparison.compared
    people.push(concernedAccounts(event))
    changes.push(...comparison.changes.map((change) => ({ ...change, eventId: id, type: event.type })))
    lastListed = next.last
  })
  if (E.isLeft(folded)) return folded
  const after = folded.right
  const isComplete = lastListed?.id === after.last?.id
  return E.right({ after, people, changes, continuesAfter: isComplete ? null : (lastListed?.position ?? null) })
}
