import type { OwnSanction, Sanction } from '../../../../web/contract/sanctions/sanctions.ts'
import { noon } from './fixtures.ts'

export const suspendedUntil = '2026-11-27T12:00:00.000Z'
export const ownSanction: OwnSanction = {
  id: 'sanction-1',
  reason: 'HARASSMENT',
  severity: 'MEDIUM',
  proposed: null,
  description: null,
  isActive: true,
  expiresAt: suspendedUntil,
  createdAt: noon,
  deactivatedAt: null,
  lifted: false,
  liftedReason: null,
  autoDetected: true,
  violationCount: 2,
  facts: 'Un moderatore ha accolto una segnalazione su una tua recensione: molestie o offese.',
  ground: 'HARASSMENT',
  rulesVersion: 1,
  automation: 'decision',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: '2099-05-23T12:00:00.000Z',
  appealStatus: 'NONE',
  appealObstacle: null,
  appealReason: null,
  appealedAt: null,
  appealReviewedAt: null,
  appealDecision: null,
  appealDecisionReason: null,
}
export const moderatedSanction: Sanction = {
  ...ownSanction,
  userId: 'giulia',
  userType: 'client',
  userName: 'Giulia Bianchi',
  createdBy: null,
  consentedBy: null,
  deactivatedBy: null,
  triggerType: 'FLAG_UPHELD',
  triggerData: { reviewId: 'review-1', decidedBy: 'mario', lost: null, decided: null, windowDays: null },
  dismissedNotices: null,
  triggerCount: 1,
  appealReviewedBy: null,
  appealCount: 0,
  lastViolationAt: noon,
  ipAddress: null,
  userAgent: null,
  metadata: { ladderVersion: 1 },
  actions: ['lift'],
}

export const appealText = 'Raccontavo soltanto il mio soggiorno.'
