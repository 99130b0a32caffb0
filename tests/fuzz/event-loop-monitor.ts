import { appendFileSync } from 'node:fs'
import { performance, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * A module to import first into a Garbo: appends the stalls of its event loop and its garbage collections to the file
 * `STALLS_FILE`, one a line. A stall in which the thread did not compute is the machine's and is not counted.
 */
const file = process.env['STALLS_FILE']
const tickMs = 10
const reportedMs = 20
const reportedCollectionMs = 5

if (file !== undefined && isMainThread) {
  const append = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  let [last, used] = [Date.now(), cpuMs()]
  setInterval(() => {
    const [now, usedNow] = [Date.now(), cpuMs()]
    const ms = Math.min(now - last - tickMs, usedNow - used)
    if (ms > reportedMs) append({ kind: 'stall', from: last, to: now, ms: Math.round(ms) })
    last = now
    used = usedNow
  }, tickMs).unref()
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const from = performance.timeOrigin + startTime
      if (duration > reportedCollectionMs) append({ kind: 'collection', from, to: from + duration, ms: duration })
    }
  }).observe({ entryTypes: ['gc'] })
}

/** Computing time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
