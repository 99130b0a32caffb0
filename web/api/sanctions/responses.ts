import type { SanctionView } from '../../../projections/sanctions/sanctions.ts'
import type { OwnSanction, Sanction, SanctionReason } from '../../contract/sanctions/sanctions.ts'

/** Leaves out the moderators and the account's identity. */
export const ownSanctionResponse = (view: SanctionView): OwnSanction => {
  const { userId: _, userType: __, userName: ___, createdBy, ...fields } = view
  const { deactivatedBy: ____, appealReviewedBy: _____, triggerType: ______, triggerData: _______, ...own } = fields
  const { ladderVersion: ________, reason, ...rest } = own
  return { ...rest, reason: reason as SanctionReason, autoDetected: createdBy === null }
}

export const sanctionResponse = (view: SanctionView): Sanction => {
  const { userId, userType, userName, createdBy, deactivatedBy, appealReviewedBy, triggerType, triggerData } = view
  const { lost } = triggerData
  return {
    ...ownSanctionResponse(view),
    userId,
    userType,
    userName,
    createdBy,
    deactivatedBy,
    appealReviewedBy,
    triggerType,
    triggerData,
    triggerCount: typeof lost === 'number' ? lost : 1,
    appealCount: view.appealStatus === 'NONE' ? 0 : 1,
    lastViolationAt: view.createdAt,
    ipAddress: null,
    userAgent: null,
    metadata: { ladderVersion: view.ladderVersion },
  }
}
