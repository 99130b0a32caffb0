import './engine.ts'
import { readConfig } from './config.ts'
import { serveOrSay } from './serve.ts'

await serveOrSay(() => ({ config: readConfig(process.env) }))
