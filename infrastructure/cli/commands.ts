import { Argument, type Command } from 'commander'
import { resolve } from 'node:path'
import { aggregateOfStream } from '../../application/event-registry.ts'
import { type AccessEntry, outsideRequests } from '../../application/audit/ports.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import { staffRoles } from '../../domain/accounts/vocabulary.ts'
import { E } from '../../domain/kernel/fp.ts'
import { postgresDeviceTokens, postgresSessions } from '../accounts/sessions.ts'
import { scanLog } from '../audit/log-scan.ts'
import { endSigningKey } from '../audit/tree/signing-keys.ts'
import { type Check, verifyLog } from '../audit/log-verification.ts'
import { newId } from '../clock-and-ids.ts'
import { openStorage, openStore, type Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { OperatorError } from '../operator-error.ts'
import {
  accountIdByEmail,
  commandError,
  executeAsOperator,
  operatorConfig,
  withResources,
} from '../composition/operator.ts'
import { demoLogins } from '../demo/accounts.ts'
import { seedDemo } from '../demo/seed.ts'
import { logInspection } from '../event-store/postgres/postgres-event-store.ts'
import {
  adoptNextMasterKey,
  loadMasterKey,
  loadNextMasterKey,
  parseMasterKey,
  rotateMasterKey,
  subjectsIn,
} from '../keyring/keyring.ts'
import { advertisementCommands } from './advertisements.ts'
import { logCommands, requireWholeLog } from './log.ts'
import { outboxCommands } from './outbox.ts'
import { projectionCommands } from './projections.ts'
import { treeCommands } from './tree.ts'

/**
 * Grants and revokes staff roles.
 * @rule Q-11 staff roles are assigned only from the command line
 * @rule Q-108 so is the first ADMIN
 */
const roleCommands: RegisterCommand = (program, config) => {
  const role = program.command('role').description('manage staff roles')
  for (const verb of ['grant', 'revoke'] as const)
    role
      .command(verb)
      .description(verb === 'grant' ? 'grant a staff role to an account' : 'revoke a staff role')
      .argument('<email>', 'e-mail address of the account')
      .addArgument(new Argument('<role>', 'staff role').choices(staffRoles))
      .action((email: string, name: string) =>
        withResources(config(), (resources) => changeRole(resources, verb, email, name)),
      )
}

const changeRole = async (
  resources: Resources,
  verb: 'grant' | 'revoke',
  email: string,
  name: string,
): Promise<void> => {
  const role = staffRoles.find((known) => known === name)
  if (role === undefined) throw new Error(`Unknown role: ${name}`)
  const accountId = await accountIdByEmail(resources, email)
  const at = resources.clock()
  const command = { type: verb === 'grant' ? 'GrantRole' : 'RevokeRole', role, by: null, at } as const
  const correlationId = newId()
  const changes = await executeAsOperator(resources, accountId, command, at, correlationId)
  if (changes > 0) {
    const why = verb === 'grant' ? 'granted' : 'revoked'
    resources.accessLog.record(operatorAct({ what: 'role-change', why, subject: accountId, correlationId }))
  }
  console.log(changes === 0 ? 'No change.' : `${verb === 'grant' ? 'Granted' : 'Revoked'} ${name}.`)
}

const operatorAct = (act: Pick<AccessEntry, 'what' | 'why' | 'subject' | 'correlationId'>): AccessEntry => ({
  ...outsideRequests,
  role: 'OPERATORE',
  ...act,
})

const sessionCommands: RegisterCommand = (program, config) => {
  program
    .command('sessions')
    .description('manage sessions')
    .command('end')
    .description('end all sessions of an account on every device and notify its owner by e-mail')
    .argument('<account>', 'e-mail address or id of the account')
    .action((account: string) => withResources(config(), (resources) => endSessions(resources, config(), account)))
}

/** Sessions end before the event is recorded: a crash in between never records something that has not happened. */
const endSessions = async (resources: Resources, config: Config, account: string): Promise<void> => {
  const accountId = account.includes('@') ? await accountIdByEmail(resources, account) : account
  const { queries } = resources.storage
  const limits = { idleHours: config.SESSION_IDLE_HOURS, maxDays: config.SESSION_MAX_DAYS }
  await postgresSessions(queries, limits).endAllOf(accountId)
  const revoked = await postgresDeviceTokens(queries).revokeAllOf(accountId)()
  if (E.isLeft(revoked)) throw new Error('The database is unavailable', { cause: revoked.left })
  const at = resources.clock()
  const correlationId = newId()
  const command = { type: 'EndSessions', endingId: newId(), by: null, at } as const
  await executeAsOperator(resources, accountId, command, at, correlationId)
  resources.accessLog.record(
    operatorAct({ what: 'sign-out', why: 'other-sessions', subject: accountId, correlationId }),
  )
  console.log('All sessions of the account have ended; its owner will be notified by e-mail.')
}

/** Verifies the log and prints streams. Sealed personal fields are printed as blanks. */
const auditCommands: RegisterCommand = (program, config) => {
  const group = program.command('audit').description('verify and inspect the event log')
  group
    .command('verify')
    .description(
      'read the whole log and verify positions, versions, readability, AVA balances, the wallets table and the ' +
        'protection against changes; exits with 1 if a check fails',
    )
    .action(() => withResources(config(), (resources) => verifyAll(resources, config())))
  group
    .command('replay')
    .description('print the events of a stream, with personal fields left blank')
    .argument('<stream>', 'stream name, for example review-<id>')
    .option('--at <time>', 'only events up to this time (ISO 8601)')
    .action((stream: string, { at }: { readonly at?: string }) =>
      withResources(config(), (resources) => replayStream(resources, stream, at)),
    )
  treeCommands(group, config)
}

const verifyAll = async (resources: Resources, config: Config): Promise<void> => {
  await requireWholeLog(resources, config, 'The audit')
  const { ESDB_URL } = config
  const {
    store,
    history,
    storage: { pool, queries },
  } = resources
  const log = ESDB_URL === undefined ? logInspection(pool) : null
  const checks = await verifyLog({ store, history, queries, log })
  for (const line of report(checks)) console.log(line)
  if (checks.some(({ verdict }) => verdict === 'failed')) process.exitCode = 1
}

const report = (checks: readonly Check[]): readonly string[] => {
  const faults = checks.reduce((sum, { faultCount }) => sum + faultCount, 0)
  return [...checks.flatMap(checkLines), faults === 0 ? 'No faults found.' : `Faults: ${faults}.`]
}

const checkLines = ({ name, verdict, extent, invariant, faults, faultCount }: Check): readonly string[] => [
  `${name.padEnd(16)}${verdict.padEnd(9)}${[extent, verdict === 'passed' ? invariant : ''].filter(Boolean).join(': ')}`,
  ...faults.map(({ stream, position, what }) => `  ${[stream, position].filter(Boolean).join(' ')} ${what}`.trimEnd()),
  ...(faultCount > faults.length ? [`  … and ${faultCount - faults.length} more`] : []),
]

const replayStream = async ({ history }: Resources, stream: string, at: string | undefined): Promise<void> => {
  const until = at === undefined ? null : parseInstant(at)
  const family = aggregateOfStream(stream)?.events
  if (family === undefined)
    throw new OperatorError(`“${stream}” is not the name of a stream; an example is review-<id>.`)
  const past = await history.read(family, stream, 'omitted')()
  if (E.isLeft(past)) throw commandError(past.left)
  if (past.right.length === 0) throw new OperatorError(`The stream ${stream} does not exist.`)
  for (const { version, position, event, meta } of past.right) {
    if (until !== null && meta.occurredAt > until) break
    console.log(JSON.stringify({ version, position, at: meta.occurredAt, actor: meta.actor, ...event }))
  }
}

const parseInstant = (at: string): string => {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) throw new OperatorError(`${at} is not a valid time; use a format like 2026-11-21T09:00:00Z`)
  return new Date(ms).toISOString()
}

