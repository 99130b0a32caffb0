import { minQueryLength } from '../../../contract/accounts/venues.ts'
import type {
  DisputeReason,
  DisputeStatus,
  DisputeThread,
  FlagReason,
  FlagStatus,
} from '../../../contract/reviews/flags-and-disputes.ts'
import { maxEvidenceUrls, textLengths } from '../../../contract/reviews/lengths.ts'
import type { ModerationStatus, ReasonCode, Visibility } from '../../../contract/reviews/reviews.ts'
import { counted } from '../../shared/format.ts'
import { dateAl, dateIl } from '../../shared/italian-dates.ts'

const lengthText = ({ min, max }: { readonly min: number; readonly max: number }) => `Da ${min} a ${max} caratteri`

/** Labels of the vocabulary of reviews. */
const reasons = {
  CLEANLINESS: 'Pulizia',
  SERVICE: 'Servizio',
  PRICE: 'Prezzo',
  LOCATION: 'Posizione',
  CHECKIN: 'Check-in',
  PAYMENT: 'Pagamento',
  OTHER: 'Altro',
} as const satisfies Record<ReasonCode, string>
const visibilities = {
  PUBLIC_ANONYMOUS: 'Tutti, in forma anonima',
  PRIVATE_TO_BUSINESS: 'Solo la struttura',
} as const satisfies Record<Visibility, string>
const visibilityBadges = {
  PUBLIC_ANONYMOUS: 'Pubblica',
  PRIVATE_TO_BUSINESS: 'Privata',
} as const satisfies Record<Visibility, string>
/** @rule Q-57 “In Revisione” of a review, “In revisione” of a dispute */
const status = {
  ACTIVE: 'Attiva',
  HIDDEN: 'Nascosta',
  REMOVED: 'Rimossa',
  PENDING_REVIEW: 'In Revisione',
} as const satisfies Record<ModerationStatus, string>
const disputeStatus = {
  OPEN: 'Contestata',
  UNDER_REVIEW: 'In revisione',
  RESOLVED_UPHELD: 'Contestazione accolta',
  RESOLVED_REJECTED: 'Contestazione respinta',
} as const satisfies Record<Exclude<DisputeStatus, 'CLOSED'>, string>
const flagReasons = {
  SPAM: 'Spam',
  INAPPROPRIATE: 'Contenuto inappropriato',
  FAKE: 'Recensione falsa',
  OFFENSIVE: 'Linguaggio offensivo',
  OTHER: 'Altro',
} as const satisfies Record<FlagReason, string>
const disputeReasons = {
  INCORRECT_INFO: 'Informazioni errate',
  UNFAIR_RATING: 'Punteggio ingiusto',
  POLICY_VIOLATION: 'Violazione delle regole',
  OTHER: 'Altro',
} as const satisfies Record<DisputeReason, string>
const flagStatus = {
  PENDING: 'In attesa',
  REVIEWED: 'Esaminata',
  DISMISSED: 'Respinta',
  UPHELD: 'Accolta',
} as const satisfies Record<FlagStatus, string>
const obstacles = {
  'not-your-turn': 'Potrai scrivere di nuovo quando l’altra parte avrà risposto.',
  'used-up': 'Hai inviato tutte le dichiarazioni previste.',
  decided: 'Non si possono più aggiungere dichiarazioni.',
} as const satisfies Record<NonNullable<DisputeThread['statementObstacle']>, string>

