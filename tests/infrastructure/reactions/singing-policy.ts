import { randomUUID } from 'node:crypto'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { type Policy, policyMetadata, toReaction } from '../../../application/policy.ts'
import type { Aggregate } from '../../../domain/kernel/decider.ts'
import { type EventIn, family } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { allCardEvents, type AnyCardEvent, Stamped, torn } from '../projections/card-projections.ts'
import type { TestLog } from '../projections/test-log.ts'

const events = family(Stamped)
export type StampedEvent = EventIn<typeof events>
export type SingingPolicy = Policy<StampedEvent>

/** A choir sings for each card once; its state records what it has sung. */
const choir: Aggregate<{ readonly card: string }, AnyCardEvent, readonly string[], { readonly type: 'Hoarse' }> = {
  category: 'choir',
  events: allCardEvents,
  initial: [],
  evolve: (sung, event) => (event.type === 'Torn' ? [...sung, event.data.cardId] : sung),
  decide: ({ card }, sung) => {
    if (card === 'hoarse') return E.left({ type: 'Hoarse' })
    return E.right(sung.includes(card) ? [] : [torn(card)])
  },
}

/** Makes the choir of a card sing in the same log; rejections in `expected` count as done. */
export const sing = ({ history }: Pick<TestLog, 'history'>, expected: readonly 'Hoarse'[] = []) => {
  const execute = decideAndAppend({ history, newId: randomUUID })
  return ((recorded) => {
    const meta = policyMetadata({ name: 'singing' }, recorded, '2026-05-04T10:00:00.000Z' as Instant)
    return toReaction(execute(choir, recorded.event.data.cardId, { card: recorded.event.data.cardId }, meta), expected)
  }) satisfies SingingPolicy['react']
}

/** For each stamped card, the choir sings once, a postcard is sent and, much later, a bill. */
export const singing = (log: Pick<TestLog, 'history'>, overrides: Partial<SingingPolicy> = {}): SingingPolicy => ({
  name: 'singing',
  events,
  startsFrom: 'beginning',
  react: sing(log),
  effects: ({ event }) => [
    { id: 'postcard', queue: 'mail', job: 'postcard', data: { card: event.data.cardId } },
    {
      id: 'bill',
      queue: 'mail',
      job: 'bill',
      data: { points: event.data.points },
      runAt: new Date('2030-01-01T00:00:00.123Z'),
    },
  ],
  ...overrides,
})
