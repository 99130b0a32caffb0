import type { SanctionFound } from '../../../projections/sanctions.queries.ts'
import type { OwnSanction, Sanction, SanctionReason } from '../../contract/conduct.ts'

/** Whoever sanctioned or judged is nobody to the sanctioned. */
export const ownSanctionAnswer = (found: SanctionFound): OwnSanction => {
  const { userId: _, userType: __, userName: ___, createdBy, ...shown } = found
  const { deactivatedBy: ____, appealReviewedBy: _____, triggerType: ______, triggerData: _______, ...own } = shown
  const { ladderVersion: ________, reason, ...rest } = own
  return { ...rest, reason: reason as SanctionReason, autoDetected: createdBy === null }
}

export const sanctionAnswer = (found: SanctionFound): Sanction => {
  const { userId, userType, userName, createdBy, deactivatedBy, appealReviewedBy, triggerType, triggerData } = found
  const { lost } = triggerData
  return {
    ...ownSanctionAnswer(found),
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
