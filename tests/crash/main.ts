import { runCrashTest } from './crash-test.ts'

/** Number of rounds, 20 by default: `npm run crash -- 50`. */
const rounds = Number(process.argv[2] ?? 20)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: npm run crash -- [rounds]')
  process.exit(1)
}
const report = await runCrashTest(rounds, (line) => console.log(line))
console.log(
  `${report.rounds} rounds, ${report.acknowledged} acknowledged, ${report.checkpoints} checkpoints shown, ${report.events} events, ${report.faults.length} faults`,
)
for (const fault of report.faults) console.error(`  ${fault}`)
process.exit(report.faults.length === 0 ? 0 : 1)
