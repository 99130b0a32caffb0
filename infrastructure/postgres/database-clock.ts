import type { Pool } from 'pg'

/** Compares this machine's clock with the database's, at the start and every minute. */
export interface DatabaseClock {
  /** How far this machine is behind the database, as last measured, in milliseconds. */
  readonly skewMs: () => number
  /** `listener` is called now and after each measurement. */
  readonly onMeasured: (listener: (skewMs: number) => void) => void
  readonly close: () => void
}

const defaultIntervalMs = 60_000
/** The fastest of a few queries is the most exact: a slow one hides when the database read its clock. */
const attempts = 3

/** Rejects if the database does not respond to the first measurement; later ones are skipped then. */
export const databaseClock = async (
  pool: Pick<Pool, 'query'>,
  localMs: () => number = Date.now,
  intervalMs = defaultIntervalMs,
): Promise<DatabaseClock> => {
  let skewMs = await measureSkew(pool, localMs)
  const listeners: ((skewMs: number) => void)[] = []
  const measureAgain = async () => {
    const measured = await measureSkew(pool, localMs).catch(() => null)
    if (measured === null) return
    skewMs = measured
    for (const listener of listeners) listener(measured)
  }
  const timer = setInterval(() => void measureAgain(), intervalMs).unref()
  return {
    skewMs: () => skewMs,
    onMeasured: (listener) => {
      listeners.push(listener)
      listener(skewMs)
    },
    close: () => clearInterval(timer),
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
