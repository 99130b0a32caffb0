import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { communityRulesVersion } from '../kernel/statement-of-reasons.ts'
import { isBefore } from '../kernel/time.ts'
import {
  type DecideAppeal,
  favourableStatement,
  type SanctionAppealCommand,
  type SubmitAppeal,
  type TakeAppeal,
} from './sanction-imposition.ts'
import type { SanctionRecordEvent } from './sanction-record-events.ts'
import {
  findSanction,
  type Sanction,
  type SanctionAppealStatus,
  type SanctionRecordState,
} from './sanction-record-state.ts'

export type SanctionAppealRejection =
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
  | { readonly type: 'SanctionAppealDecided'; readonly status: SanctionAppealStatus }

type Decision = E.Either<SanctionAppealRejection, readonly SanctionRecordEvent[]>
const accept = (...events: readonly SanctionRecordEvent[]): Decision => E.right(events)
const reject = (rejection: SanctionAppealRejection): Decision => E.left(rejection)

/** V-59, V-60 */
const textLength = { least: 10, most: 1000 } as const

export const decideSanctionAppeal = (command: SanctionAppealCommand, state: SanctionRecordState): Decision => {
  const sanction = findSanction(state, command.sanctionId)
  if (sanction === undefined) return reject({ type: 'SanctionNotFound' })
  if (command.type === 'SubmitAppeal') return submitAppeal(command, sanction)
  if (command.by === command.accountId) return reject({ type: 'OwnMatter' })
  if (sanction.excludedModerators.includes(command.by)) return reject({ type: 'SanctionedByYou' })
  if (sanction.appeal === 'NONE') return reject({ type: 'SanctionNotAppealed' })
  return command.type === 'TakeAppeal' ? takeAppeal(command, sanction) : decideAppeal(command, sanction)
}

/** Once a sanction, whatever has become of it meanwhile, as long as it can be appealed. */
const submitAppeal = ({ accountId, sanctionId, reason: said, at }: SubmitAppeal, sanction: Sanction): Decision => {
  const reason = said.trim()
  if (sanction.appeal !== 'NONE')
    return sanction.appealReason === reason ? accept() : reject({ type: 'SanctionAlreadyAppealed' })
  if (sanction.status === 'lifted') return reject({ type: 'SanctionAlreadyLifted' })
  const { appealableUntil: until } = sanction
  if (until !== null && isBefore(until, at)) return reject({ type: 'SanctionAppealTooLate', until })
  if (hasInvalidLength(reason)) return reject({ type: 'SanctionAppealLength', field: 'appealReason', ...textLength })
  return accept({ type: 'AppealSubmitted', data: { accountId, sanctionId, reason, at } })
}

const takeAppeal = ({ accountId, sanctionId, by, at }: TakeAppeal, { appeal }: Sanction): Decision => {
  if (appeal === 'UNDER_REVIEW') return accept()
  return appeal === 'PENDING'
    ? accept({ type: 'AppealTakenUnderReview', data: { accountId, sanctionId, by, at } })
    : reject({ type: 'SanctionAppealDecided', status: appeal })
}

/** S-15: an appeal is taken under review before it is decided, at the latest as it is decided. */
const decideAppeal = (command: DecideAppeal, sanction: Sanction): Decision => {
  const { accountId, sanctionId, decision, by, at } = command
  const { appeal, appealDecidedBy } = sanction
  if (appeal === 'APPROVED' || appeal === 'REJECTED')
    return appeal === decision && appealDecidedBy === by
      ? accept()
      : reject({ type: 'SanctionAppealDecided', status: appeal })
  const reason = command.reason.trim()
  if (hasInvalidLength(reason)) return reject({ type: 'SanctionAppealLength', field: 'reason', ...textLength })

  const whose = { accountId, sanctionId, by }
  const taken = takeAppeal({ ...whose, type: 'TakeAppeal', at }, sanction)
  const favourable = favourableStatement(reason, 'none', at)
  const decided: SanctionRecordEvent =
    decision === 'APPROVED'
      ? { type: 'AppealApproved', data: { ...whose, ...favourable, at } }
      : {
          type: 'AppealRejected',
          data: { ...whose, ...favourable, ground: sanction.reason, rulesVersion: communityRulesVersion, at },
        }
  return E.map((events: readonly SanctionRecordEvent[]) => [...events, decided])(taken)
}

const hasInvalidLength = (text: string) => text.length < textLength.least || text.length > textLength.most
