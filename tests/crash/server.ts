import { readConfig } from '../../infrastructure/composition/config.ts'
import { startGarbo } from '../../infrastructure/composition/garbo.ts'

/** Garbo without screens and without limits for people, to be killed. */
const generous = { max: 1_000_000, windowSeconds: 60 }
const limits = { login: generous, registration: generous, code: generous, search: generous, write: generous }
const garbo = await startGarbo({ config: readConfig(process.env), screens: null, limits })
process.send?.({ address: garbo.address })
void garbo.ended.then(() => process.exit(1))
process.once('SIGTERM', () => void garbo.stop().then(() => process.exit(0)))