export const reviewTexts = {
  title: 'Recensioni',
  intro: 'Quello che clienti e colleghi dicono della tua attività.',
  received: 'Recensioni ricevute',
  receivedEmpty: 'Non hai ancora ricevuto recensioni.',
  new: 'Nuova recensione',
  quickTitle: 'Recensione veloce',
  dialogTitle: 'Scrivi una recensione',
  target: 'Struttura da recensire',
  targetHint: `Scrivi almeno ${minQueryLength} lettere e scegli dall’elenco`,
  targetNone: 'Nessuna struttura trovata',
  targetMissing: 'Scegli la struttura da recensire',
  targetChosen: (name: string) => `Recensione su ${name}`,
  targetChange: 'Cambia struttura',
  rating: 'Stelle',
  comment: 'Commento',
  reason: 'Motivo principale',
  visibility: 'Chi può leggerla',
  submit: 'Salva recensione',
  saved: 'Recensione salvata',
  missingTitle: 'Valutazione mancante',
  missing: 'Seleziona una valutazione da 1 a 5 stelle.',
  failed: 'Si è verificato un errore durante il salvataggio.',
  failedDialog: 'Si è verificato un errore durante il salvataggio della recensione.',
  rewardTitle: 'Ricompensa sbloccata',
  rewardLine: (percent: number, code: string) => `${percent}% di sconto con il codice ${code}`,
  reasons,
  visibilities,
  visibilityBadges,
  status,
  disputeStatus,
  disputes: 'Le tue contestazioni',
  disputesEmpty: 'Non hai contestato nessuna recensione.',
  disputeClosed: 'Chiusa',
  disputeOpened: (day: string) => `Aperta ${dateIl(day)}`,
  disputeDue: (day: string) => `Decisione entro ${dateIl(day)}`,
  disputeResolution: 'La decisione dei moderatori',
  edited: 'Modificata',
  noComment: 'Nessun commento.',
  flag: 'Segnala',
  flagged: 'Segnalata da te',
  flagTitle: 'Segnala la recensione',
  flagText: 'Un moderatore la esaminerà. Chi l’ha scritta non saprà chi l’ha segnalata.',
  flagReason: 'Motivo',
  flagReasonPlaceholder: 'Scegli il motivo',
  flagReasons,
  flagNote: 'Nota',
  flagSubmit: 'Invia segnalazione',
  flagSent: 'Segnalazione inviata',
  flagReasonMissing: 'Motivo richiesto',
  flagAlready: 'Segnalazione già presente',
  flagFailed: 'Invio della segnalazione non riuscito.',
  dispute: 'Contesta',
  disputeTitle: 'Contesta la recensione',
  /** Without the deadline until it is loaded. */
  disputeText: (workingDays?: number) =>
    workingDays === undefined
      ? 'Un moderatore esaminerà la contestazione.'
      : `Un moderatore esaminerà la contestazione, di norma entro ${counted(workingDays, 'giorno lavorativo', 'giorni lavorativi')}.`,
  disputeReason: 'Motivo',
  disputeReasons,
  disputeMessage: 'Spiegazione',
  disputeMessageHint: lengthText(textLengths.disputeMessage),
  disputeEvidence: 'Prove (indirizzi web)',
  disputeEvidenceHint: `Fino a ${maxEvidenceUrls} indirizzi https, uno per riga`,
  disputeEvidenceInvalid: `Inserisci al massimo ${maxEvidenceUrls} indirizzi che iniziano con https://`,
  disputeMissing: 'Dati mancanti',
  disputeMissingText: `Indica il motivo e spiega cosa contesti (almeno ${textLengths.disputeMessage.min} caratteri).`,
  disputeSubmit: 'Invia contestazione',
  disputeSent: 'Contestazione inviata',
  disputeAlready: 'Contestazione già presente',
  disputeFailed: 'Invio della contestazione non riuscito.',
  mineTitle: 'Le mie recensioni',
  mineIntro: 'Le recensioni che hai scritto e le valutazioni che hai ricevuto.',
  written: 'Recensioni scritte',
  writtenEmpty: 'Non hai ancora scritto recensioni.',
  edit: 'Modifica',
  editTitle: 'Modifica la recensione',
  editSubmit: 'Salva modifiche',
  suspendsCode: (date: string) =>
    `Hai tolto almeno due stelle: se salvi, il codice sconto di questa recensione è sospeso fino ${dateAl(date)}. Se rimetti le stelle, torna subito valido.`,
  about: (name: string) => `Su ${name}`,
  targetUnknown: 'Struttura o cliente non più su Garbo',
  business: {
    total: (count: number) => (count === 1 ? '1 recensione' : `${count} recensioni`),
    theForkScore: (value: number) => `The Fork ${value.toLocaleString('it-IT')}/10 (dichiarato)`,
    empty: 'Nessuno ha ancora recensito questa struttura.',
    write: 'Scrivi una recensione',
    loginToWrite: 'Accedi per scrivere una recensione',
    noScore: 'Ancora nessun punteggio',
  },
} as const

/** Replies of businesses. */
export const replyTexts = {
  title: 'Risposta della struttura',
  edited: 'modificata',
  outdated: 'La recensione è stata modificata dopo questa risposta.',
  write: 'Rispondi',
  edit: 'Modifica risposta',
  dialogTitle: 'Rispondi alla recensione',
  dialogText:
    'La risposta è pubblica e compare sotto la recensione. Non scrivere nulla che faccia riconoscere il cliente.',
  namesPerson: (name: string) =>
    `«${name}» sembra il nome di una persona. La recensione è anonima: se è il nome di chi potrebbe averla scritta, toglilo.`,
  label: 'La tua risposta',
  hint: lengthText(textLengths.reply),
  submit: 'Pubblica risposta',
  published: 'Risposta pubblicata',
  failed: 'Pubblicazione della risposta non riuscita.',
  withdraw: 'Ritira risposta',
  withdrawText: 'La risposta non sarà più visibile. Potrai scriverne un’altra.',
  withdrawn: 'Risposta ritirata',
  withdrawFailed: 'La risposta non è stata ritirata.',
} as const

