import type { Pool } from 'pg'
import { handle } from '../../../../application/handle.ts'
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

/** A Garbo that runs in this process, and its foundations laid once more for those who go past its API. */
export interface GarboSession {
  readonly config: Config
  readonly resources: Resources
  readonly pool: Pool
  readonly address: string
  /** Resolves when everything that follows from the log has followed. */
  readonly waitUntilSettled: () => Promise<void>
  /** What must end before Garbo does. */
  readonly closers: (() => Promise<unknown>)[]
}

export const now = () => new Date().toISOString() as Instant

const registerClientCommand = (accountId: string) =>
  registerClient({ accountId, clientId: `c-${accountId}`, email: `${accountId}@example.it`, at: now() })
const registerBusinessCommand = (accountId: string) =>
  registerBusiness({ accountId, username: accountId, email: `${accountId}@example.it`, at: now() })

/** Accounts that registered and confirmed, past the doors. */
export const accountFactory = ({ resources }: GarboSession) => {
  const ask = handle({ history: resources.history, newId })
  const register = async (accountId: string, command: AccountCommand, more: readonly AccountCommand[]) => {
    for (const one of [command, { type: 'ConfirmEmail', at: now() } as const, ...more])
      unwrap(await ask(account, accountId, one, requestMeta(), { privacy: 'open' })())
  }
  const many = async (count: number, make: (accountId: string) => AccountCommand, ...more: AccountCommand[]) => {
    const ids = Array.from({ length: count }, newId)
    const made = await closedLoop(32, { operations: count }, (nth) =>
      register(ids[nth] ?? '', make(ids[nth] ?? ''), more),
    )
    if (made.failed > 0) throw new Error(made.complaint ?? 'nobody could be registered')
    return ids as readonly string[]
  }
  return {
    clients: (count: number) => many(count, registerClientCommand),
    businesses: (count: number) => many(count, registerBusinessCommand),
    moderators: (count: number) => many(count, registerBusinessCommand, grantRole('MODERATORE')),
  }
}

/** What a browser of each of them sends along. */
export const sessionFactory = ({ config, resources }: GarboSession) => {
  const { SESSION_IDLE_HOURS: idleHours, SESSION_MAX_DAYS: maxDays } = config
  const sessions = postgresSessions(resources.storage.queries, { idleHours, maxDays })
  return async (ids: readonly string[]): Promise<readonly string[]> => {
    const cookies: string[] = []
    for (const id of ids) cookies.push(`garbo_session=${await beginSession(sessions, id, now())}`)
    return cookies
  }
}

export const accountTasks = (whole: GarboSession) => ({
  /** Clients who have signed in, and businesses to be reviewed. */
  people: async (count: { readonly clients: number; readonly businesses: number }) => {
    const register = accountFactory(whole)
    const clients = await register.clients(count.clients)
    const targets = await register.businesses(count.businesses)
    const cookies = await sessionFactory(whole)(clients)
    await whole.waitUntilSettled()
    return { address: whole.address, cookies, targets }
  },
})
