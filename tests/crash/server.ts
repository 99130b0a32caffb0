import { readConfig } from '../../infrastructure/composition/config.ts'
import { startGarbo } from '../../infrastructure/composition/garbo.ts'
import { unlimitedRates } from '../support/rate-limits.ts'

/** Garbo without screens and without limits for people, to be killed. */
const garbo = await startGarbo({ config: readConfig(process.env), webAppFolder: null, rateLimits: unlimitedRates })
process.send?.({ address: garbo.address })
void garbo.ended.then(() => process.exit(1))
process.once('SIGTERM', () => void garbo.stop().then(() => process.exit(0)))
