import { randomUUID } from 'node:crypto'
import type { EventStore, EventStoreFailure, NewEvent, RecordedEvent } from '../../../application/ports/event-store.ts'
import { E, pipe, TE } from '../../../domain/kernel/fp.ts'
import { validateAppend } from '../../../infrastructure/event-store/append-validation.ts'

/** Overrides in which a store differs from a correct one. */
export type Lie = (honest: EventStore) => Partial<EventStore>
type Append = EventStore['append']

const inventedPosition = String(1).padStart(20, '0')
const changePage = (change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]) =>
  TE.map<readonly RecordedEvent[], readonly RecordedEvent[]>(change)

const versionOf = async (store: EventStore, stream: string) => {
  const recorded = await store.read(stream)()
  return E.isRight(recorded) ? recorded.right.length : 0
}

/** Reports success for appends rejected with this failure. */
const pretendSuccess = (type: EventStoreFailure['type'], outcome: ReturnType<Append>): ReturnType<Append> =>
  pipe(
    outcome,
    TE.orElse((failure) =>
      failure.type === type
        ? TE.right({ version: 1, position: inventedPosition })
        : TE.left<EventStoreFailure>(failure),
    ),
  )

/** Stores events under new ids, so that it never recognises a repetition. */
const forgetful = (honest: EventStore, append: (append: Append) => Append): Partial<EventStore> => {
  const originalIds = new Map<string, string>()
  const withOriginalIds = changePage((events) =>
    events.map((recorded) => ({ ...recorded, id: originalIds.get(recorded.id) ?? recorded.id })),
  )
  const appendUnderNewIds: Append = (stream, expected, events) =>
    honest.append(
      stream,
      expected,
      validateAppend(stream, expected, events)
        ? events
        : events.map((newEvent) => {
            const id = randomUUID()
            originalIds.set(id, newEvent.id)
            return { ...newEvent, id }
          }),
    )
  return {
    append: append(appendUnderNewIds),
    read: (...args) => withOriginalIds(honest.read(...args)),
    readAll: (...args) => withOriginalIds(honest.readAll(...args)),
    subscribe: async function* (...args) {
      for await (const events of honest.subscribe(...args))
        yield events.map((recorded) => ({ ...recorded, id: originalIds.get(recorded.id) ?? recorded.id }))
    },
  }
}

const appendsWith =
  (change: (events: readonly NewEvent[]) => readonly NewEvent[]): Lie =>
  (honest) => ({ append: (stream, expected, events) => honest.append(stream, expected, change(events)) })

const aboutVersions: Readonly<Record<string, Lie>> = {
  'stores nothing': () => ({
    append: (_, __, events) => TE.right({ version: events.length, position: inventedPosition }),
  }),
  'ignores the expected version': (honest) => ({ append: (stream, _, events) => honest.append(stream, 'any', events) }),
  'ignores the expected version of a stream that exists': (honest) => ({
    append: (stream, expected, events) => async () =>
      honest.append(stream, (await versionOf(honest, stream)) > 0 ? 'any' : expected, events)(),
  }),
  'treats `exists` as `any`': (honest) => ({
    append: (stream, expected, events) => honest.append(stream, expected === 'exists' ? 'any' : expected, events),
  }),
  'accepts a future version': (honest) => ({
    append: (stream, expected, events) => async () => {
      const actual = await versionOf(honest, stream)
      const isFuture = typeof expected === 'number' && expected > actual
      return honest.append(stream, isFuture ? actual : expected, events)()
    },
  }),
  'reports success for lost races': (honest) => ({
    append: (...args) => pretendSuccess('WrongVersion', honest.append(...args)),
  }),
  'reports a wrong current version': (honest) => ({
    append: (...args) =>
      TE.mapLeft((failure: EventStoreFailure) => ({ ...failure, actual: -1 }))(honest.append(...args)),
  }),
  'refuses `any` in races': (honest) => ({
    append: (stream, expected, events) => async () => {
      const seen = await versionOf(honest, stream)
      await Promise.resolve()
      return honest.append(stream, expected === 'any' ? seen : expected, events)()
    },
  }),
  'stores the first event of a refused append': (honest) => ({
    append: (stream, expected, events) => async () => {
      const outcome = await honest.append(stream, expected, events)()
      if (E.isLeft(outcome))
        await honest.append(
          stream,
          'any',
          events.slice(0, 1).map((first) => ({ ...first, id: randomUUID() })),
        )()
      return outcome
    },
  }),
  'counts from zero': (honest) => ({
    read: (...args) =>
      changePage((events) => events.map((recorded) => ({ ...recorded, version: recorded.version - 1 })))(
        honest.read(...args),
      ),
  }),
  'returns the position of the first event': (honest) => ({
    append: (...args) =>
      TE.map(({ version, position }: { version: number; position: string }) => ({
        version,
        position: String(Number(position) - args[2].length + 1).padStart(20, '0'),
      }))(honest.append(...args)),
  }),
}

