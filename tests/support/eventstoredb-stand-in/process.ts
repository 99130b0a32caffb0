import { openDisk } from './disk.ts'
import { createEventLog } from './event-log.ts'
import { startEventStoreDbStandIn } from './server.ts'
import { scavengeable } from './stream-rules.ts'

/** What the parent process asks for. */
export type StandInRequest = { readonly diskDelayMs: number } | { readonly scavenge: true }

// A stand-in in a process by itself, on the folder and the port of its arguments.
const [folder = '', port = '0'] = process.argv.slice(2)
const disk = await openDisk(folder)
const log = createEventLog(disk)
const standIn = await startEventStoreDbStandIn({ log, port: Number(port) })

const handle = async (request: StandInRequest) => {
  if ('diskDelayMs' in request) return disk.slowDown(request.diskDelayMs)
  const removed = scavengeable(log)
  await disk.recordScavenge(removed)
  log.scavenge(removed)
}
process.on('message', (request: StandInRequest) => void handle(request).then(() => process.send?.({ done: true })))
process.on('SIGTERM', () => void standIn.stopGracefully().then(() => process.exit()))
process.on('disconnect', () => process.exit())
process.send?.({ port: standIn.port })
