import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import type { LostDisputes } from '../../domain/sanctions/lost-disputes.ts'
import type { LostDisputesRule } from '../../domain/sanctions/rules.ts'
import type { SanctionReason } from '../../domain/sanctions/vocabulary.ts'

/** Reasons as shown to the account. @rule V-56 */
export const sanctionReasonTexts: Readonly<Record<SanctionReason, string>> = {
  SPAM: 'spam',
  FAKE_REVIEWS: 'recensioni non autentiche',
  POLICY_VIOLATION: 'violazione delle regole della community',
  HARASSMENT: 'molestie o offese',
  MULTIPLE_DISPUTES_LOST: 'troppe contestazioni respinte',
  AUTO_FLAGGED: 'attività sospetta',
}

/** The sanction reason a ground maps to; null if the ground is no sanctionable violation. */
export const sanctionReasonFor = (ground: Ground): SanctionReason | null => {
  switch (ground) {
    case 'SPAM':
    case 'FAKE_REVIEWS':
    case 'POLICY_VIOLATION':
    case 'HARASSMENT':
    case 'MULTIPLE_DISPUTES_LOST':
    case 'AUTO_FLAGGED':
      return ground
    case 'FAKE':
      return 'FAKE_REVIEWS'
    case 'OFFENSIVE':
      return 'HARASSMENT'
    case 'INAPPROPRIATE':
      return 'POLICY_VIOLATION'
    case 'INCORRECT_INFO':
    case 'UNFAIR_RATING':
    case 'OTHER':
    case 'NO_VIOLATION':
      return null
  }
}

/** Facts for the statement of reasons of a sanction. */
export const sanctionFacts = {
  flagUpheld: (reason: SanctionReason) =>
    `Un moderatore ha accolto una segnalazione su una tua recensione: ${sanctionReasonTexts[reason]}.`,
  disputeUpheld: 'Un moderatore ha accolto la contestazione di una tua recensione, che è stata rimossa.',
  reviewRemoved: (reason: SanctionReason) =>
    `Un moderatore ha rimosso una tua recensione: ${sanctionReasonTexts[reason]}.`,
  disputesLost: ({ lost, decided }: LostDisputes, { windowDays }: LostDisputesRule) =>
    `Negli ultimi ${windowDays} giorni, o dall’ultimo avviso per contestazioni respinte se è più recente, ` +
    `${lost} delle ${decided} contestazioni che hai aperto sono state respinte.`,
  imposedByModerator: (reason: SanctionReason) =>
    `Un moderatore ha accertato questa violazione: ${sanctionReasonTexts[reason]}.`,
  overturned: 'La decisione da cui dipendeva la sanzione non vale più: la recensione è di nuovo visibile.',
  disputeWon:
    'La sanzione contava come persa una contestazione che hai vinto con il ricorso. Senza quella, le contestazioni respinte non bastano per un avviso.',
} as const
