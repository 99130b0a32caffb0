import { il } from './dates.ts'

/** Replies, both sides of a dispute, what one has reported, and what a venue's disputes come to. */
export const hearings = {
  reply: 'Risposta della struttura',
  replyEdited: 'modificata',
  replyOvertaken: 'La recensione è stata modificata dopo questa risposta.',
  answer: 'Rispondi',
  answerEdit: 'Modifica risposta',
  answerTitle: 'Rispondi alla recensione',
  answerText:
    'La risposta è pubblica e compare sotto la recensione. Non scrivere nulla che faccia riconoscere il cliente.',
  answerLabel: 'La tua risposta',
  answerHint: 'Da 10 a 1000 caratteri',
  answerSubmit: 'Pubblica risposta',
  answered: 'Risposta pubblicata',
  answerFailed: 'Pubblicazione della risposta non riuscita.',
  withdraw: 'Ritira risposta',
  withdrawText: 'La risposta non sarà più visibile. Potrai scriverne un’altra.',
  withdrawn: 'Risposta ritirata',
  withdrawFailed: 'La risposta non è stata ritirata.',

  show: 'Vedi la contestazione',
  showStatements: 'Dichiarazioni delle parti',
  hide: 'Nascondi',
  hearing: 'Contestazione della recensione',
  business: 'La struttura',
  author: 'Chi ha scritto la recensione',
  you: 'Tu',
  noStatements: 'Nessuno ha ancora aggiunto altro.',
  evidence: 'Prove indicate',
  copyEvidence: 'Copia indirizzo',
  statement: 'La tua dichiarazione',
  statementHint: 'Da 20 a 2000 caratteri. La leggono i moderatori e l’altra parte.',
  statementHintAuthor:
    'Da 20 a 2000 caratteri. La leggono i moderatori e la struttura, che non sa chi sei: non scrivere il tuo nome.',
  statementSubmit: 'Invia dichiarazione',
  statementSent: 'Dichiarazione inviata',
  statementFailed: 'Invio della dichiarazione non riuscito.',
  notYourTurn: 'Potrai scrivere ancora dopo la risposta dell’altra parte.',
  usedUp: 'Hai inviato tutte le dichiarazioni previste.',
  decided: 'Non si possono più aggiungere dichiarazioni.',

  proofTitle: 'Che cosa aiuta a decidere',
  proof: {
    INCORRECT_INFO: [
      'Che cosa, nella recensione, non corrisponde al vero',
      'Un documento o una pagina che mostra come stanno le cose',
      'La data a cui il documento si riferisce',
    ],
    UNFAIR_RATING: [
      'Il fatto che rende ingiusto il voto, non il voto in sé',
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
  grounds: {
    SPAM: 'spam o pubblicità',
    INAPPROPRIATE: 'contenuto inappropriato',
    FAKE: 'esperienza non vera',
    FAKE_REVIEWS: 'recensioni false',
    OFFENSIVE: 'linguaggio offensivo',
    HARASSMENT: 'molestie',
    INCORRECT_INFO: 'informazioni errate',
    UNFAIR_RATING: 'valutazione ingiusta',
    POLICY_VIOLATION: 'violazione delle regole',
    MULTIPLE_DISPUTES_LOST: 'troppe contestazioni perse',
    AUTO_FLAGGED: 'controllo automatico',
    OTHER: 'altro motivo',
    NO_VIOLATION: 'nessuna violazione',
  },

  flags: 'Le tue segnalazioni',
  flagsEmpty: 'Non hai segnalato nessuna recensione.',
  flagsLink: 'Segnalazioni',
  flagged: (name: string) => `Recensione di ${name}`,
  flaggedUnknown: 'Recensione',
  flaggedAt: (day: string) => `Segnalata ${il(day)}`,
  flagDecidedAt: (day: string) => `Decisa ${il(day)}`,
  flagStatus: { PENDING: 'In attesa', REVIEWED: 'Esaminata', DISMISSED: 'Respinta', UPHELD: 'Accolta' },
  flagOutcome: {
    PENDING: 'Un moderatore la esaminerà.',
    REVIEWED: 'Un moderatore l’ha esaminata: la recensione è stata decisa per un altro motivo.',
    DISMISSED: 'Un moderatore l’ha esaminata: la recensione rispetta le regole e resta visibile.',
    UPHELD: 'Un moderatore ti ha dato ragione: la recensione non è più visibile.',
  },

  remarks: 'Note private degli esercenti',
  remarksIntro: 'Le leggi solo tu. Non si sa da chi vengono.',
  remarksEmpty: 'Nessun esercente ti ha lasciato una nota.',
  remark: 'Lascia una nota',
  remarkTitle: (name: string) => `Nota privata per ${name}`,
  remarkText: 'La leggerà solo questo cliente, senza il nome della tua struttura.',

  tabs: { received: 'Ricevute', written: 'Scritte', flags: 'Segnalazioni' },
  tabsLabel: 'Quali recensioni',

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