/** Flags that the user has raised. */
export const ownFlagTexts = {
  title: 'Le tue segnalazioni',
  empty: 'Non hai segnalato nessuna recensione.',
  link: 'Segnalazioni',
  flagged: (name: string) => `Recensione su ${name}`,
  flaggedUnknown: 'Recensione',
  flaggedAt: (day: string) => `Segnalata ${dateIl(day)}`,
  decidedAt: (day: string) => `Decisa ${dateIl(day)}`,
  status: flagStatus,
  outcome: {
    PENDING: 'Un moderatore la esaminerà.',
    REVIEWED: 'Un moderatore l’ha esaminata e l’ha chiusa senza accoglierla né respingerla.',
    DISMISSED: 'Un moderatore l’ha esaminata: la recensione rispetta le regole e resta visibile.',
    UPHELD: 'Un moderatore ti ha dato ragione: la recensione non è più visibile.',
  },
} as const

/** Private remarks of businesses about clients. */
export const remarkTexts = {
  title: 'Note private degli esercenti',
  intro: 'Le leggi solo tu. Non si sa da chi vengono.',
  empty: 'Nessun esercente ti ha lasciato una nota.',
  write: 'Lascia una nota',
  dialogTitle: (name: string) => `Nota privata per ${name}`,
  dialogText: 'La leggerà solo questo cliente, senza il nome della tua struttura.',
} as const

export const reviewTabTexts = {
  tabs: { received: 'Ricevute', written: 'Scritte', flags: 'Segnalazioni' },
  label: 'Quali recensioni',
} as const

/** Disputes of reviews and their statements. */
export const disputeTexts = {
  show: 'Vedi la contestazione',
  showStatements: 'Dichiarazioni delle parti',
  hide: 'Nascondi',
  thread: 'Contestazione della recensione',
  business: 'La struttura',
  author: 'Chi ha scritto la recensione',
  you: 'Tu',
  noStatements: 'Non ci sono ancora altre dichiarazioni.',
  evidence: 'Prove indicate',
  copyEvidence: 'Copia indirizzo',
  statement: 'La tua dichiarazione',
  statementHint: `${lengthText(textLengths.disputeStatement)}. La leggono i moderatori e l’altra parte.`,
  statementHintAuthor: `${lengthText(textLengths.disputeStatement)}. La leggono i moderatori e la struttura, che non sa chi sei: non scrivere il tuo nome.`,
  statementSubmit: 'Invia dichiarazione',
  statementSent: 'Dichiarazione inviata',
  statementFailed: 'Invio della dichiarazione non riuscito.',
  obstacles,
  evidenceAdviceTitle: 'Che cosa aiuta a decidere',
  evidenceAdvice: {
    INCORRECT_INFO: [
      'Che cosa, nella recensione, non corrisponde al vero',
      'Un documento o una pagina che mostra come stanno le cose',
      'La data a cui il documento si riferisce',
    ],
    UNFAIR_RATING: [
      'Il fatto che rende ingiusto il punteggio, non il punteggio in sé',
      'La corrispondenza con il cliente, se ce n’è stata',
      'Che cosa è stato offerto per rimediare',
    ],
    POLICY_VIOLATION: [
      'La frase della recensione che viola le regole',
      'La regola della community che viola',
      'Se c’è stato un ricatto, il messaggio scritto che lo prova',
    ],
    OTHER: ['Che cosa è accaduto e quando', 'Chi o che cosa può confermarlo', 'Il documento che lo mostra'],
  },
  why: (ground: string) => `Perché: ${ground}`,
  record: (reviews: number, opened: number, share: string) =>
    `Questa struttura ha contestato ${opened === 1 ? 'una' : opened} ${reviews === 1 ? 'recensione, l’unica ricevuta' : `delle ${reviews} recensioni ricevute (${share})`}`,
  recordNone: 'Questa struttura non ha mai contestato una recensione.',
  recordOutcome: (won: number, lost: number, waiting: number) =>
    [
      won > 0 && (won === 1 ? 'una accolta' : `${won} accolte`),
      lost > 0 && (lost === 1 ? 'una respinta' : `${lost} respinte`),
      waiting > 0 && (waiting === 1 ? 'una in attesa' : `${waiting} in attesa`),
    ]
      .filter(Boolean)
      .join(', '),
} as const
