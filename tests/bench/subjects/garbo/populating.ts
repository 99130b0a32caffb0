import { handle } from '../../../../application/handle.ts'
import { account, type AccountCommand } from '../../../../domain/access/account/decider.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { postgresSessions } from '../../../../infrastructure/access/sessions.ts'
import { grant, registerBusiness, registerClient } from '../../../support/access.ts'
import { begun } from '../../../support/sessions.ts'
import { closedLoop } from '../../load.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from '../ours/commanding.ts'
import { right } from '../ours/surroundings.ts'
import type { Whole } from './whole.ts'

export const now = () => new Date().toISOString() as Instant

const client = (accountId: string) =>
  registerClient({ accountId, clientId: `c-${accountId}`, email: `${accountId}@example.it`, at: now() })
const business = (accountId: string) =>
  registerBusiness({ accountId, username: accountId, email: `${accountId}@example.it`, at: now() })

/** Accounts that registered and confirmed, past the doors. */
export const registering = ({ foundations }: Whole) => {
  const ask = handle({ history: foundations.history, newId })
  const register = async (accountId: string, command: AccountCommand, more: readonly AccountCommand[]) => {
    for (const one of [command, { type: 'ConfirmEmail', at: now() } as const, ...more])
      right(await ask(account, accountId, one, requestMeta(), { privacy: 'open' })())
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
    clients: (count: number) => many(count, client),
    businesses: (count: number) => many(count, business),
    moderators: (count: number) => many(count, business, grant('MODERATORE')),
  }
}

/** What a browser of each of them sends along. */
export const signingIn = ({ config, pool }: Whole) => {
  const { SESSION_IDLE_HOURS: idleHours, SESSION_MAX_DAYS: maxDays } = config
  const sessions = postgresSessions(pool, { idleHours, maxDays })
  return async (ids: readonly string[]): Promise<readonly string[]> => {
    const cookies: string[] = []
    for (const id of ids) cookies.push(`garbo_session=${await begun(sessions, id, now())}`)
    return cookies
  }
}

export const populating = (whole: Whole) => ({
  /** Clients who have signed in, and businesses to be reviewed. */
  people: async (count: { readonly clients: number; readonly businesses: number }) => {
    const register = registering(whole)
    const clients = await register.clients(count.clients)
    const targets = await register.businesses(count.businesses)
    const cookies = await signingIn(whole)(clients)
    await whole.settled()
    return { address: whole.address, cookies, targets }
  },
})
