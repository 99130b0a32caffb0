import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import { rulesVersion } from '../../kernel/statement.ts'
import type { AppealCommand, DecideAppeal, SubmitAppeal, TakeAppeal } from './commands.ts'
import type { ConductEvent } from './events.ts'
import { inItsFavour } from './lifting.ts'
import { sanctionIn, type AppealStatus, type ConductState, type Sanction } from './state.ts'

export type AppealRejection =
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'SanctionNotFound' }
  | { readonly type: 'SanctionAlreadyLifted' }
  | { readonly type: 'SanctionAlreadyAppealed' }
  | { readonly type: 'SanctionAppealTooLate'; readonly until: Instant }
  | {
      readonly type: 'SanctionAppealLength'
      readonly field: 'appealReason' | 'reason'
      readonly least: number
      readonly most: number
    }
  /** Whoever imposed it, or decided what it follows from, does not hear its appeal. */
  | { readonly type: 'SanctionedByYou' }
  | { readonly type: 'SanctionNotAppealed' }
  | { readonly type: 'SanctionAppealDecided'; readonly status: AppealStatus }

type Decision = E.Either<AppealRejection, readonly ConductEvent[]>
const accept = (...events: readonly ConductEvent[]): Decision => E.right(events)
const reject = (rejection: AppealRejection): Decision => E.left(rejection)

/** V-59, V-60 */
const length = { least: 10, most: 1000 } as const

export const decideAppeals = (command: AppealCommand, state: ConductState): Decision => {
  const sanction = sanctionIn(state, command.sanctionId)
  if (sanction === undefined) return reject({ type: 'SanctionNotFound' })
  if (command.type === 'SubmitAppeal') return submit(command, sanction)
  if (command.by === command.accountId) return reject({ type: 'OwnMatter' })
  if (sanction.judges.includes(command.by)) return reject({ type: 'SanctionedByYou' })
  if (sanction.appeal === 'NONE') return reject({ type: 'SanctionNotAppealed' })
  return command.type === 'TakeAppeal' ? take(command, sanction) : settle(command, sanction)
}

/** Once a sanction, whatever has become of it meanwhile, as long as it can be appealed. */
const submit = ({ accountId, sanctionId, reason: said, at }: SubmitAppeal, sanction: Sanction): Decision => {
  const reason = said.trim()
  if (sanction.appeal !== 'NONE')
    return sanction.appealReason === reason ? accept() : reject({ type: 'SanctionAlreadyAppealed' })
  if (sanction.status === 'lifted') return reject({ type: 'SanctionAlreadyLifted' })
  const { appealableUntil: until } = sanction
  if (until !== null && isBefore(until, at)) return reject({ type: 'SanctionAppealTooLate', until })
  if (isOutside(reason)) return reject({ type: 'SanctionAppealLength', field: 'appealReason', ...length })
  return accept({ type: 'AppealSubmitted', data: { accountId, sanctionId, reason, at } })
}

const take = ({ accountId, sanctionId, by, at }: TakeAppeal, { appeal }: Sanction): Decision => {
  if (appeal === 'UNDER_REVIEW') return accept()
  return appeal === 'PENDING'
    ? accept({ type: 'AppealTakenUnderReview', data: { accountId, sanctionId, by, at } })
    : reject({ type: 'SanctionAppealDecided', status: appeal })
}

/** S-15: an appeal is taken under review before it is decided, at the latest as it is decided. */
const settle = (command: DecideAppeal, sanction: Sanction): Decision => {
  const { accountId, sanctionId, decision, by, at } = command
  const { appeal, appealDecidedBy } = sanction
  if (appeal === 'APPROVED' || appeal === 'REJECTED')
    return appeal === decision && appealDecidedBy === by
      ? accept()
      : reject({ type: 'SanctionAppealDecided', status: appeal })
  const reason = command.reason.trim()
  if (isOutside(reason)) return reject({ type: 'SanctionAppealLength', field: 'reason', ...length })

  const whose = { accountId, sanctionId, by }
  const taken = take({ ...whose, type: 'TakeAppeal', at }, sanction)
  const favourable = inItsFavour(reason, 'none', at)
  const decided: ConductEvent =
    decision === 'APPROVED'
      ? { type: 'AppealApproved', data: { ...whose, ...favourable, at } }
      : { type: 'AppealRejected', data: { ...whose, ...favourable, ground: sanction.reason, rulesVersion, at } }
  return E.map((events: readonly ConductEvent[]) => [...events, decided])(taken)
}

const isOutside = (text: string) => text.length < length.least || text.length > length.most
