import type { EventEmitter } from 'node:events'

/** Preloaded into the API by `dev.ts`: reports how the API ended, and ends it with the process that watches it. */
process.on('exit', (exitCode) => process.send?.({ exitCode }))
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Node reports each module it loads to the watching process, which may have ended; `disconnect` follows
const channel: EventEmitter = process
channel.on('error', () => undefined)
