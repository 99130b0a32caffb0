import { appendFileSync } from 'node:fs'
import { runWitness } from '../../infrastructure/audit/witness.ts'

/** A witness that also notes every checkpoint it is shown. */
const [from = '', file = '', notes = ''] = process.argv.slice(2)
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
// the test that started it has been killed
process.once('disconnect', () => process.exit(1))

const noting: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.ok && input instanceof URL && input.pathname.endsWith('/checkpoints'))
    appendFileSync(notes, `${JSON.stringify(await response.clone().json())}\n`)
  return response
}

const silent = () => undefined
await runWitness(
  { from, file, name: 'crash.example/witness', print: silent, warn: silent, fetch: noting, pauseMs: 20 },
  stopping.signal,
)
process.exit(0)
