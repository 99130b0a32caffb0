import { SimulationRequested } from '../../domain/ava/rule-sets.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(SimulationRequested)

/** Queues a simulation, which reads the whole history and hence runs as a job. @rule Q-68 */
export const simulationsPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'simulations',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => [
    {
      id: 'simulation',
      queue: 'simulations',
      job: 'simulate',
      data: { book: data.book, draftId: data.draftId },
    },
  ],
})
