import { randomUUID } from 'node:crypto'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { type Policy, policyMetadata, toReaction } from '../../../application/policy.ts'
import type { Aggregate } from '../../../domain/kernel/decider.ts'
import { type EventIn, family } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { allCardEvents, type AnyCardEvent, type CardEvent, Stamped, torn } from '../projections/card-projections.ts'
import type { TestLog } from '../projections/test-log.ts'

const events = family(Stamped)
export type StampedEvent = EventIn<typeof events>
export type GreetingPolicy = Policy<StampedEvent>

/** Greets each card once; the state contains the greeted cards. */
const greeting: Aggregate<{ readonly card: string }, AnyCardEvent, readonly string[], { readonly type: 'Blocked' }> = {
  category: 'greeting',
  events: allCardEvents,
  initial: [],
  evolve: (greeted, event) => (event.type === 'Torn' ? [...greeted, event.data.cardId] : greeted),
  decide: ({ card }, greeted) => {
    if (card === 'blocked') return E.left({ type: 'Blocked' })
    return E.right(greeted.includes(card) ? [] : [torn(card)])
  },
}

/** Greets the card in the same log; rejections in `expected` count as done. */
export const greet = ({ history }: Pick<TestLog, 'history'>, expected: readonly 'Blocked'[] = []) => {
  const execute = decideAndAppend({ history, newId: randomUUID })
  return ((recorded) => {
    const meta = policyMetadata({ name: 'greeting' }, recorded, '2026-05-04T10:00:00.000Z' as Instant)
    return toReaction(
      execute(greeting, recorded.event.data.cardId, { card: recorded.event.data.cardId }, meta),
      expected,
    )
  }) satisfies GreetingPolicy['react']
}

/** Greets each stamped card once and sends an e-mail and, much later, a bill. */
export const greetingPolicy = (
  log: Pick<TestLog, 'history'>,
  overrides: Partial<GreetingPolicy> = {},
): GreetingPolicy => ({
  name: 'greeting',
  events,
  startsFrom: 'beginning',
  react: greet(log),
  effects: ({ event }) => [
    { id: 'greeting-mail', queue: 'mail', job: 'greeting-mail', data: { card: event.data.cardId } },
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

/** The cards that have been greeted, in order. */
export const greetedCards = async (log: Pick<TestLog, 'recorded'>) =>
  (await log.recorded())
    .filter(({ stream }) => stream.startsWith('greeting-'))
    .map(({ event }) => (event as CardEvent).data.cardId)
