/** What requests of this process do and have done; its catch-up runs wait for them and do not repeat their reactions. */
export interface InFlight {
  readonly track: <A>(correlationId: string, work: () => Promise<A>) => Promise<A>
  /** Resolves when this process executes no command with this correlation id. */
  readonly whenDone: (correlationId: string) => Promise<void>
  /** Records that a request has run the policy for the event, with success. */
  readonly recordReaction: (policy: string, eventId: string) => void
  /** Whether it has, as far as this process remembers; forgets it. */
  readonly takeReaction: (policy: string, eventId: string) => boolean
}

/** Reactions whose catch-up run is in another process, or far behind, are forgotten and repeated. */
const maxReactions = 10_000

export const inFlightCommands = (): InFlight => {
  const running = new Map<string, Set<Promise<unknown>>>()
  const reactions = new Set<string>()
  return {
    track: async (correlationId, work) => {
      const commands = running.get(correlationId) ?? new Set()
      running.set(correlationId, commands)
      const result = work()
      commands.add(result)
      try {
        return await result
      } finally {
        commands.delete(result)
        if (commands.size === 0) running.delete(correlationId)
      }
    },
    whenDone: async (correlationId) => {
      const commands = running.get(correlationId)
      if (commands !== undefined) await Promise.allSettled(commands)
    },
    recordReaction: (policy, eventId) => {
      reactions.add(reactionOf(policy, eventId))
      const [oldest] = reactions
      if (reactions.size > maxReactions && oldest !== undefined) reactions.delete(oldest)
    },
    takeReaction: (policy, eventId) => reactions.delete(reactionOf(policy, eventId)),
  }
}

const reactionOf = (policy: string, eventId: string) => `${policy} ${eventId}`
