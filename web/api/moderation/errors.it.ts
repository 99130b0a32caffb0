import type { StaleDecision } from '../../../application/moderation/rejections.ts'
import { il } from '../../../domain/kernel/text.ts'
import type { SubjectChange } from '../../../domain/reviews/subject-changes.ts'
import { type ContextErrors, type ErrorMessage, italianDate, italianTime } from '../error-messages.ts'

const changeTexts: Readonly<Record<SubjectChange, string>> = {
  edited: 'l’autore ha modificato la recensione',
  flagged: 'è arrivata una nuova segnalazione',
  'flag-decided': 'una segnalazione è stata decisa',
  held: 'la recensione è stata messa in revisione in automatico',
  hidden: 'la recensione è stata nascosta',
  removed: 'la recensione è stata rimossa',
  restored: 'la recensione è stata ripristinata',
  disputed: 'l’attività ha contestato la recensione',
  'dispute-taken': 'la contestazione è stata presa in esame',
  'dispute-upheld': 'la contestazione è stata accolta',
  'dispute-rejected': 'la contestazione è stata respinta',
  'dispute-closed': 'la contestazione è stata chiusa',
}

const describeChanges = ({ changes }: StaleDecision) => changes.map(({ at, what }) => ({ at, what: changeTexts[what] }))

const staleDecision: ErrorMessage<StaleDecision> = {
  status: 409,
  message: (rejection) => {
    const changes = describeChanges(rejection).map(({ at, what }) => `${what} (${italianTime(at)})`)
    return `Il caso è cambiato mentre lo guardavi: ${changes.join('; ')}. Ricarica e decidi di nuovo.`
  },
  details: (rejection) => ({ changes: describeChanges(rejection) }),
}

const reasonErrors = {
  FactsMissing: { status: 400, message: 'Scrivi che cosa hai riscontrato.' },
  FactsTooLong: {
    status: 400,
    message: ({ max }) => `La descrizione dei fatti può avere al massimo ${max} caratteri.`,
  },
  GroundDoesNotFit: { status: 400, message: 'Questo motivo non è adatto alla decisione.' },
  ViolationDoesNotFit: {
    status: 400,
    message: 'Una violazione si indica solo quando la recensione viene nascosta o rimossa.',
  },
} satisfies ContextErrors

const caseErrors = {
  OwnMatter: { status: 403, message: 'Sei parte in causa: deve decidere un altro moderatore.' },
  CaseNotFound: { status: 404, message: 'Caso non trovato.' },
  CaseNotReplayable: { status: 404, message: 'Questo caso non riguarda una recensione: non c’è nulla da rivivere.' },
  CaseNotEscalatable: { status: 409, message: 'Solo il caso di una segnalazione può passare in revisione.' },
  CaseAlreadyClosed: { status: 409, message: 'Questo caso è già chiuso.' },
  ClaimedByAnother: {
    status: 409,
    message: ({ name = 'Un altro moderatore', until }) =>
      `${name} sta lavorando a questo caso fino alle ${italianTime(until)}.`,
  },
  DecisionUnknown: { status: 404, message: 'Decisione non trovata.' },
  MatterChanged: staleDecision,
  NotARestriction: { status: 409, message: 'Questa decisione non limita alcun contenuto.' },
  QueueEmpty: { status: 404, message: 'Nessun caso da decidere in questo elenco.' },
} satisfies ContextErrors

const appealErrors = {
  DecisionNotFound: { status: 404, message: 'Decisione non trovata.' },
  AlreadyAppealed: { status: 409, message: 'Hai già presentato ricorso contro questa decisione.' },
  AppealAlreadyDecided: { status: 409, message: 'Un ricorso contro questa decisione è già stato deciso.' },
  DecisionFinal: { status: 409, message: 'Contro questa decisione non è possibile fare ricorso.' },
  AppealTooLate: {
    status: 410,
    message: ({ until }) => `Il termine per fare ricorso è scaduto ${il(italianDate(until))}.`,
  },
  DecisionNotInForce: {
    status: 409,
    message: 'Questa decisione non è più in vigore: il ricorso non serve.',
  },
  AppealTextLength: {
    status: 400,
    message: ({ min, max }) => `Il ricorso deve avere da ${min} a ${max} caratteri.`,
  },
  AppealNotFound: { status: 404, message: 'Ricorso non trovato.' },
  DecidedBefore: {
    status: 403,
    message: 'Hai già deciso su questo caso: il ricorso spetta a un altro moderatore.',
  },
  OutcomeNotPossible: { status: 400, message: 'Questo esito non è possibile per questo ricorso.' },
  AppealReasonLength: {
    status: 400,
    message: ({ min, max }) => `La motivazione deve avere da ${min} a ${max} caratteri.`,
  },
} satisfies ContextErrors

const reversalErrors = {
  PlanNotFound: { status: 404, message: 'Anteprima non trovata.' },
  PlanOutdated: {
    status: 409,
    message: ({ changed }) => `Nel frattempo è cambiato qualcosa (${labelsOf(changed)}): prepara una nuova anteprima.`,
  },
  PlanNeedsAnother: { status: 403, message: 'Hai preparato tu questa anteprima: deve approvarla un altro moderatore.' },
  PlanApprovedByAnother: { status: 409, message: 'Un altro moderatore ha già approvato questa anteprima.' },
} satisfies ContextErrors

const aggregateLabels: Readonly<Record<string, string>> = {
  review: 'la recensione',
  dispute: 'la contestazione',
  opinion: 'il punteggio',
  rewards: 'i codici dell’autore',
  wallet: 'il wallet AVA dell’autore',
  conduct: 'le sanzioni dell’autore',
  case: 'il caso',
  unwind: 'l’anteprima',
}

const labelsOf = (categories: readonly string[]) =>
  [...new Set(categories.map((category) => aggregateLabels[category] ?? 'gli effetti'))].join(', ')

export const moderationErrors = { ...caseErrors, ...reasonErrors, ...appealErrors, ...reversalErrors }
