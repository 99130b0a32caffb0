import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyOf } from '../../application/history.ts'
import { readState, writeState } from '../../application/state-text.ts'
import { type Aggregate, type Decider, fold } from '../../domain/kernel/decider.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import { memoryEventStore } from '../../infrastructure/event-store/memory/memory-event-store.ts'
import { plainSealing } from './plain-sealing.ts'
import { at } from './sample-values.ts'

const keepEverything = { minEvents: 1, maxEvents: 1_000, eventsPerSnapshot: 1_000 }
const unattended: EventMetadata = {
  correlationId: 'test',
  causationId: null,
  actor: { id: null, role: 'operator' },
  occurredAt: at('2026-03-01'),
}

/** given(history).when(command).then(events) | .thenNothing() | .thenRejected(rejection) */
export const spec = <C, Ev, S, R>(decider: Decider<C, Ev, S, R>) => ({
  given: (...history: readonly Ev[]) => ({
    when: (command: C) => {
      const decided = decider.decide(command, fold(decider, history))
      return {
        then: (...events: readonly Ev[]) => expect(decided).toEqual(E.right(events)),
        thenNothing: () => expect(decided).toEqual(E.right([])),
        thenRejected: (rejection: R) => expect(decided).toEqual(E.left(rejection)),
      }
    },
  }),
})

/**
 * Properties of every decider over histories of accepted commands. Draw ids from two or three values and instants from a few
 * days, or few commands are accepted; the last test names the events that were never reached.
 */
export const testDeciderProperties = <C, Ev extends AnyEvent, S, R>(
  name: string,
  aggregate: Aggregate<C, Ev, S, R>,
  command: fc.Arbitrary<C>,
  { longest = 20, unreached = [] }: { readonly longest?: number; readonly unreached?: readonly Ev['type'][] } = {},
) => {
  const commands = fc.array(command, { minLength: 1, maxLength: longest, size: 'max' })
  const histories = commands.map((all) => acceptedEvents(aggregate, all))
  /** Events in an order that no decider produces; a damaged log must be readable too. */
  const scrambled = histories.chain((events) => fc.shuffledSubarray([...events]))

  describe(`${name}, for every history`, () => {
    it('a repeated command changes nothing', () =>
      fc.assert(
        fc.property(histories, command, (past, again) => {
          const first = aggregate.decide(again, fold(aggregate, past))
          if (E.isLeft(first)) return
          expect(aggregate.decide(again, fold(aggregate, [...past, ...first.right]))).toEqual(E.right([]))
        }),
      ))

    it('a rejection is a value with a name', () =>
      fc.assert(
        fc.property(histories, command, (past, next) => {
          const decided = aggregate.decide(next, fold(aggregate, past))
          const outcome = E.isLeft(decided) ? (decided.left as { readonly type?: unknown }).type : 'Accepted'
          expect(outcome).toMatch(/^[A-Z][A-Za-z]+$/)
        }),
      ))

    it('evolve never throws and never mutates, for any log', () =>
      fc.assert(
        fc.property(scrambled, command, (past, next) => {
          const state = fold(aggregate, past)
          aggregate.decide(next, state)
          expect(fold(aggregate, past)).toEqual(state)
        }),
      ))

    it('a state cached between loads equals the fold of the whole stream', () =>
      fc.assert(
        fc.asyncProperty(histories, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), async (past, steps) => {
          const store = memoryEventStore()
          const history = historyOf(store, plainSealing, aggregate.events, { limits: keepEverything })
          for (let done = 0, step = 0; done < past.length; step++) {
            const next = past.slice(done, done + (steps[step % steps.length] ?? 1))
            done += next.length
            const facts = next.map((event) => ({ id: randomUUID(), event, meta: unattended }))
            await history.append('stream-1', 'any', facts)()
            const whole = { version: done, state: fold(aggregate, past.slice(0, done)) }
            expect(await history.load(aggregate, 'stream-1', 'omitted')()).toEqual(
              E.right(expect.objectContaining(whole)),
            )
          }
        }),
        { numRuns: 20 },
      ))

    it('a state survives being written to a snapshot', () =>
      fc.assert(
        fc.property(histories, command, (past, next) => {
          const state = fold(aggregate, past)
          const read = readState(writeState(state) ?? 'null') as S
          expect(read).toEqual(state)
          expect(aggregate.decide(next, read)).toEqual(aggregate.decide(next, state))
          expect(fold({ ...aggregate, initial: read }, past)).toEqual(fold({ ...aggregate, initial: state }, past))
        }),
      ))

    it('every event survives serialisation', () =>
      fc.assert(
        fc.property(histories, (past) => {
          for (const { type, data } of past) {
            const read = aggregate.events.codecs.get(type)?.decode(JSON.parse(JSON.stringify(data)))
            expect(read).toEqual(E.right({ type, data }))
          }
        }),
      ))

    it('these properties cover every event', () => {
      const seen = new Set(fc.sample(histories, { numRuns: 500, seed: 7 }).flatMap((past) => past.map((e) => e.type)))
      expect([...aggregate.events.codecs.keys()].filter((type) => !seen.has(type)).sort()).toEqual(
        [...unreached].sort(),
      )
    })
  })
}

/** Histories made only of accepted commands. */
export const histories = <C, Ev extends AnyEvent, S, R>(aggregate: Aggregate<C, Ev, S, R>, command: fc.Arbitrary<C>) =>
  fc.array(command, { minLength: 1, maxLength: 20, size: 'max' }).map((commands) => acceptedEvents(aggregate, commands))

/** Whether the command is accepted and records something, which is when a screen may offer it. */
export const hasEffect = <C, Ev, S, R>(decider: Decider<C, Ev, S, R>, state: S, command: C): boolean => {
  const decided = decider.decide(command, state)
  return E.isRight(decided) && decided.right.length > 0
}

const acceptedEvents = <C, Ev, S, R>(aggregate: Aggregate<C, Ev, S, R>, commands: readonly C[]): readonly Ev[] => {
  const events: Ev[] = []
  let state = aggregate.initial
  for (const command of commands) {
    const decided = aggregate.decide(command, state)
    if (E.isLeft(decided)) continue
    events.push(...decided.right)
    state = decided.right.reduce(aggregate.evolve, state)
  }
  return events
}

/** The state after those of the commands that are accepted, one after the other. */
export const stateAfterAccepted = <C, Ev, S, R>(aggregate: Aggregate<C, Ev, S, R>, commands: readonly C[]): S =>
  fold(aggregate, acceptedEvents(aggregate, commands))