const aboutContents: Readonly<Record<string, Lie>> = {
  'trims stored data': appendsWith((events) => events.map((newEvent) => ({ ...newEvent, data: newEvent.data.trim() }))),
  'normalises stored text': appendsWith((events) =>
    events.map((newEvent) => ({ ...newEvent, meta: newEvent.meta.normalize('NFKC') })),
  ),
  'accepts malformed appends': (honest) => ({
    append: (...args) => pretendSuccess('Malformed', honest.append(...args)),
  }),
  'repairs malformed appends': (honest) => ({
    append: (stream, expected, events) =>
      honest.append(
        stream,
        expected,
        validateAppend(stream, expected, events)
          ? [{ id: randomUUID(), type: 'Repaired', data: '{}', meta: '{}' }]
          : events,
      ),
  }),
  'fails appends that follow a malformed one': (honest) => {
    let failuresLeft = 0
    return {
      append:
        (...args) =>
        async () => {
          const outcome = await honest.append(...args)()
          if (E.isLeft(outcome) && outcome.left.type === 'Malformed') failuresLeft = 5
          else if (failuresLeft-- > 0) return E.left({ type: 'Unavailable', cause: 'after a malformed append' })
          return outcome
        },
    }
  },
  'refuses large events': (honest) => ({
    append: (stream, expected, events) =>
      events.some(({ data }) => data.length > 500_000)
        ? TE.left({ type: 'Malformed', why: 'large' })
        : honest.append(stream, expected, events),
  }),
}

const aboutRepeats: Readonly<Record<string, Lie>> = {
  'forgets earlier appends': (honest) => forgetful(honest, (append) => append),
  'forgets appends without a version': (honest) =>
    forgetful(
      honest,
      (append) => (stream, expected, events) =>
        (expected === 'any' || expected === 'exists' ? append : honest.append)(stream, expected, events),
    ),
  'stores repeated appends again': (honest) => {
    const known = new Set<string>()
    return forgetful(honest, (append) => (stream, expected, events) => {
      const [first] = events
      const isReplay = first !== undefined && known.has(first.id)
      if (first) known.add(first.id)
      return append(stream, isReplay ? 'any' : expected, events)
    })
  },
  'forgets an append once later ones follow': (honest) => ({
    append: (stream, expected, events) => async () => {
      const outcome = await honest.append(stream, expected, events)()
      const current = await versionOf(honest, stream)
      if (E.isLeft(outcome) || outcome.right.version === current) return outcome
      return E.left({ type: 'WrongVersion', expected, actual: current })
    },
  }),
  'accepts part of an append as a repeat': (honest) => ({
    append: (...args) => pretendSuccess('IdsAlreadyUsed', honest.append(...args)),
  }),
}

export const writingLies: Readonly<Record<string, Lie>> = { ...aboutVersions, ...aboutContents, ...aboutRepeats }
