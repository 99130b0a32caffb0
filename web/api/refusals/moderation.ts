import type { CaseRejection } from '../../../domain/moderation/case/decider.ts'
import type { DisputeRejection } from '../../../domain/reputation/dispute/decider.ts'
import type { UnwindRejection } from '../../../domain/moderation/unwind/decider.ts'
import { timeOf, type Lines } from './line.ts'

export const moderationRefusals: Lines<(CaseRejection | DisputeRejection | UnwindRejection)['type']> = {
  NotTheDisputedBusiness: { status: 403, says: 'Puoi contestare solo le recensioni della tua attività.' },
  AlreadyDisputed: { status: 409, says: 'Contestazione già presente' },
  ReviewNotDisputable: { status: 409, says: 'Questa recensione non è più visibile e non può essere contestata.' },
  DisputeMessageLength: {
    status: 400,
    says: ({ least, most }) => `La spiegazione deve avere da ${least} a ${most} caratteri.`,
  },
  DisputeEvidenceInvalid: { status: 400, says: ({ mostUrls }) => `Al massimo ${mostUrls} indirizzi https.` },
  DisputeNotFound: { status: 404, says: 'Contestazione non trovata.' },
  DisputeTransitionNotAllowed: { status: 409, says: 'La contestazione non può passare a questo stato.' },
  DisputeNotesTooLong: { status: 400, says: ({ most }) => `Al massimo ${most} caratteri.` },
  OwnMatter: { status: 403, says: 'Sei parte in causa: deve decidere un altro moderatore.' },
  PlanNotFound: { status: 404, says: 'Piano non trovato.' },
  PlanOutdated: {
    status: 409,
    says: ({ changed }) => `Nel frattempo è cambiato qualcosa (${changesOf(changed)}): guarda una nuova anteprima.`,
  },
  PlanNeedsAnother: { status: 403, says: 'Hai preparato tu questo piano: deve approvarlo un altro moderatore.' },
  PlanApprovedByAnother: { status: 409, says: 'Un altro moderatore ha già approvato questo piano.' },
  CaseNotFound: { status: 404, says: 'Caso non trovato.' },
  CaseNotEscalatable: { status: 409, says: 'Questo caso non può essere aggravato.' },
  CaseAlreadyClosed: { status: 409, says: 'Questo caso è già chiuso.' },
  ClaimedByAnother: {
    status: 409,
    says: ({ until }) => `Un altro moderatore sta lavorando a questo caso fino alle ${timeOf(until)}.`,
  },
}

const changes: Readonly<Record<string, string>> = {
  review: 'la recensione',
  dispute: 'la contestazione',
  opinion: 'il punteggio',
  rewards: 'i codici dell’autore',
  wallet: 'il portafoglio AVA dell’autore',
  case: 'il caso',
  unwind: 'il piano',
}
const changesOf = (kinds: readonly string[]) =>
  [...new Set(kinds.map((kind) => changes[kind] ?? 'gli effetti'))].join(', ')
