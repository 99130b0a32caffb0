import type { Pool } from 'pg'

/** Compares this machine's clock with the database's: at the start, every minute, and after this machine's was set. */
export interface DatabaseClock {
  /** How far this machine is behind the database, as last measured, in milliseconds. */
  readonly skewMs: () => number
  /** `listener` is called now and after each measurement. */
  readonly onMeasured: (listener: (skewMs: number) => void) => void
  readonly close: () => void
}

const defaultIntervalMs = 60_000
/** How often this machine's clock is compared with the time that has passed. */
const stepCheckMs = 1_000
/** By how much they must have parted for the clock to have been set. */
const minStepMs = 1_000
/** The fastest of a few queries is the most exact: a slow one hides when the database read its clock. */
const attempts = 3

/** Rejects if the database does not respond to the first measurement; later ones are skipped then. */
export const databaseClock = async (
  pool: Pick<Pool, 'query'>,
  localMs: () => number = Date.now,
  intervalMs = defaultIntervalMs,
): Promise<DatabaseClock> => {
  let skewMs = await measureSkew(pool, localMs)
  const startedAtMs = () => localMs() - performance.now()
  let lastStartedAtMs = startedAtMs()
  const listeners: ((skewMs: number) => void)[] = []
  let isMeasuring = false
  const measureAgain = async () => {
    // a database that does not respond keeps a measurement waiting for longer than the next one is due
    if (isMeasuring) return
    isMeasuring = true
    const measured = await measureSkew(pool, localMs).catch(() => null)
    isMeasuring = false
    if (measured === null) return
    skewMs = measured
    lastStartedAtMs = startedAtMs()
    for (const listener of listeners) listener(measured)
  }
  const checkForStep = () => {
    if (Math.abs(startedAtMs() - lastStartedAtMs) > minStepMs) void measureAgain()
  }
  const timers = [setInterval(() => void measureAgain(), intervalMs), setInterval(checkForStep, stepCheckMs)]
  for (const timer of timers) timer.unref()
  return {
    skewMs: () => skewMs,
    onMeasured: (listener) => {
      listeners.push(listener)
      listener(skewMs)
    },
    close: () => timers.forEach((timer) => clearInterval(timer)),
  }
}

const measureSkew = async (pool: Pick<Pool, 'query'>, localMs: () => number): Promise<number> => {
  const samples: { readonly durationMs: number; readonly skewMs: number }[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const sent = localMs()
    const { rows } = await pool.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    )
    const received = localMs()
    samples.push({ durationMs: received - sent, skewMs: (rows[0]?.at ?? sent) - (sent + received) / 2 })
  }
  return samples.toSorted((a, b) => a.durationMs - b.durationMs)[0]?.skewMs ?? 0
}
