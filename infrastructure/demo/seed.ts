import { load } from '../../application/command-handler.ts'
import { account } from '../../domain/accounts/account.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { nameHasher } from '../accounts/hashing.ts'
import { type Resources, secretFor } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { OperatorError } from '../operator-error.ts'
import { withResources } from '../composition/operator.ts'
import { sendsNothing } from '../composition/transports.ts'
import { existingAccounts } from './accounts.ts'
import type { ScheduledAction } from './actions.ts'
import { staff } from './characters.ts'
import { planOf } from './plan.ts'
import { runAction, scenarioRunner } from './run-scenario.ts'
import { runOrThrow } from '../../application/jobs.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

export interface SeedOptions {
  readonly config: Config
  readonly print: (line: string) => void
  /** Aborts between two actions. */
  readonly signal?: AbortSignal
}

/**
 * Fills an empty data folder with half a year of fictitious data through the regular use cases, at past times. Does
 * nothing if the data is already there; throws if there are other accounts or an incomplete seed.
 */
export const seedDemo = async (options: SeedOptions): Promise<'seeded' | 'already seeded'> => {
  const { config } = options
  if (!sendsNothing(config))
    throw new OperatorError(
      'Demo data is fictitious and not allowed in production or with a real e-mail or SMS transport.',
    )
  return withResources(config, async (resources) => {
    if (await isComplete(resources, config.DATABASE_URL === undefined ? config.GARBO_HOME : 'the database'))
      return 'already seeded'
    await runPlan(options, resources)
    return 'seeded'
  })
}

/** False if there are no accounts; throws if there are other or only some of the demo accounts. */
const isComplete = async ({ history, store, rootSecret }: Resources, place: string): Promise<boolean> => {
  const existing = await existingAccounts({ history, nameHasher: nameHasher(secretFor(rootSecret, 'names')) })
  const last = staff.at(-1)
  const lastId = existing.get(last?.key ?? '')
  if (last !== undefined && lastId !== undefined) {
    const { state } = await runOrThrow(load({ history })(account, lastId))
    if (state.kind !== null && state.roles.includes(last.role)) return true
  }
  if (existing.size > 0) throw new OperatorError(`Seeding was interrupted earlier: clear ${place} and try again.`)
  if (await hasAccounts(store))
    throw new OperatorError('There are other accounts already; demo data needs an empty data folder.')
  return false
}

const pageSize = 1_000
const registered: ReadonlySet<string> = new Set(['BusinessRegistered', 'ClientRegistered'])

const hasAccounts = async (store: Resources['store']): Promise<boolean> => {
  for (let events = await runOrThrow(store.readAll(null, pageSize)); events.length > 0;) {
    if (events.some(({ type }) => registered.has(type))) return true
    events = await runOrThrow(store.readAll(events.at(-1)?.position ?? null, pageSize))
  }
  return false
}

const runPlan = async ({ config, print, signal }: SeedOptions, resources: Resources): Promise<void> => {
  const now = resources.clock()
  const plan = planOf(now)
  const sandbox = await openSandbox(config, resources, plan[0]?.at ?? now)
  try {
    const runner = scenarioRunner(sandbox)
    for (const [n, { at, action }] of plan.entries()) {
      if (signal?.aborted) throw new OperatorError('Interrupted: the demo data is incomplete.')
      sandbox.setClock(at)
      await startDay(sandbox, plan, n, print)
      await runAction(runner, action)
    }
    sandbox.setClock(now)
    await sandbox.runDueJobs()
    await sandbox.idle()
  } finally {
    await sandbox.close()
  }
}

/** Runs the due jobs before the first action of each day, and prints a line for each month. */
const startDay = async (sandbox: Sandbox, plan: readonly ScheduledAction[], n: number, print: SeedOptions['print']) => {
  const days = [plan[n - 1], plan[n]].map((one) => (one === undefined ? '' : romeDay(one.at)))
  const [previousDay = '', today = ''] = days
  if (previousDay === today) return
  if (previousDay.slice(0, 7) !== today.slice(0, 7)) {
    const actions = plan.filter(({ at }) => romeDay(at).startsWith(today.slice(0, 7))).length
    print(`${today.slice(0, 7)}: ${actions} actions`)
  }
  await sandbox.caughtUp()
  await sandbox.runDueJobs()
}
