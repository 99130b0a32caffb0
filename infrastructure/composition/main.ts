import './engine.ts'
import { Misconfigured, readConfig } from './config.ts'
import { startGarbo } from './garbo.ts'
import { screensFolder } from './screens.ts'

/** Longer than this the process does not hang on to life. */
const graceMs = 4_500

const start = async () => {
  const config = readConfig(process.env)
  const screens = config.GARBO_ROLE === 'worker' ? null : await screensFolder((line) => console.log(line))
  const starting = startGarbo({ config, screens })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), graceMs).unref()
    void starting
      .then((garbo) => garbo.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const garbo = await starting
  void garbo.ended.then(() => {
    if (stopping) return
    console.error('Postgres is gone; start Garbo again.')
    process.exit(1)
  })

  if (config.GARBO_ROLE === 'both') await garbo.ready()
  console.log(garbo.address === null ? 'Garbo is working.' : `Garbo is ready: ${garbo.address}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Misconfigured ? error.message : error)
  process.exit(1)
}
