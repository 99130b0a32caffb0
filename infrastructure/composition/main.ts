import './v8-flags.ts'
import { readConfig } from './config.ts'
import { readArguments, serveOrExit } from './serve.ts'

await serveOrExit(() => {
  const options = readArguments(process.argv.slice(2))
  // a process that starts this one with an IPC channel, such as `npm run dev`, learns that it is ready
  return 'usage' in options
    ? options
    : { ...options, config: readConfig(process.env), onReady: () => process.send?.('ready') }
})