/** Deploys the payout contract, which must exist before AVA can be paid out. */
const payoutCommands: RegisterCommand = (program, config) => {
  program
    .command('payouts')
    .description('manage AVA payouts')
    .command('deploy')
    .description('deploy the payout contract and allow it to transfer AVA from the company wallet')
    .action(async () => {
      const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey } = config()
      const { AVA_TOKEN_ADDRESS: token } = config()
      if (!rpcUrl || !chainId || !privateKey || !token)
        throw new Error('Set EVM_RPC_URL, EVM_CHAIN_ID, EVM_PRIVATE_KEY and AVA_TOKEN_ADDRESS first.')
      const deployPayouts = await import('../ava/ethers-chain.ts').then((m) => m.deployPayouts)
      const address = await deployPayouts({ rpcUrl, chainId, privateKey, token })
      console.log(`AVA_PAYOUTS_ADDRESS=${address}`)
    })
}

const keyCommands: RegisterCommand = (program, config) => {
  program
    .command('keys')
    .description('manage encryption keys')
    .command('rotate')
    .description('replace the master key and the key that signs checkpoints; Garbo must be stopped')
    .action(() => rotateKeys(config()))
}

const rotateKeys = async (config: Config): Promise<void> => {
  const folder = resolve(config.GARBO_HOME)
  const { GARBO_MASTER_KEY: text, GARBO_NEXT_MASTER_KEY: next } = config
  if (text !== undefined && next === undefined)
    throw new OperatorError(
      'Set GARBO_NEXT_MASTER_KEY to the new key, for example the output of `openssl rand -base64 32`',
    )
  const from = loadMasterKey({ text, folder })
  const storage = await openStorage(operatorConfig(config))
  const store = openStore(config, storage)
  try {
    const to = text === undefined ? loadNextMasterKey(folder) : parseMasterKey(next ?? '', 'GARBO_NEXT_MASTER_KEY')
    const done = await rotateMasterKey({ pool: storage.pool, from, to, subjects: () => subjectsOf(store) })
    if (done.type === 'Rotated') {
      await endSigningKey(storage.queries)
      console.log(`${done.keys} keys have been wrapped with the new master key.`)
      if (done.unopened > 0) console.log(`${done.unopened} keys could not be opened and were left unchanged.`)
    } else console.log('All keys are already wrapped with the new master key.')
    if (text === undefined)
      console.log(`The former master key is kept for older backups: ${adoptNextMasterKey(folder)}`)
    else console.log('Start Garbo with GARBO_MASTER_KEY set to the new key; keep the former one for older backups.')
  } finally {
    await store.close()
    await storage.close()
  }
}

