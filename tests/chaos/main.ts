import { parseArgs } from 'node:util'
import { runChaosTest } from './chaos-test.ts'
import { logStores } from './cluster.ts'
import { formatSeconds, lateTakeovers, slowRecoveries, writeIncidents } from './report.ts'

const usage = `Usage: npm run chaos -- [rounds] [options]

Lets incidents happen in random order under load, each once before any is repeated; 20 rounds by default.

  --seed number  repeat the incidents of an earlier run, in the same order and at the same moments
  --log store    where the log is: postgres (default), or eventstoredb, with its incidents
  --only text    only incidents whose name contains the text
  --write        write the results to docs/benchmarks.md`

const readOptions = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      only: { type: 'string', default: '' },
      log: { type: 'string', default: 'postgres' },
      write: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(positionals[0] ?? 20)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) throw new Error('not a whole number')
  const log = logStores.find((store) => store === values.log)
  if (log === undefined) throw new Error('unknown store')
  return { ...values, rounds, seed, log }
}

const readOptionsOrExit = () => {
  try {
    return readOptions()
  } catch {
    console.error(usage)
    process.exit(1)
  }
}

const { rounds, seed, only, log, write } = readOptionsOrExit()
console.log(`${rounds} rounds with seed ${seed}, log in ${log}`)
const workersLost = log === 'postgres' ? 2 : 0
const report = await runChaosTest({ rounds, seed, only, log, workersLost, print: (line) => console.log(line) })
const slow = slowRecoveries(report)
console.log(
  `${rounds} rounds, ${report.acknowledged} acknowledged, ${report.events} events, ${report.faults.length} faults, ${slow.length} slow recoveries`,
)
for (const { what, tookMs } of report.takeovers)
  console.log(`  the other worker took over from one after ${what}: ${formatSeconds(tookMs)}`)
for (const fault of report.faults) console.error(`  ${fault}`)
for (const { incident, writesAfterMs } of slow)
  console.error(`  ${incident}: writes were accepted only ${formatSeconds(writesAfterMs)} after its end`)
// Lets the command repeat this run
const seedOption = process.argv.includes('--seed') ? '' : ` --seed ${seed}`
if (write) await writeIncidents(report, `npm run chaos -- ${process.argv.slice(2).join(' ')}${seedOption}`, log)
process.exit(report.faults.length + slow.length + lateTakeovers(report).length === 0 ? 0 : 1)
