/** Work that several users share, and that runs only while there is one. */
export interface SharedWork {
  /** Starts the work for the first user; the result ends it after the last one. */
  readonly enter: () => () => void
  /** Resolves when all work that was started has ended. */
  readonly ended: () => Promise<void>
}

/** `work` never rejects, and ends when its signal aborts: after the last user has left, or with `closing`. */
export const whileInUse = (work: (signal: AbortSignal) => Promise<void>, closing: AbortSignal): SharedWork => {
  let users = 0
  let unused = new AbortController()
  let running = Promise.resolve()
  return {
    enter: () => {
      if (users++ === 0) {
        unused = new AbortController()
        running = Promise.all([running, work(AbortSignal.any([unused.signal, closing]))]).then(() => undefined)
      }
      return () => {
        if (--users === 0) unused.abort()
      }
    },
    ended: () => running,
  }
}
