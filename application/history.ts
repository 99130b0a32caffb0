import type * as t from 'io-ts'
import type { EventEnvelope, EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'
import { E, pipe, TE } from '../domain/kernel/fp.ts'
import { Instant } from '../domain/kernel/primitives.ts'
import { isStorableText } from '../domain/kernel/rules.ts'
import {
  foldAll,
  type Folding,
  stateCacheLimits,
  type StateCacheLimits,
  type LoadedState,
  stateLoader,
} from './load-state.ts'
import type {
  Appended,
  EventStore,
  EventStoreFailure,
  Expected,
  NewEvent,
  RecordedEvent,
  Version,
} from './ports/event-store.ts'
import type { PersonalData, Sealed, Sealing, SealingFailure } from './ports/sealing.ts'
import { noSnapshots, type StateSnapshots } from './ports/state-snapshots.ts'

/** A stored event that cannot be decoded: unknown type, invalid data, or not what Garbo writes (`isDamaged`). */
export interface UnreadableEvent {
  readonly type: 'Unreadable'
  readonly eventType: string
  readonly stream: string
  readonly position: string
  readonly errors: t.Errors | null
  /** Its data or metadata is not JSON, or not of the shape that every event has. */
  readonly isDamaged: boolean
}

/** A new event with a value that a read model, an e-mail or an export could not hold. Nothing has been appended. */
interface UnrecordableEvent {
  readonly type: 'Unrecordable'
  readonly eventType: string
  readonly field: string
}

export type HistoryFailure = EventStoreFailure | SealingFailure | UnreadableEvent | UnrecordableEvent

export interface NewDomainEvent {
  readonly id: string
  readonly event: AnyEvent
  readonly meta: EventMetadata
}

interface StoredMeta extends EventMetadata {
  /** Schema version of the event. */
  readonly v: number
}

interface DecodedMeta {
  readonly v: number
  readonly meta: EventMetadata
}

/** The event store with typed events; personal fields are encrypted on append and decrypted on read. */
export interface History {
  /** Events of a stream, starting at version `from` (default 1). */
  readonly read: <Event extends AnyEvent>(
    family: EventFamily<Event>,
    stream: string,
    personalData?: PersonalData,
    from?: Version,
  ) => TE.TaskEither<HistoryFailure, readonly EventEnvelope<Event>[]>
  /** The current state. Loading a long stream again reads only what is new. */
  readonly load: <Event extends AnyEvent, State>(
    aggregate: Folding<Event, State>,
    stream: string,
    personalData: PersonalData,
  ) => TE.TaskEither<HistoryFailure, LoadedState<Event, State>>
  readonly append: (
    stream: string,
    expected: Expected,
    events: readonly NewDomainEvent[],
  ) => TE.TaskEither<HistoryFailure, Appended>
  /** Decodes a page of the log. An unreadable event is a left at its index; the others are decoded. */
  readonly decode: <Event extends AnyEvent>(
    family: EventFamily<Event>,
    page: readonly RecordedEvent[],
    personalData?: PersonalData,
  ) => TE.TaskEither<SealingFailure, readonly E.Either<UnreadableEvent, EventEnvelope<Event>>[]>
}

interface HistoryOptions {
  readonly limits?: StateCacheLimits
  readonly snapshots?: StateSnapshots
}

export const historyOf = (
  store: Pick<EventStore, 'read' | 'append'>,
  sealing: Sealing,
  eventRegistry: EventFamily<AnyEvent>,
  { limits = stateCacheLimits, snapshots = noSnapshots }: HistoryOptions = {},
): History => {
  const decode = decodeWith(sealing)
  const visitDecoded = visitStream(decode)
  const read: History['read'] = (family, stream, personalData, from) =>
    pipe(
      store.read(stream, from),
      TE.flatMap((events) => {
        const decoded: EventEnvelope<never>[] = []
        const visited = visitDecoded(family, events, personalData, (event) => decoded.push(event as never))
        return TE.map(() => decoded)(visited)
      }),
    )
  const { countErased } = sealing
  const load = stateLoader<HistoryFailure>({
    read: store.read,
    visitEvents: visitDecoded,
    countErased,
    snapshots,
    limits,
  })

  return {
    decode,
    read,
    load,
    append: (stream, expected, events) =>
      pipe(
        TE.fromEither(requireRecordable(eventRegistry, events)),
        TE.flatMap((recordable) => sealing.seal(recordable)),
        TE.flatMap((data) =>
          store.append(
            stream,
            expected,
            events.map(({ id, event, meta }, i): NewEvent => {
              const stored: StoredMeta = { ...meta, v: eventRegistry.codecs.get(event.type)?.version ?? 1 }
              return { id, type: event.type, data: JSON.stringify(data[i]), meta: JSON.stringify(stored) }
            }),
          ),
        ),
      ),
  }
}

/** Decodes events one by one if one of them is damaged. */
export const decodeWith = (sealing: Pick<Sealing, 'open' | 'omit'>): History['decode'] => {
  const decodePage: History['decode'] = (family, page, personalData) => {
    const metaOf = cachedMetaDecoder()
    const sealed = page.map(({ id, type, data }): Sealed => ({ id, type, data: JSON.parse(data) as unknown }))
    const opened = personalData === 'decrypted' ? sealing.open(sealed) : TE.right(sealing.omit(sealed))
    return pipe(
      opened,
      TE.map((all) => page.map((stored, i) => decodeEvent(family, stored, all[i], metaOf(stored.meta)))),
    )
  }

  const decode: History['decode'] =
    (family, page, personalData = 'decrypted') =>
    async () => {
      try {
        return await decodePage(family, page, personalData)()
      } catch {
        const [first] = page
        if (first !== undefined && page.length === 1) return E.right([E.left(unreadable(first, null, true))])
        const oneByOne = TE.traverseSeqArray((event: RecordedEvent) => decode(family, [event], personalData))
        return pipe(
          oneByOne(page),
          TE.map((decoded) => decoded.flat()),
        )()
      }
    }
  return decode
}

/** Loads a state by reading the whole stream, and caches nothing. */
export const loadByReading =
  (read: History['read']): History['load'] =>
  (aggregate, stream, personalData) =>
    pipe(
      read(aggregate.events, stream, personalData),
      TE.map((past) => foldAll(aggregate, past)),
    )

/** Events decoded and folded at once, which takes a few milliseconds. */
const eventsAtOnce = 250

/** Decodes a stream in parts, between which other requests are served. */
const visitStream =
  (decode: History['decode']) =>
  <Event extends AnyEvent>(
    family: EventFamily<Event>,
    events: readonly RecordedEvent[],
    personalData: PersonalData | undefined,
    visit: (event: EventEnvelope<Event>) => void,
  ): TE.TaskEither<HistoryFailure, void> =>
  async () => {
    for (let start = 0; start < events.length; start += eventsAtOnce) {
      if (start > 0) await new Promise<void>((resolve) => setImmediate(resolve))
      const part = await decode(family, events.slice(start, start + eventsAtOnce), personalData)()
      if (E.isLeft(part)) return part
      for (const decoded of part.right) {
        if (E.isLeft(decoded)) return decoded
        visit(decoded.right)
      }
    }
    return E.right(undefined)
  }

/** @rule Q-118 rejects an append rather than record what a projection could not apply */
const requireRecordable = (
  { codecs }: EventFamily<AnyEvent>,
  events: readonly NewDomainEvent[],
): E.Either<HistoryFailure, readonly NewDomainEvent[]> => {
  let checked: EventMetadata | null = null
  for (const { event, meta } of events) {
    const field = codecs.get(event.type)?.unrecordable(event.data) ?? (meta === checked ? null : unrecordableMeta(meta))
    if (field !== null) return E.left({ type: 'Unrecordable', eventType: event.type, field })
    checked = meta
  }
  return E.right(events)
}

const unrecordableMeta = ({ correlationId, causationId, actor, occurredAt }: EventMetadata): string | null => {
  if (!Instant.isRecordable(occurredAt)) return 'occurredAt'
  return [correlationId, causationId ?? '', actor.id ?? ''].every(isStorableText) ? null : 'meta'
}

/** Events of one command are adjacent and share their metadata text; parses it once. */
const cachedMetaDecoder = (): ((text: string) => DecodedMeta) => {
  let last: { readonly text: string; readonly read: DecodedMeta } | null = null
  return (text) => {
    if (last?.text === text) return last.read
    const { v, ...meta } = JSON.parse(text) as StoredMeta
    last = { text, read: { v, meta } }
    return last.read
  }
}

const decodeEvent = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  stored: RecordedEvent,
  data: unknown,
  { v, meta }: DecodedMeta,
): E.Either<UnreadableEvent, EventEnvelope<Event>> => {
  const { id, stream, version, position, type } = stored
  const decoded = family.codecs.get(type)?.decode(data, v) ?? E.left(null)
  return E.isRight(decoded)
    ? E.right({ id, stream, version, position, event: decoded.right as Event, meta })
    : E.left(unreadable(stored, decoded.left, false))
}

const unreadable = (
  { type, stream, position }: RecordedEvent,
  errors: t.Errors | null,
  isDamaged: boolean,
): UnreadableEvent => ({ type: 'Unreadable', eventType: type, stream, position, errors, isDamaged })
