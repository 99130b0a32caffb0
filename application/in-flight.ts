/** Commands this process is executing, by correlation id. Its catch-up runs skip their events. */
export interface InFlight {
  readonly track: <A>(correlationId: string, work: () => Promise<A>) => Promise<A>
  /** Resolves when this process executes no command with this correlation id. */
  readonly whenDone: (correlationId: string) => Promise<void>
}

export const inFlightCommands = (): InFlight => {
  const held = new Map<string, Set<Promise<unknown>>>()
  return {
    track: async (correlationId, work) => {
      const working = held.get(correlationId) ?? new Set()
      held.set(correlationId, working)
      const mine = work()
      working.add(mine)
      try {
        return await mine
      } finally {
        working.delete(mine)
        if (working.size === 0) held.delete(correlationId)
      }
    },
    whenDone: async (correlationId) => {
      const working = held.get(correlationId)
      if (working !== undefined) await Promise.allSettled(working)
    },
  }
}
