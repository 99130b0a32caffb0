import type { Ground } from './decisions.ts'

/** Words for the replay of a case, on the screen and in a bundle. */

/** Labels of the grounds of decisions and sanctions. */
export const groundLabels = {
  SPAM: 'Spam',
  INAPPROPRIATE: 'Contenuto inappropriato',
  FAKE: 'Contenuto falso',
  FAKE_REVIEWS: 'Recensioni non autentiche',
  OFFENSIVE: 'Linguaggio offensivo',
  HARASSMENT: 'Molestie o offese',
  INCORRECT_INFO: 'Informazioni errate',
  UNFAIR_RATING: 'Punteggio ingiusto',
  POLICY_VIOLATION: 'Violazione delle regole',
  MULTIPLE_DISPUTES_LOST: 'Troppe contestazioni respinte',
  AUTO_FLAGGED: 'Rilevazione automatica',
  OTHER: 'Altra regola',
  NO_VIOLATION: 'Nessuna violazione',
} as const satisfies Record<Ground, string>

export const momentTitles = {
  ReviewSubmitted: 'Recensione pubblicata',
  ReviewEdited: 'Recensione modificata',
  ReviewFlagged: 'Segnalazione ricevuta',
  FlagReviewed: 'Segnalazione esaminata',
  FlagDismissed: 'Segnalazione respinta',
  FlagUpheld: 'Segnalazione accolta',
  ReviewHeld: 'Recensione messa in revisione',
  ReviewHidden: 'Recensione nascosta',
  ReviewRemoved: 'Recensione rimossa',
  ReviewRestored: 'Recensione ripristinata',
  DisputeOpened: 'Contestazione aperta',
  StatementFiled: 'Nuova dichiarazione di una parte',
  DisputeTakenUnderReview: 'Contestazione presa in esame',
  DisputeUpheld: 'Contestazione accolta',
  DisputeRejected: 'Contestazione respinta',
  DisputeClosed: 'Contestazione chiusa',
  DisputeVoided: 'Contestazione superata da un’altra decisione',
  AppealLodged: 'Ricorso presentato',
  AppealTaken: 'Ricorso preso in esame',
  AppealDecided: 'Ricorso deciso',
  AppealVoided: 'Ricorso superato da un’altra decisione',
  AppealApplied: 'Esito del ricorso applicato',
  FlagTurned: 'Esito della segnalazione cambiato dal ricorso',
  DisputeTurned: 'Esito della contestazione cambiato dal ricorso',
  OpinionChanged: 'Media con tutte le recensioni aggiornata',
  CaseOpened: 'Caso aperto',
  CaseEscalated: 'Caso ora in revisione',
  CaseReprioritised: 'Priorità del caso aggiornata',
  CaseDueSoon: 'Scadenza del caso vicina',
  CaseBecameOverdue: 'Termine del caso superato',
  CaseClaimed: 'Caso preso in carico',
  ClaimReleased: 'Caso rilasciato',
  ClaimExpired: 'Presa in carico scaduta',
  CaseClosed: 'Caso chiuso',
} as const

export const momentActors = {
  author: 'chi ha scritto',
  business: 'la struttura',
  reporter: 'chi ha segnalato',
  moderator: 'un moderatore',
  garbo: 'Garbo, in automatico',
} as const

export const automationLabels = {
  none: 'Nessuno',
  detection: 'Il caso è stato trovato automaticamente',
  decision: 'Decisa automaticamente',
} as const

export const appealOutcomeLabels = {
  UPHELD: 'La decisione resta com’è',
  PARTLY: 'La decisione cambia in parte',
  OVERTURNED: 'La decisione è annullata',
} as const
