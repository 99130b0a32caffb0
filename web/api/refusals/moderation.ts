import type { ReasonsRejection } from '../../../domain/kernel/reasons.ts'
import type { CaseRejection } from '../../../domain/moderation/case/decider.ts'
import type { DisputeRejection } from '../../../domain/reputation/dispute/decider.ts'
import { timeOf, type Lines } from './line.ts'

export const moderationRefusals: Lines<Exclude<(CaseRejection | DisputeRejection)['type'], ReasonsRejection['type']>> =
  {
    NotTheDisputedBusiness: { status: 403, says: 'Puoi contestare solo le recensioni della tua attività.' },
    AlreadyDisputed: { status: 409, says: 'Contestazione già presente' },
    ReviewNotDisputable: { status: 409, says: 'Questa recensione non è più visibile e non può essere contestata.' },
    DisputeMessageLength: {
      status: 400,
      says: ({ least, most }) => `La spiegazione deve avere da ${least} a ${most} caratteri.`,
    },
    DisputeEvidenceInvalid: { status: 400, says: ({ mostUrls }) => `Al massimo ${mostUrls} indirizzi https.` },
    DisputeNotFound: { status: 404, says: 'Contestazione non trovata.' },
    DisputeNoLongerHeard: { status: 409, says: 'La contestazione è decisa: non si possono aggiungere dichiarazioni.' },
    StatementExists: { status: 409, says: 'Questa dichiarazione è già stata inviata.' },
    NotYourTurn: { status: 409, says: 'Prima di scrivere ancora attendi la risposta dell’altra parte.' },
    StatementsUsedUp: { status: 409, says: ({ most }) => `Ogni parte può inviare al massimo ${most} dichiarazioni.` },
    StatementLength: {
      status: 400,
      says: ({ least, most }) => `La dichiarazione deve avere da ${least} a ${most} caratteri.`,
    },
    DisputeTransitionNotAllowed: { status: 409, says: 'La contestazione non può passare a questo stato.' },
    DisputeNotesTooLong: { status: 400, says: ({ most }) => `Al massimo ${most} caratteri.` },
    OwnMatter: { status: 403, says: 'Sei parte in causa: deve decidere un altro moderatore.' },
    CaseNotFound: { status: 404, says: 'Caso non trovato.' },
    CaseNotEscalatable: { status: 409, says: 'Questo caso non può essere aggravato.' },
    CaseAlreadyClosed: { status: 409, says: 'Questo caso è già chiuso.' },
    ClaimedByAnother: {
      status: 409,
      says: ({ name = 'Un altro moderatore', until }) =>
        `${name} sta lavorando a questo caso fino alle ${timeOf(until)}.`,
    },
  }
