import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { accountByName } from '../../application/accounts/auth-services.ts'
import { type CommandFailure, decideAndAppend } from '../../application/command-handler.ts'
import { account, type AccountCommand } from '../../domain/accounts/account.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { nameHasher } from '../accounts/hashing.ts'
import { newId } from '../clock-and-ids.ts'
import { bootstrap, type Resources, secretFor } from './bootstrap.ts'
import type { Config } from './config.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Runs an operator command, whether or not Garbo is running: connects to the embedded Postgres if it is up, otherwise
 * starts it.
 */
export const withResources = async <A>(config: Config, work: (resources: Resources) => Promise<A>): Promise<A> => {
  const resources = await bootstrap(operatorConfig(config))
  try {
    return await work(resources)
  } finally {
    await resources.close()
  }
}

/** The configuration of operator commands: the embedded Postgres if it is already running, statements without limit. */
export const operatorConfig = (config: Config): Config => ({
  ...config,
  DATABASE_STATEMENT_TIMEOUT_SECONDS: 0,
  DATABASE_URL: config.DATABASE_URL ?? runningServer(resolve(config.GARBO_HOME)),
})

/** Reads `postmaster.pid`; its lines are process id, data folder, start time, port. */
const runningServer = (home: string): string | undefined => {
  const lock = join(home, 'postgres', 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  const [pid, , , port] = readFileSync(lock, 'utf8').split('\n')
  if (!isAlive(Number(pid))) return undefined
  const password = encodeURIComponent(readFileSync(join(home, 'postgres.password'), 'utf8').trim())
  return `postgresql://garbo:${password}@127.0.0.1:${port}/postgres`
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Throws if no account has this address. */
export const accountIdByEmail = async ({ history, rootSecret }: Resources, email: string): Promise<string> => {
  const names = nameHasher(secretFor(rootSecret, 'names'))
  const holder = await accountByName({ history }, 'email', names.email(email))()
  if (E.isLeft(holder)) throw commandError(holder.left)
  if (holder.right === null) throw new OperatorError(`There is no account with the address ${email}.`)
  return holder.right
}

/** Executes an account command as operator; resolves to the number of events appended. */
export const executeAsOperator = async (
  { history }: Resources,
  accountId: string,
  command: AccountCommand,
  at: Instant,
  correlationId = newId(),
): Promise<number> => {
  const actor = { id: null, role: 'operator' } as const
  const meta = { correlationId, causationId: null, actor, occurredAt: at }
  const done = await decideAndAppend({ history, newId })(account, accountId, command, meta)()
  if (E.isLeft(done)) throw commandError(done.left, { AccountNotRegistered: `There is no account ${accountId}.` })
  return done.right.events.length
}

/** Explains to the operator why a command failed; `texts` explain expected rejections by their type. */
export const commandError = (
  failure: CommandFailure<{ readonly type: string }>,
  texts: Readonly<Record<string, string>> = {},
): OperatorError => {
  if (failure.type === 'Detached') return new OperatorError(`This needs old events: ${failure.why}.`)
  if (failure.type !== 'Rejected') return new OperatorError(`The event log could not be used (${failure.type}).`)
  const { type } = failure.rejection
  return new OperatorError(texts[type] ?? `The command was rejected (${type}).`)
}
