import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Text, Whole } from '../kernel/primitives.ts'
import { fitsLength } from '../kernel/text.ts'
import { affiliateRules } from './rules.ts'
import { type ProgrammeDecision, programmeDecisions, programmeLimits, type ProgrammeStatus } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** @rule Q-81 one referral code per account, shared by its programmes */
export const ReferralCodeIssued = event('ReferralCodeIssued', {
  accountId: clear(Id),
  code: clear(Id),
  at: clear(Instant),
})

export const AffiliateProgrammeCreated = event(
  'AffiliateProgrammeCreated',
  {
    accountId: clear(Id),
    programmeId: clear(Id),
    name: pii('accountId', Text, 'Programma cancellato'),
    description: pii('accountId', nullable(Text), null),
    /** @rule C-31 hundredths of a percent, 0 to 10 000 */
    rateHundredths: clear(Whole),
    /** Days after following the link in which a registration counts. */
    cookieDays: clear(Whole),
    /** Whether the programme waits for an administrator; false in version 1. */
    needsApproval: clear(t.boolean),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, needsApproval: false }) } },
)

/** An administrator has approved or refused a programme that waited. */
export const AffiliateProgrammeDecided = event('AffiliateProgrammeDecided', {
  accountId: clear(Id),
  programmeId: clear(Id),
  decision: clear(oneOf(programmeDecisions)),
  reasons: pii('accountId', Text, ''),
  by: clear(Id),
  at: clear(Instant),
})

export const AffiliateEvents = family(ReferralCodeIssued, AffiliateProgrammeCreated, AffiliateProgrammeDecided)
export type AffiliateEvent = EventIn<typeof AffiliateEvents>

// --- State ------------------------------------------------------------------------------------------

interface Programme {
  readonly programmeId: string
  readonly rateHundredths: number
  readonly status: ProgrammeStatus
}

export interface AffiliateState {
  readonly code: string | null
  /** Oldest first. */
  readonly programmes: readonly Programme[]
}

/** The programme that applies to new conversions: the latest one that is approved. @rule Q-133 */
export const currentProgramme = ({ programmes }: AffiliateState): Omit<Programme, 'status'> | null => {
  const current = programmes.findLast(({ status }) => status === 'approved')
  return current === undefined ? null : { programmeId: current.programmeId, rateHundredths: current.rateHundredths }
}

