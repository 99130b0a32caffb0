import { randomUUID } from 'node:crypto'
import type { EventStore, NewEvent, RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'

/** Checks one guarantee. `stream` is unique, and so are all names that start with it. */
export type Check = (store: EventStore, stream: string) => Promise<void>
export type Guarantees = Readonly<Record<string, Check>>

export const event = (n = 1): NewEvent => ({
  id: randomUUID(),
  type: 'Happened',
  data: JSON.stringify({ n }),
  meta: '{"by":"test"}',
})

export const events = (count: number): readonly NewEvent[] => Array.from({ length: count }, (_, n) => event(n))

export const ok = async <A>(task: () => Promise<E.Either<unknown, A>>): Promise<A> => {
  const outcome = await task()
  if (E.isLeft(outcome)) throw new Error(`expected success, got ${JSON.stringify(outcome.left)}`)
  return outcome.right
}

/** All events after a position, read page by page. */
export const everythingAfter = async (
  store: EventStore,
  after: Position | null,
  limit = 1_000,
): Promise<readonly RecordedEvent[]> => {
  const seen: RecordedEvent[] = []
  for (let from = after; ;) {
    const page = await ok(store.readAll(from, limit))
    if (page.length === 0) return seen
    if (page.length > limit) throw new Error(`requested ${limit} events, got ${page.length}`)
    seen.push(...page)
    const last = page.at(-1)?.position ?? null
    if (last === from) throw new Error('the log does not advance')
    from = last
  }
}

export const idsOf = (events: readonly { readonly id: string }[]): readonly string[] => events.map(({ id }) => id)

/** Events of streams whose names start with `stream`. */
export const ownedBy = (stream: string, recorded: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  recorded.filter((event) => event.stream.startsWith(stream))

/** A store that delivers nothing for this long is considered stuck. */
const silenceTimeoutMs = 10_000

export const unlessSilent = async <A>(outcome: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store does not respond')), silenceTimeoutMs)
  })
  try {
    return await Promise.race([outcome, silence])
  } finally {
    clearTimeout(timer)
  }
}

export interface Listener {
  /** Resolves with the watched streams' events once there are at least `count`. */
  readonly until: (count: number) => Promise<readonly RecordedEvent[]>
  /** Aborts; resolves with all delivered events once the subscription has ended. */
  readonly stop: () => Promise<readonly RecordedEvent[]>
}

/** Subscribes in the background. Fails on an empty page and on a subscription that ends before it is aborted. */
export const listen = (store: EventStore, stream: string, after: Position | null): Listener => {
  const controller = new AbortController()
  const seen: RecordedEvent[] = []
  let wake: () => void = () => undefined
  const run = async () => {
    for await (const page of store.subscribe(after, controller.signal)) {
      if (page.length === 0) throw new Error('the subscription delivered an empty page')
      seen.push(...ownedBy(stream, page))
      wake()
    }
    if (!controller.signal.aborted) throw new Error('the subscription ended early')
  }
  const ended = run()
  ended.catch(() => undefined)
  return {
    until: async (count) => {
      while (seen.length < count) {
        const more = new Promise<void>((resolve) => {
          wake = resolve
        })
        await unlessSilent(Promise.race([more, ended]))
      }
      return [...seen]
    },
    stop: async () => {
      controller.abort()
      await unlessSilent(ended)
      return [...seen]
    },
  }
}
