import type { SanctionView } from '../../../projections/sanctions/sanctions.ts'
import type { OwnSanction, Sanction, SanctionReason } from '../../contract/sanctions/sanctions.ts'

/** Whoever sanctioned or judged is nobody to the sanctioned. */
export const ownSanctionResponse = (found: SanctionView): OwnSanction => {
  const { userId: _, userType: __, userName: ___, createdBy, ...fields } = found
  const { deactivatedBy: ____, appealReviewedBy: _____, triggerType: ______, triggerData: _______, ...own } = fields
  const { ladderVersion: ________, reason, ...rest } = own
  return { ...rest, reason: reason as SanctionReason, autoDetected: createdBy === null }
}

export const sanctionResponse = (found: SanctionView): Sanction => {
  const { userId, userType, userName, createdBy, deactivatedBy, appealReviewedBy, triggerType, triggerData } = found
  const { lost } = triggerData
  return {
    ...ownSanctionResponse(found),
    userId,
    userType,
    userName,
    createdBy,
    deactivatedBy,
    appealReviewedBy,
    triggerType,
    triggerData,
    triggerCount: typeof lost === 'number' ? lost : 1,
    appealCount: found.appealStatus === 'NONE' ? 0 : 1,
    lastViolationAt: found.createdAt,
    ipAddress: null,
    userAgent: null,
    metadata: { ladderVersion: found.ladderVersion },
  }
}
