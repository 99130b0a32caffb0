/**
 * Measures the longest turn of this thread's event loop in milliseconds of processor time; time on the clock would include
 * other processes.
 */
export const measureTurns = () => {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [longest, last, stopped] = [0, spent(), false]
  const turn = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (!stopped) setImmediate(turn)
  }
  turn()
  return {
    stop: () => {
      stopped = true
      return longest
    },
  }
}