const evolve = (state: AffiliateState, { type, data }: AffiliateEvent): AffiliateState => {
  switch (type) {
    case 'ReferralCodeIssued':
      return { ...state, code: data.code }
    case 'AffiliateProgrammeCreated': {
      const { programmeId, rateHundredths, needsApproval } = data
      const status = needsApproval ? 'waiting' : 'approved'
      return { ...state, programmes: [...state.programmes, { programmeId, rateHundredths, status }] }
    }
    case 'AffiliateProgrammeDecided': {
      const { programmeId, decision: status } = data
      const programmes = state.programmes.map((one) => (one.programmeId === programmeId ? { ...one, status } : one))
      return { ...state, programmes }
    }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

export interface CreateProgramme {
  readonly type: 'CreateProgramme'
  readonly accountId: string
  readonly programmeId: string
  /** Issued if the account has no code yet. */
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
  /** A higher commission waits for an administrator. */
  readonly approvalAboveHundredths: number
  readonly at: Instant
}

/** Decides on a programme that waits. */
export interface DecideProgramme {
  readonly type: 'DecideProgramme'
  readonly accountId: string
  readonly programmeId: string
  readonly decision: ProgrammeDecision
  readonly reasons: string
  /** The administrator's account. */
  readonly by: string
  /** Issued with the approval if the account has no code yet. */
  readonly code: string
  readonly at: Instant
}

export type AffiliateCommand = CreateProgramme | DecideProgramme

export type AffiliateRejection =
  /** The programme's name is empty. */
  | { readonly type: 'ProgrammeNameMissing' }
  /** The commission in percent is outside the limits. */
  | { readonly type: 'CommissionOutOfRange'; readonly min: number; readonly max: number }
  /** The account has created as many programmes as allowed. */
  | { readonly type: 'TooManyProgrammes'; readonly max: number }
  | ProgrammeDecisionRejection

export type ProgrammeDecisionRejection =
  /** The account has no such programme. */
  | { readonly type: 'ProgrammeNotFound' }
  /** The programme does not wait: it was decided otherwise, or needed no approval. */
  | { readonly type: 'ProgrammeDecided'; readonly status: ProgrammeDecision }
  /** The administrator created the programme. */
  | { readonly type: 'OwnProgramme' }
  /** The reasons are too short or too long. */
  | { readonly type: 'ProgrammeReasonsLength'; readonly min: number; readonly max: number }

type Decision = DecisionOf<AffiliateEvent, AffiliateRejection>

const decide = (command: AffiliateCommand, state: AffiliateState): Decision =>
  command.type === 'CreateProgramme' ? createProgramme(command, state) : decideProgramme(command, state)

/** Creates a programme; the code is issued with the first one that people can join. */
const createProgramme = (
  { type: _, code, name, approvalAboveHundredths, ...programme }: CreateProgramme,
  state: AffiliateState,
): Decision => {
  const { accountId, programmeId, rateHundredths, at } = programme
  const { cookieDays, minRateHundredths, maxRateHundredths, maxProgrammes } = affiliateRules
  if (state.programmes.some((programme) => programme.programmeId === programmeId)) return nothing
  if (name.trim() === '') return reject({ type: 'ProgrammeNameMissing' })
  if (!Number.isInteger(rateHundredths) || rateHundredths < minRateHundredths || rateHundredths > maxRateHundredths)
    return reject({ type: 'CommissionOutOfRange', min: minRateHundredths / 100, max: maxRateHundredths / 100 })
  if (state.programmes.length >= maxProgrammes) return reject({ type: 'TooManyProgrammes', max: maxProgrammes })
  const needsApproval = rateHundredths > approvalAboveHundredths
  const created: AffiliateEvent = {
    type: 'AffiliateProgrammeCreated',
    data: { ...programme, name, cookieDays, needsApproval },
  }
  return accept(...(needsApproval ? [] : firstCode(state, { accountId, code, at })), created)
}

const firstCode = (
  state: AffiliateState,
  issued: Pick<CreateProgramme, 'accountId' | 'code' | 'at'>,
): readonly AffiliateEvent[] => (state.code === null ? [{ type: 'ReferralCodeIssued', data: issued }] : [])

/** @rule Q-133 an administrator approves or refuses, with reasons; repeating the decision changes nothing */
const decideProgramme = (command: DecideProgramme, state: AffiliateState): Decision => {
  const { accountId, programmeId, decision, by, code, at } = command
  const programme = state.programmes.find((one) => one.programmeId === programmeId)
  if (programme === undefined) return reject({ type: 'ProgrammeNotFound' })
  const { status } = programme
  const rejection = decisionRejection({ accountId, by })
  if (rejection !== null) return reject(rejection)
  if (status === decision) return nothing
  if (status !== 'waiting') return reject({ type: 'ProgrammeDecided', status })
  const reasons = command.reasons.trim()
  if (!fitsLength(reasons, programmeLimits.reasons))
    return reject({ type: 'ProgrammeReasonsLength', ...programmeLimits.reasons })
  const decided = { accountId, programmeId, decision, reasons, by, at }
  return accept(...(decision === 'approved' ? firstCode(state, { accountId, code, at }) : []), {
    type: 'AffiliateProgrammeDecided',
    data: decided,
  })
}

/** Why this administrator may not decide on a programme that waits; null if they may. @rule D-02 never their own */
export const decisionRejection = ({
  accountId,
  by,
}: Pick<DecideProgramme, 'accountId' | 'by'>): ProgrammeDecisionRejection | null =>
  accountId === by ? { type: 'OwnProgramme' } : null

/** @rule V-82 programmes of one account; stream id is the account id */
export const affiliate: Aggregate<AffiliateCommand, AffiliateEvent, AffiliateState, AffiliateRejection> = {
  category: 'affiliate',
  events: AffiliateEvents,
  initial: { code: null, programmes: [] },
  evolve,
  decide,
}