/** The subjects whose personal data the log holds, one page at a time. */
async function* subjectsOf(store: EventStore): AsyncIterable<readonly string[]> {
  for await (const events of scanLog(store, async () => null))
    yield [...new Set(events.flatMap(({ data }) => subjectsIn(JSON.parse(data))))]
}

/** Seeds the demo data set. `npm run demo` uses a data folder separate from the regular one. */
const demoCommands: RegisterCommand = (program, config) => {
  program
    .command('demo')
    .description('manage demo data')
    .command('seed')
    .description(
      'fill an empty data folder with half a year of fictitious venues and guests; not allowed in production or with existing accounts',
    )
    .action(async () => {
      const interrupted = new AbortController()
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
      const outcome = await seedDemo({ config: config(), print, signal: interrupted.signal })
      if (outcome === 'already seeded') print('The demo data already exists; nothing was changed.')
      for (const line of demoLogins()) print(line)
    })
}

const print = (line: string): void => console.log(line)

type RegisterCommand = (program: Command, config: () => Config) => void

export const commands: readonly RegisterCommand[] = [
  roleCommands,
  sessionCommands,
  projectionCommands,
  auditCommands,
  advertisementCommands,
  outboxCommands,
  logCommands,
  payoutCommands,
  keyCommands,
  demoCommands,
]
