import type { EventEnvelope, Position } from '../domain/kernel/event-envelope.ts'
import { E } from '../domain/kernel/fp.ts'
import type { AnyPolicy, PolicyFailure } from './policy.ts'

/** Maximum length of a chain of reactions; a longer one is a cycle. */
const maxChainLength = 8

export interface InlinePolicies {
  readonly policies: readonly AnyPolicy[]
  readonly logHead: () => Promise<Position | null>
  readonly onReacted?: (policy: string, cause: EventEnvelope) => void
  readonly onFailure: (policy: string, failure: PolicyFailure) => void
  readonly runAll?: Scheduling
}

/**
 * Runs the policies on the events of a request, then on the events they record. Returns a position that covers them
 * all, even if another process reacted first; null if no policy reacts. Effects are left to the catch-up run, which alone writes
 * them to the outbox.
 */
export const runPoliciesInline =
  ({ policies, logHead, onReacted = () => undefined, onFailure, runAll = concurrently }: InlinePolicies) =>
  async (recorded: readonly EventEnvelope[]): Promise<Position | null> => {
    let causes = recorded
    let hasReacted = false
    for (let round = 0; causes.length > 0 && round < maxChainLength; round++) {
      const next: EventEnvelope[] = []
      for (const cause of causes) {
        const reactions = policies.flatMap(({ name, events, react }) =>
          react !== undefined && events.codecs.has(cause.event.type)
            ? [async () => ({ name, outcome: await react(cause as EventEnvelope<never>)() })]
            : [],
        )
        hasReacted ||= reactions.length > 0
        for (const { name, outcome } of await runAll(reactions))
          if (E.isRight(outcome)) {
            onReacted(name, cause)
            next.push(...outcome.right)
          } else onFailure(name, outcome.left)
      }
      causes = next
    }
    return hasReacted ? logHead() : null
  }

/** How the reactions to one event run; results are in policy order. */
type Scheduling = <A>(reactions: readonly (() => Promise<A>)[]) => Promise<readonly A[]>

/** Reactions interleave, as the catch-up runs of different policies do. */
const concurrently: Scheduling = (reactions) => Promise.all(reactions.map((reaction) => reaction()))

/** Keeps the order of recorded events deterministic. */
export const sequentially: Scheduling = async (reactions) => {
  const outcomes = []
  for (const reaction of reactions) outcomes.push(await reaction())
  return outcomes
}
