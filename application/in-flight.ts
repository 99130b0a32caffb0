/** Requests whose commands this process is executing; its catch-up runs wait for them. */
export interface InFlight {
  readonly track: <A>(correlationId: string, work: () => Promise<A>) => Promise<A>
  /** Resolves when this process executes no command with this correlation id. */
  readonly whenDone: (correlationId: string) => Promise<void>
}

export const inFlightCommands = (): InFlight => {
  const running = new Map<string, Set<Promise<unknown>>>()
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
  }
}
