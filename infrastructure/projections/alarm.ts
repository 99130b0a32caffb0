export interface Alarm {
  /** Looks again when to ring next. */
  readonly set: () => void
  /** Rings no more; resolves when the last ring is over. */
  readonly stop: () => Promise<void>
}

/** Rings when it is `due` (performance.now(); Infinity: never), one ring at a time. */
export const alarm = (due: () => number, ring: () => Promise<void>): Alarm => {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let stopped = false
  const set = () => {
    clearTimeout(timer)
    const at = due()
    if (stopped || at === Infinity) return
    timer = setTimeout(now, Math.max(at - performance.now(), 0))
  }
  const now = () => {
    turn = turn.then(ring).then(set)
  }
  return {
    set,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
