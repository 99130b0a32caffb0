import { account } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { avaRuleSets, type InForce } from '../../domain/ava/wallet/rule-sets.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { StarsCounted, StarsUncounted } from '../../domain/rewards/rewards/events.ts'
import type { Policy } from '../policy.ts'
import { avaRulesInForce } from '../rulebook/books.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(StarsCounted, StarsUncounted, EmailConfirmed)

/** What guests earn in AVA by their stays, while a set of rules says so (B-31, Q-68). */
export const staysPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'stays',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { clientId } = recorded.event.data
    if (clientId === null) return nothing
    return looking(avaRulesInForce(hands), (changes) =>
      changes.some(({ version }) => earnsByStays(version)) ? settled(hands, recorded, clientId, changes) : nothing,
    )
  },
})

const earnsByStays = (version: number) => avaRuleSets.some((set) => set.version === version && set.stays !== null)

/** Points settled 3: not before the guest's e-mail is confirmed. */
const settled = (hands: Hands, cause: Recorded, clientId: string, changes: readonly InForce[]): Reaction => {
  const { run, look } = inTheNameOf('stays', hands, cause)
  const at = cause.meta.occurredAt
  return looking(hands.lookups.accountOfClient(clientId), (accountId) => {
    if (accountId === null) return nothing
    return seeing(look(account, accountId), (guest) =>
      guest.kind !== null && guest.emailConfirmed
        ? seeing(look(rewards, clientId), ({ stars: stays }) =>
            run(wallet, accountId, { type: 'SettleStays', accountId, stays, changes, at }),
          )
        : nothing,
    )
  })
}
