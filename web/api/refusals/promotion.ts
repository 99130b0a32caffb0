import type { AffiliateRejection } from '../../../domain/promotion/affiliate/decider.ts'
import type { ReferralRejection } from '../../../domain/promotion/referral/decider.ts'
import type { Lines } from './line.ts'

export const promotionRefusals: Lines<(AffiliateRejection | ReferralRejection)['type']> = {
  ProgrammeNameMissing: { status: 400, says: 'Il nome del programma è obbligatorio' },
  CommissionOutOfRange: { status: 400, says: ({ least, most }) => `La commissione va da ${least} a ${most}` },
  TooManyProgrammes: { status: 409, says: ({ most }) => `Puoi creare al massimo ${most} programmi.` },
  ReferralCodeTaken: { status: 409, says: 'Questo codice è già in uso.' },
}
