import { config } from 'zod'

/** Schemas are read, not compiled: our pages allow no eval. Imported before any schema, in the entry and in the chunk of the schemas. */
config({ jitless: true })
