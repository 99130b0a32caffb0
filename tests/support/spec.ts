import { expect } from 'vitest'
import { fold, type Decider } from '../../domain/kernel/decider.ts'
import { E } from '../../domain/kernel/fp.ts'

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
