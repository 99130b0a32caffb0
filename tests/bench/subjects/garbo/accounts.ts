import type { Pool } from 'pg'
import { decideAndAppend } from '../../../../application/command-handler.ts'
import { account, type AccountCommand } from '../../../../domain/accounts/account.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { postgresSessions } from '../../../../infrastructure/accounts/sessions.ts'
import type { Resources } from '../../../../infrastructure/composition/bootstrap.ts'
import type { Config } from '../../../../infrastructure/composition/config.ts'
import {
  beginSession,
  grantRole,
  registerBusiness,
  registerClient,
} from '../../../support/accounts/account-fixtures.ts'
import { closedLoop } from '../../load.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from '../event-store/log-tasks.ts'
import { unwrap } from '../event-store/session.ts'

/** A Garbo running in this process, and a second set of its resources for tasks that bypass the API. */
export interface GarboSession {
  readonly config: Config
  readonly resources: () => Promise<Resources>
  readonly pool: Pool
  readonly address: string
  /** Resolves when projections, policies and outbox have caught up with the log. */
  readonly waitUntilSettled: () => Promise<void>
  /** Run before Garbo stops. */
  readonly closers: (() => Promise<unknown>)[]
}

export const now = () => new Date().toISOString() as Instant

const registerClientCommand = (accountId: string) =>
  registerClient({ accountId, clientId: `c-${accountId}`, email: `${accountId}@example.it`, at: now() })
const registerBusinessCommand = (accountId: string) =>
  registerBusiness({ accountId, username: accountId, email: `${accountId}@example.it`, at: now() })

/** Competes with no other business. */
const registerModeratorCommand = (accountId: string) =>
  registerBusiness({ accountId, username: accountId, email: `${accountId}@example.it`, province: null, at: now() })

/** Registers and confirms accounts without going through the API. */
export const accountFactory = async ({ resources }: GarboSession) => {
  const execute = decideAndAppend({ history: (await resources()).history, newId })
  const register = async (accountId: string, command: AccountCommand, more: readonly AccountCommand[]) => {
    for (const step of [command, { type: 'ConfirmEmail', at: now() } as const, ...more])
      unwrap(await execute(account, accountId, step, requestMeta(), { personalData: 'decrypted' })())
  }
  const many = async (count: number, make: (accountId: string) => AccountCommand, ...more: AccountCommand[]) => {
    const ids = Array.from({ length: count }, newId)
    const made = await closedLoop(32, { operations: count }, (nth) =>
      register(ids[nth] ?? '', make(ids[nth] ?? ''), more),
    )
    if (made.failed > 0) throw new Error(made.firstError ?? 'no account could be registered')
    return ids as readonly string[]
  }
  return {
    clients: (count: number) => many(count, registerClientCommand),
    businesses: (count: number) => many(count, registerBusinessCommand),
    moderators: (count: number) => many(count, registerModeratorCommand, grantRole('MODERATORE')),
  }
}

/** Begins a session for each account; returns the cookie headers. */
export const sessionFactory = async ({ config, resources }: GarboSession) => {
  const { SESSION_IDLE_HOURS: idleHours, SESSION_MAX_DAYS: maxDays } = config
  const sessions = postgresSessions((await resources()).storage.queries, { idleHours, maxDays })
  return async (ids: readonly string[]): Promise<readonly string[]> => {
    const cookies: string[] = []
    for (const id of ids) cookies.push(`garbo_session=${await beginSession(sessions, id, now())}`)
    return cookies
  }
}

export const accountTasks = (session: GarboSession) => ({
  /** Registers clients with a session and businesses to review. */
  registerAccounts: async (count: { readonly clients: number; readonly businesses: number }) => {
    const register = await accountFactory(session)
    const clients = await register.clients(count.clients)
    const targets = await register.businesses(count.businesses)
    const cookies = await (await sessionFactory(session))(clients)
    await session.waitUntilSettled()
    return { address: session.address, cookies, targets }
  },
})
