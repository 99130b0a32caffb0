import './v8-flags.ts'
import { readConfig } from './config.ts'
import { serveOrExit } from './serve.ts'

await serveOrExit(() => ({ config: readConfig(process.env) }))
