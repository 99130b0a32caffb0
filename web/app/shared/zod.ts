import { config } from 'zod/v4'

/** The app's `zod` (an alias in vite.config.ts): without generated code, which the content security policy forbids. */
config({ jitless: true })

export * from 'zod/v4'
