import { handle } from '../../../../application/handle.ts'
import { historyOf } from '../../../../application/history.ts'
import type { Sealing } from '../../../../application/ports/sealing.ts'
import type { Aggregate } from '../../../../domain/kernel/decider.ts'
import { E, TE } from '../../../../domain/kernel/fp.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import type { Metadata } from '../../../../domain/kernel/recorded.ts'
import { closedLoop } from '../../load.ts'
import { added, newId, reviewOf, workload, type Doc, type ReviewGiven } from '../../workload.ts'
import { newEvent, right, store, type Surroundings } from './surroundings.ts'

/** Personal data stays as it is: what sealing costs is another goal. */
export const glass: Sealing = {
  seal: (events) => TE.right(events.map(({ event }) => event.data)),
  open: (events) => TE.right(events.map(({ data }) => data)),
  blank: (events) => events.map(({ data }) => data),
}

const reviewed: Aggregate<ReviewGiven, ReviewGiven, Doc | null, 'TooMany'> = {
  category: 'review',
  events: workload,
  initial: null,
  evolve: added,
  decide: (command, doc) => ((doc?.reviews ?? 0) < 1_000 ? E.right([command]) : E.left('TooMany')),
}

/** What a request carries; emmett's events carry the same. */
export const requestMeta = (): Metadata => ({
  correlationId: newId(),
  causationId: null,
  actor: { id: 'account-0000001', role: 'client' },
  occurredAt: '2026-11-20T10:00:00.000Z' as Instant,
})

export interface Commands {
  readonly callers: number
  readonly commands: number
  /** Events in a command's stream before it. */
  readonly past: number
}

export const commanding = (ours: Surroundings) => ({
  /** Each command meets a stream that no other touches. */
  command: async ({ callers, commands, past }: Commands) => {
    const ids = Array.from({ length: commands }, newId)
    const events = () => Array.from({ length: past }, () => newEvent('doc-0000001'))
    const filled = await closedLoop(16, { operations: commands }, (nth) =>
      store(ours, `review-${ids[nth]}`, 'none', events()),
    )
    if (filled.failed > 0) throw new Error(filled.complaint ?? 'the streams could not be filled')
    const ask = handle({ history: historyOf(ours.store, glass, workload), newId })
    const measured = await closedLoop(callers, { operations: commands }, async (nth) => {
      const { version } = right(await ask(reviewed, ids[nth] ?? '', reviewOf('doc-0000001'), requestMeta())())
      if (version !== past + 1) throw new Error(`version ${version} instead of ${past + 1}`)
    })
    ours.acknowledged.events += measured.operations
    return measured
  },
})
