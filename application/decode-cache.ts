import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import { holdsPersonalData } from '../domain/kernel/event.ts'
import { E, pipe, TE } from '../domain/kernel/fp.ts'
import type { History, UnreadableEvent } from './history.ts'
import type { RecordedEvent } from './ports/event-store.ts'

/** Events at the end of the log, which all readers of a process receive at about the same time. */
const maxRemembered = 1_000
/** A longer page is that of a reader that catches up alone. */
const maxPage = 200

/**
 * Decodes an event once for all readers that receive the same object. Decrypted personal data is not remembered, so that
 * an erasure applies to whatever is decoded after it.
 */
export const decodeOnce = (decode: History['decode']): History['decode'] => {
  const remembered = new Map<RecordedEvent, { readonly codec: unknown; readonly decoded: EventEnvelope }>()

  const remember = (event: RecordedEvent, codec: unknown, decoded: EventEnvelope) => {
    remembered.set(event, { codec, decoded })
    const [oldest] = remembered.keys()
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
  }

  return (family, page, personalData = 'decrypted') => {
    const codecOf = ({ type }: RecordedEvent) => {
      const codec = family.codecs.get(type)
      return codec !== undefined && (personalData === 'omitted' || !holdsPersonalData(codec)) ? codec : null
    }
    const outcomes = new Map<RecordedEvent, E.Either<UnreadableEvent, EventEnvelope<never>>>()
    for (const event of page) {
      const known = remembered.get(event)
      if (known !== undefined && known.codec === codecOf(event))
        outcomes.set(event, E.right(known.decoded as EventEnvelope<never>))
    }
    const others = page.filter((event) => !outcomes.has(event))
    return pipe(
      others.length === 0 ? TE.right([]) : decode(family, others, personalData),
      TE.map((decoded) => {
        for (const [n, outcome] of decoded.entries()) {
          const event = others[n]
          if (event === undefined) continue
          outcomes.set(event, outcome as E.Either<UnreadableEvent, EventEnvelope<never>>)
          const codec = codecOf(event)
          if (codec !== null && E.isRight(outcome) && page.length <= maxPage) remember(event, codec, outcome.right)
        }
        return page.flatMap((event) => outcomes.get(event) ?? [])
      }),
    )
  }
}
