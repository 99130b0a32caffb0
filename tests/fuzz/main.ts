import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withOwnServer } from '../crash/server-process.ts'
import { apiClient } from '../support/api-client.ts'
import { aftermathFaults } from './aftermath.ts'
import { expectedRejections } from './example-check.ts'
import { fuzz } from './fuzz.ts'
import { readStalls, requestRecorder } from './stalls.ts'
import { fuzzedSettings } from './world.ts'

const usage = `Usage: npm run fuzz -- [options]

Sends requests over the whole contract, each differing from a valid one in one place.

  --seed number      repeat the requests of an earlier run
  --requests number  10,000 by default`

const readOptions = () => {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, requests: { type: 'string' } } })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const requests = Number(values.requests ?? 10_000)
  if (!Number.isInteger(seed) || !Number.isInteger(requests) || requests < 1) throw new Error('not a whole number')
  return { seed, requests }
}

const readOptionsOrExit = () => {
  try {
    return readOptions()
  } catch {
    console.error(usage)
    process.exit(1)
  }
}

/** No request may occupy the event loop for longer. */
const maxStallMs = 100
const slowStallMs = 50

const longest = (all: readonly number[]) => all.toSorted((a, b) => b - a).slice(0, 5)

const { seed, requests } = readOptionsOrExit()
const faults: string[] = []
const stallsIn = (folder: string) => join(folder, 'stalls')
const server = {
  envIn: (folder: string) => ({ ...fuzzedSettings, STALLS_FILE: stallsIn(folder) }),
  preload: new URL('event-loop-monitor.ts', import.meta.url).href,
}
await withOwnServer('fuzz', server, async ({ garbo: { address, config }, folder }) => {
  console.log(`${requests} requests with seed ${seed}`)
  const begin = Date.now()
  const readAfter = { position: '' }
  const garbo = { address, config, visitor: () => apiClient(address, address, readAfter) }
  const recorder = requestRecorder()
  const print = (line: string) => console.log(line)
  const report = await fuzz(garbo, { seed, requests, worldSize: 500, print, onRequest: recorder.record })
  console.log(`responses by status: ${JSON.stringify(report.statuses)}`)
  for (const [name, { status, because }] of Object.entries(expectedRejections))
    console.log(`  the example of ${name} is rejected with ${status}, because ${because}`)
  faults.push(...report.rejectedExamples.map((one) => `valid, but rejected: ${one}`))
  faults.push(...report.faults, ...(await aftermathFaults(garbo)))
  for (const slow of recorder.slowest(5)) console.log(slow)
  // what happens before the server listens delays nobody
  const stalls = readStalls(stallsIn(folder)).filter(({ from }) => from >= begin)
  console.log(`longest stalls of the event loop: ${longest(stalls.map(({ ms }) => ms)).join(', ')} ms`)
  for (const stall of stalls.filter(({ ms }) => ms >= slowStallMs)) {
    const during = recorder.during(stall)
    const described = `the event loop stood still for ${stall.ms} ms during\n${during.join('\n') || '  no request'}`
    if (stall.ms > maxStallMs) faults.push(described)
    else console.log(described)
  }
})
for (const fault of faults) console.error(fault)
console.log(`${requests} requests with seed ${seed}, ${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
