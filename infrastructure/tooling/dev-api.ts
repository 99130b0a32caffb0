import type { EventEmitter } from 'node:events'

/** Preloaded into the API by `dev.ts`: reports that the API failed, and ends it with the process that watches it. */
process.on('exit', (exitCode) => {
  // a message may still be queued when the process is gone; a signal is not
  if (exitCode !== 0 && process.connected) process.kill(Number(process.env['DEV_PROCESS_ID']), 'SIGUSR2')
})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Node reports each module it loads to the watching process, which may have ended; `disconnect` follows
const channel: EventEmitter = process
channel.on('error', () => undefined)
