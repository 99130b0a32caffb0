import type { Config } from './config.ts'
import { startGarbo } from './garbo.ts'
import { Refused } from './refused.ts'
import { screensFolder } from './screens.ts'

/** Longer than this the process does not hang on to life. */
const graceMs = 4_500

export interface Serving {
  readonly config: Config
  /** Done before it starts; ended when it is asked to stop. */
  readonly first?: (signal: AbortSignal) => Promise<void>
  readonly ready?: () => void
}

/** Garbo in this process, until it is asked to end by a signal or its Postgres is gone. */
const serve = async ({ config, first, ready }: Serving): Promise<void> => {
  const screens = config.GARBO_ROLE === 'worker' ? null : await screensFolder((line) => console.log(line))
  const stopping = new AbortController()
  const { signal } = stopping
  const starting = (async () => {
    await first?.(signal)
    return signal.aborted ? null : startGarbo({ config, screens })
  })()
  const stop = () => {
    if (signal.aborted) return
    stopping.abort()
    setTimeout(() => process.exit(1), graceMs).unref()
    void starting
      .then((garbo) => garbo?.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const garbo = await starting
  if (garbo === null) return
  void garbo.ended.then(() => {
    if (signal.aborted) return
    console.error('Postgres is gone; start Garbo again.')
    process.exit(1)
  })

  if (config.GARBO_ROLE === 'both') await garbo.ready()
  console.log(garbo.address === null ? 'Garbo is working.' : `Garbo is ready: ${garbo.address}`)
  ready?.()
}

/** What is wrong is said before the process ends of it. */
export const serveOrSay = async (serving: () => Serving): Promise<void> => {
  try {
    await serve(serving())
  } catch (error) {
    console.error(error instanceof Refused ? error.message : error)
    process.exit(1)
  }
}
