import type { Command } from 'commander'
import { hostname } from 'node:os'
import { isWitnessName } from '../audit/tree/cosignatures.ts'
import { checkPaths } from '../audit/verifier/command.ts'
import { compareTree } from '../audit/tree/tree-comparison.ts'
import { runWitness } from '../audit/witness.ts'
import type { Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { withResources } from '../composition/operator.ts'
import { OperatorError } from '../operator-error.ts'
import { logInspection } from '../event-store/postgres/postgres-event-store.ts'
import { requireWholeLog } from './log.ts'

/** Adds the commands about the Merkle tree to `garbo audit`. */
export const treeCommands = (audit: Command, config: () => Config): void => {
  audit
    .command('rebuild-tree')
    .description(
      'recompute the Merkle tree from the log and compare it with the stored one; exits with 1 if they differ',
    )
    .action(() => withResources(config(), (resources) => rebuildTree(resources, config())))
  audit
    .command('check')
    .description(
      'check a case bundle or an export, a zip or its folder, and print in Italian what holds; exits with 1 if anything does ' +
        'not. Needs no database and no settings',
    )
    .argument('<archive>')
    .argument('[files...]', 'published keys, later checkpoints and a consistency proof, as the API returns them')
    .action(checkArchive)
  audit
    .command('witness')
    .description(
      'remember the last checkpoint of a Garbo elsewhere and cosign what continues it, until stopped; exits with 1 if the ' +
        'log was forked or shortened. Needs no database and no settings',
    )
    .requiredOption('--from <url>', 'address of Garbo')
    .requiredOption('--state <file>', 'file of the last checkpoint; the key of the witness is in <file>.key')
    .option('--name <name>', 'name of the witness, when its key is created', `${hostname()}/garbo-witness`)
    .option('--once', 'look once')
    .action(watchLog)
}

interface WitnessArguments {
  readonly from: string
  readonly state: string
  readonly name: string
  readonly once?: boolean
}

const print = (line: string): void => console.log(line)
const warn = (line: string): void => console.error(line)

const watchLog = async ({ from, state: file, name, once = false }: WitnessArguments): Promise<void> => {
  if (!URL.canParse(from) || !/^https?:$/.test(new URL(from).protocol))
    throw new OperatorError(`${from} is not an address; an example is https://garbo.example`)
  if (!isWitnessName(name))
    throw new OperatorError(`“${name}” cannot be the name of a witness: no spaces, plus signs or commas.`)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  await runWitness({ from, file, name, once, print, warn }, stopping.signal)
}

const checkArchive = async (archive: string, files: readonly string[]): Promise<void> => {
  const { holds, lines } = await checkPaths(archive, files)
  for (const line of lines) console.log(line)
  if (!holds) process.exitCode = 1
}

const rebuildTree = async (resources: Resources, config: Config): Promise<void> => {
  await requireWholeLog(resources, config, 'The comparison')
  const { store, storage } = resources
  const findGap = config.ESDB_URL === undefined ? logInspection(storage.pool).findGapAfter : async () => null
  const { leaves, checkpoints, faults } = await compareTree(storage.queries, store, findGap)
  console.log(`${leaves} leaves and ${checkpoints} checkpoints recomputed from the log.`)
  for (const fault of faults) console.log(`  ${fault}`)
  console.log(faults.length === 0 ? 'The stored tree is equal.' : 'The stored tree differs.')
  if (faults.length > 0) process.exitCode = 1
}
