import './v8-flags.ts'
import { readConfig } from './config.ts'
import { readArguments, serveOrExit } from './serve.ts'

await serveOrExit(() => ({ ...readArguments(process.argv.slice(2)), config: readConfig(process.env) }))
