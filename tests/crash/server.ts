import { readConfig } from '../../infrastructure/composition/config.ts'
import { startGarbo } from '../../infrastructure/composition/garbo.ts'
import { unlimitedRates } from '../support/rate-limits.ts'

/** Garbo without the web app and without rate limits. */
const garbo = await startGarbo({ config: readConfig(process.env), webAppFolder: null, rateLimits: unlimitedRates })
process.send?.({ address: garbo.address ?? garbo.healthAddress })
void garbo.ended.then(() => process.exit(1))
process.once('SIGTERM', () => void garbo.stop().then(() => process.exit(0)))
// the test that started it has been killed
process.once('disconnect', () => process.exit(1))
