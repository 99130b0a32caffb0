import { E } from '../domain/kernel/fp.ts'
import type { Recorded } from '../domain/kernel/recorded.ts'
import type { AnyPolicy, PolicyFailure } from './policy.ts'

/** No chain of reactions is longer than this: a longer one is a circle. */
const longestChain = 8

/**
 * Runs the policies at once on what a request just recorded, then on what they recorded.
 * Effects are left to the catch-up run, which alone writes the outbox.
 */
export const reactAtOnce =
  (policies: readonly AnyPolicy[], failed: (policy: string, failure: PolicyFailure) => void) =>
  async (recorded: readonly Recorded[]): Promise<void> => {
    let latest = recorded
    for (let link = 0; latest.length > 0 && link < longestChain; link++) {
      const next: Recorded[] = []
      for (const cause of latest)
        for (const policy of policies) {
          if (policy.react === undefined || !policy.events.codecs.has(cause.event.type)) continue
          const reacted = await policy.react(cause as Recorded<never>)()
          if (E.isRight(reacted)) next.push(...reacted.right)
          else failed(policy.name, reacted.left)
        }
      latest = next
    }
  }
