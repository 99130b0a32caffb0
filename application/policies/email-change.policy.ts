import { account } from '../../domain/access/account/decider.ts'
import { EmailChanged, EmailChangeRequested } from '../../domain/access/account/email-events.ts'
import { reservation } from '../../domain/access/reservation/decider.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(EmailChangeRequested, EmailChanged)
type Changed = EventIn<typeof events> & { readonly type: 'EmailChanged' }

/**
 * the new address gets a code; once it is the account's, it is reserved, the former one is free for others, and
 * whoever reads the former mailbox is told.
 */
export const emailChangePolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'email-change',
  events,
  startsFrom: 'beginning',
  react: (recorded) => (isChange(recorded) ? reserve(hands, recorded) : nothing),
  effects: ({ event: { type, data } }) => {
    const { accountId, changeId } = data
    const kind = type === 'EmailChanged' ? 'email-changed-mail' : 'email-change-code-mail'
    return [{ name: 'letter', queue: 'mail', kind, data: { accountId, changeId } }]
  },
})

const isChange = (recorded: Recorded<EventIn<typeof events>>): recorded is Recorded<Changed> =>
  recorded.event.type === 'EmailChanged'

/** An address that has come back since is not given away, and one that has gone since is not kept. */
const reserve = (hands: Hands, recorded: Recorded<Changed>): Reaction => {
  const { accountId, nameId, formerNameId, at } = recorded.event.data
  const { run, look } = inTheNameOf('email-change', hands, recorded)
  const names = reservation('email')
  const claim = { type: 'Claim', accountId, at, until: plusMinutes(at, 10) } as const
  return seeing(look(account, accountId), (state) => {
    const present = state.kind === null ? null : state.emailChange?.nameId
    return inTurn([
      ...(present === nameId
        ? [
            run(names, nameId, claim, ['NameTaken', 'ClaimLapsed']),
            run(names, nameId, { type: 'Keep', accountId }, ['NameTaken', 'NameNotClaimed']),
          ]
        : []),
      ...(present === formerNameId ? [] : [run(names, formerNameId, { type: 'Release', accountId })]),
    ])
  })
}
