import { hasAdminRole, type Person } from '../../../application/person.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { sanctionActionsOf, sanctionAppealObstacle } from '../../../domain/sanctions/sanction-appeals.ts'
import { excludedModerators } from '../../../domain/sanctions/sanction-record-state.ts'
import type { SanctionView } from '../../../projections/sanctions/sanctions.ts'
import type { OwnSanction, Sanction } from '../../contract/sanctions/sanctions.ts'
import { omit } from '../pick-fields.ts'

/** Leaves out the moderators and the account's identity. */
export const sanctionExport = (view: SanctionView): Omit<OwnSanction, 'appealObstacle'> => ({
  ...omit(view, fieldsForModerators),
  autoDetected: view.createdBy === null,
})

const fieldsForModerators = [
  'userId',
  'userType',
  'userName',
  'createdBy',
  'consentedBy',
  'ofStaff',
  'deactivatedBy',
  'appealReviewedBy',
  'triggerType',
  'triggerData',
  'ladderVersion',
] as const satisfies readonly (keyof SanctionView)[]

/** With whether the account can appeal at `now`. */
export const ownSanctionResponse = (view: SanctionView, now: Instant): OwnSanction => ({
  ...sanctionExport(view),
  appealObstacle: sanctionAppealObstacle(recordedSanction(view), now),
})

const recordedSanction = (view: SanctionView) => {
  const { lifted, isActive, expiresAt, proposed, appealStatus, appealableUntil, createdBy, consentedBy, triggerData } =
    view
  const { decidedBy = null } = triggerData
  return {
    status: lifted ? ('lifted' as const) : isActive ? ('active' as const) : ('expired' as const),
    by: createdBy,
    until: expiresAt as Instant | null,
    proposal: proposed === null ? null : ({ outcome: 'pending', by: null } as const),
    appeal: appealStatus,
    appealableUntil: appealableUntil as Instant | null,
    excludedModerators: excludedModerators(createdBy, consentedBy, typeof decidedBy === 'string' ? decidedBy : null),
  }
}

export const sanctionResponse = (view: SanctionView, now: Instant, moderator: Person): Sanction => {
  const {
    userId,
    userType,
    userName,
    createdBy,
    consentedBy,
    deactivatedBy,
    appealReviewedBy,
    triggerType,
    triggerData,
  } = view
  const { lost } = triggerData
  return {
    ...ownSanctionResponse(view, now),
    userId,
    userType,
    userName,
    createdBy,
    consentedBy,
    deactivatedBy,
    appealReviewedBy,
    triggerType,
    triggerData,
    dismissedNotices: dismissedNoticesIn(triggerData),
    triggerCount: typeof lost === 'number' ? lost : 1,
    appealCount: view.appealStatus === 'NONE' ? 0 : 1,
    lastViolationAt: view.createdAt,
    ipAddress: null,
    userAgent: null,
    metadata: { ladderVersion: view.ladderVersion },
    actions: isBeyond(view, moderator)
      ? []
      : [...sanctionActionsOf(userId, recordedSanction(view), moderator.accountId, now)],
  }
}

/** @rule Q-128 sanctioning staff needs ADMIN */
const isBeyond = ({ ofStaff }: SanctionView, moderator: Person): boolean => ofStaff && !hasAdminRole(moderator)

const dismissedNoticesIn = ({
  lost,
  decided,
  windowDays,
}: SanctionView['triggerData']): Sanction['dismissedNotices'] =>
  typeof lost === 'number' && typeof decided === 'number'
    ? { dismissed: lost, decided, windowDays: typeof windowDays === 'number' ? windowDays : null }
    : null
