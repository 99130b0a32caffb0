import { config } from 'zod'

/**
 * Interprets schemas, as the content security policy forbids eval. Imported before any schema, in the entry and in the
 * schema chunk.
 */
config({ jitless: true })
