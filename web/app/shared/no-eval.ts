import { config } from 'zod'

/** Schemas are read, not compiled: our pages allow no eval. Must be the first import of the app. */
config({ jitless: true })
