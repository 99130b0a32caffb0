import type { EventEnvelope, Position } from '../domain/kernel/event-envelope.ts'
import { E } from '../domain/kernel/fp.ts'
import type { AnyPolicy, PolicyFailure } from './policy.ts'

/** No chain of reactions is longer than this: a longer one is a circle. */
const maxChainLength = 8

/**
 * Runs the policies at once on what a request just recorded, then on what they recorded. Answers a position by which all of
 * it stands in the log, whoever was quicker; null when nobody listened. Effects are left to the catch-up run, which alone
 * writes the outbox.
 */
export const runPoliciesInline =
  (
    policies: readonly AnyPolicy[],
    head: () => Promise<Position | null>,
    failed: (policy: string, failure: PolicyFailure) => void,
    all: Scheduling = concurrently,
  ) =>
  async (recorded: readonly EventEnvelope[]): Promise<Position | null> => {
    let latest = recorded
    let listened = false
    for (let link = 0; latest.length > 0 && link < maxChainLength; link++) {
      const next: EventEnvelope[] = []
      for (const cause of latest) {
        const reactions = policies.flatMap(({ name, events, react }) =>
          react !== undefined && events.codecs.has(cause.event.type)
            ? [async () => ({ name, reacted: await react(cause as EventEnvelope<never>)() })]
            : [],
        )
        listened ||= reactions.length > 0
        for (const { name, reacted } of await all(reactions))
          if (E.isRight(reacted)) next.push(...reacted.right)
          else failed(name, reacted.left)
      }
      latest = next
    }
    return listened ? head() : null
  }

/** How the reactions to one event are gone through; what they answered stands in the order of the policies. */
type Scheduling = <A>(reactions: readonly (() => Promise<A>)[]) => Promise<readonly A[]>

/** As the policies' own runs do. */
const concurrently: Scheduling = (reactions) => Promise.all(reactions.map((reaction) => reaction()))

/** What they write stands in the same order every time. */
export const sequentially: Scheduling = async (reactions) => {
  const answers = []
  for (const reaction of reactions) answers.push(await reaction())
  return answers
}
