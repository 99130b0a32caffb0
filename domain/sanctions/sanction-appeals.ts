import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { communityRulesVersion } from '../kernel/statement-of-reasons.ts'
import { fitsLength } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import { sanctionAppealTextLength } from './rules.ts'
import { type AccountCommand, favourableStatement } from './sanction-imposition.ts'
import type { SanctionRecordEvent } from './sanction-record-events.ts'
import { findSanction, type Sanction, type SanctionRecordState } from './sanction-record-state.ts'
import type { SanctionAppealStatus, SanctionAppealVerdict } from './vocabulary.ts'

// --- Commands and rejections ------------------------------------------------------------------------

interface SanctionCommand extends AccountCommand {
  readonly sanctionId: string
}

interface SubmitAppeal extends SanctionCommand {
  readonly type: 'SubmitAppeal'
  readonly reason: string
}

interface TakeAppeal extends SanctionCommand {
  readonly type: 'TakeAppeal'
  readonly by: string
}

interface DecideAppeal extends SanctionCommand {
  readonly type: 'DecideAppeal'
  readonly decision: SanctionAppealVerdict
  readonly by: string
  readonly reason: string
}

export type SanctionAppealCommand = SubmitAppeal | TakeAppeal | DecideAppeal

export type SanctionAppealRejection =
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'SanctionNotFound' }
  | { readonly type: 'SanctionAlreadyLifted' }
  | { readonly type: 'SanctionAlreadyAppealed' }
  | { readonly type: 'SanctionAppealTooLate'; readonly until: Instant }
  | {
      readonly type: 'SanctionAppealLength'
      readonly field: 'appealReason' | 'reason'
      readonly min: number
      readonly max: number
    }
  /** The moderator imposed the sanction or took the decision it follows from. */
  | { readonly type: 'SanctionedByYou' }
  | { readonly type: 'SanctionNotAppealed' }
  | { readonly type: 'SanctionAppealDecided'; readonly status: SanctionAppealStatus }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<SanctionRecordEvent, SanctionAppealRejection>

export const decideSanctionAppeal = (command: SanctionAppealCommand, state: SanctionRecordState): Decision => {
  const sanction = findSanction(state, command.sanctionId)
  if (sanction === undefined) return reject({ type: 'SanctionNotFound' })
  if (command.type === 'SubmitAppeal') return submitAppeal(command, sanction)
  if (command.by === command.accountId) return reject({ type: 'OwnMatter' })
  if (sanction.excludedModerators.includes(command.by)) return reject({ type: 'SanctionedByYou' })
  if (sanction.appeal === 'NONE') return reject({ type: 'SanctionNotAppealed' })
  return command.type === 'TakeAppeal' ? takeAppeal(command, sanction) : decideAppeal(command, sanction)
}

/** Submits the only appeal against a sanction, before the deadline, even if the sanction is no longer active. */
const submitAppeal = (command: SubmitAppeal, sanction: Sanction): Decision => {
  const { accountId, sanctionId, at } = command
  const reason = command.reason.trim()
  if (sanction.appeal !== 'NONE')
    return sanction.appealReason === reason ? nothing : reject({ type: 'SanctionAlreadyAppealed' })
  if (sanction.status === 'lifted') return reject({ type: 'SanctionAlreadyLifted' })
  const { appealableUntil: until } = sanction
  if (until !== null && isBefore(until, at)) return reject({ type: 'SanctionAppealTooLate', until })
  if (!fitsLength(reason, sanctionAppealTextLength))
    return reject({ type: 'SanctionAppealLength', field: 'appealReason', ...sanctionAppealTextLength })
  return accept({ type: 'AppealSubmitted', data: { accountId, sanctionId, reason, at } })
}

const takeAppeal = ({ accountId, sanctionId, by, at }: TakeAppeal, { appeal }: Sanction): Decision => {
  if (appeal === 'UNDER_REVIEW') return nothing
  return appeal === 'PENDING'
    ? accept({ type: 'AppealTakenUnderReview', data: { accountId, sanctionId, by, at } })
    : reject({ type: 'SanctionAppealDecided', status: appeal })
}

/** @rule S-15 an appeal passes through UNDER_REVIEW; deciding a pending appeal records that step first */
const decideAppeal = (command: DecideAppeal, sanction: Sanction): Decision => {
  const { accountId, sanctionId, decision, by, at } = command
  const { appeal, appealDecidedBy } = sanction
  if (appeal === 'APPROVED' || appeal === 'REJECTED')
    return appeal === decision && appealDecidedBy === by
      ? nothing
      : reject({ type: 'SanctionAppealDecided', status: appeal })
  const reason = command.reason.trim()
  if (!fitsLength(reason, sanctionAppealTextLength))
    return reject({ type: 'SanctionAppealLength', field: 'reason', ...sanctionAppealTextLength })

  const ids = { accountId, sanctionId, by }
  const taken = takeAppeal({ ...ids, type: 'TakeAppeal', at }, sanction)
  const favourable = favourableStatement(reason, 'none', at)
  const decided: SanctionRecordEvent =
    decision === 'APPROVED'
      ? { type: 'AppealApproved', data: { ...ids, ...favourable, at } }
      : {
          type: 'AppealRejected',
          data: { ...ids, ...favourable, ground: sanction.reason, rulesVersion: communityRulesVersion, at },
        }
  return E.map((events: readonly SanctionRecordEvent[]) => [...events, decided])(taken)
}
