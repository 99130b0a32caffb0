import { account } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { avaRuleSets, type InForce } from '../../domain/ava/wallet/rule-sets.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { StarsCounted, StarsUncounted } from '../../domain/rewards/rewards/events.ts'
import type { Policy, PolicyFailure } from '../policy.ts'
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

/** As many as `handle` would bear. */
const lostRaces = 32

const isLostRace = (failure: PolicyFailure) =>
  failure.type === 'Transient' && (failure.cause as { readonly type?: unknown } | null)?.type === 'WrongVersion'

/** Points settled 3: not before the guest's e-mail is confirmed. */
const settled = (hands: Hands, cause: Recorded, clientId: string, changes: readonly InForce[]): Reaction => {
  const { run, look } = inTheNameOf('stays', hands, cause)
  const at = cause.meta.occurredAt
  return looking(hands.lookups.accountOfClient(clientId), (accountId) => {
    if (accountId === null) return nothing
    /** On the wallet as it was before the stays were read: who read them earlier must not settle them later. */
    const settle = (racesLeft: number): Reaction =>
      looking(look(wallet, accountId), ({ version: onVersion }) =>
        seeing(look(rewards, clientId), ({ stars: stays }) =>
          pipe(
            run(wallet, accountId, { type: 'SettleStays', accountId, stays, changes, at }, [], { onVersion }),
            TE.orElse((failure) => (isLostRace(failure) && racesLeft > 0 ? settle(racesLeft - 1) : TE.left(failure))),
          ),
        ),
      )
    return seeing(look(account, accountId), (guest) =>
      guest.kind !== null && guest.emailConfirmed ? settle(lostRaces) : nothing,
    )
  })
}
