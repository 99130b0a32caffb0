import type { CaseKind, Lane, ModeratedReview } from '../../../contract/moderation/cases.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import type { Severity } from '../../../contract/sanctions/sanctions.ts'
import { dateAl, dateDal, dateIl } from '../../shared/italian-dates.ts'

const effectOfNotUpholding =
  'Se la recensione è in revisione e questa è l’ultima segnalazione da decidere, torna attiva; altrimenti resta com’è.'

export const moderationTexts = {
  title: 'Moderazione',
  intro: 'Segnalazioni, contestazioni e recensioni da decidere.',
  forbiddenTitle: 'Accesso negato',
  forbidden: 'Questa pagina è riservata ai moderatori.',
  queue: 'Coda',
  reviews: 'Recensioni',
  lane: 'Mostra',
  lanes: {
    flags: 'Segnalazioni',
    disputes: 'Contestazioni',
    appeals: 'Ricorsi',
    held: 'In revisione',
    overdue: 'In ritardo',
  } satisfies Record<Lane, string>,
  kinds: {
    FLAG: 'Segnalazione',
    DISPUTE: 'Contestazione',
    APPEAL: 'Ricorso',
    HELD: 'In revisione',
    RATING_CONTEST: 'Contestazione di una valutazione',
  } satisfies Record<CaseKind, string>,
  laneEmpty: 'Nessun caso da decidere in questo elenco.',
  priority: (value: number) => `Priorità ${value}`,
  due: (date: string) => `Entro ${date}`,
  overdue: 'In ritardo',
  opened: (date: string) => `Aperto ${dateIl(date)}`,
  claim: 'Prendi in carico',
  release: 'Rilascia',
  claimed: 'Caso preso in carico',
  released: 'Caso rilasciato',
  claimedByMe: 'In carico a te',
  claimedByOther: 'In carico a un altro moderatore',
  open: 'Esamina',
  filter: 'Stato',
  filters: {
    all: 'Tutte',
    PENDING_REVIEW: 'In Revisione',
    ACTIVE: 'Attive',
    HIDDEN: 'Nascoste',
    REMOVED: 'Rimosse',
  },
  reviewsEmpty: 'Nessuna recensione in questo stato.',
  author: 'Autore',
  unknownName: 'Account eliminato',
  written: 'Data',
  closed: (when: string) => `Chiuso ${dateIl(when)}`,
  record: ({
    written,
    hidden,
    removed,
  }: {
    readonly written: number
    readonly hidden: number
    readonly removed: number
  }) => `Recensioni scritte: ${written} · nascoste: ${hidden} · rimosse: ${removed}`,
  target: 'Destinatario',
  flags: (count: number) => (count === 1 ? '1 segnalazione' : `${count} segnalazioni`),
  hide: 'Nascondi',
  remove: 'Rimuovi',
  restore: 'Ripristina',
  confirmTitles: {
    HIDDEN: 'Nascondere la recensione?',
    REMOVED: 'Rimuovere la recensione?',
    ACTIVE: 'Ripristinare la recensione?',
  },
  confirmText: 'La decisione resta nella storia del caso con il tuo nome e la tua motivazione.',
  notes: 'Note del moderatore',
  confirm: 'Conferma',
  done: 'Decisione registrata',
  failed: "Si è verificato un errore durante l'azione di moderazione.",
  ownMatter:
    'Il caso riguarda te, un account collegato al tuo o un concorrente della tua attività: se ne occupa un altro moderatore.',
  statusObstacles: {
    'own-matter': 'Sei parte in causa: deve decidere un altro moderatore.',
    held: 'Per cambiare questo stato decidi le segnalazioni o la contestazione.',
  } satisfies Record<NonNullable<ModeratedReview['statusObstacle']>, string>,
  flagStatus: { PENDING: 'In attesa', REVIEWED: 'Esaminata', DISMISSED: 'Respinta', UPHELD: 'Accolta' },
  flagActions: { DISMISSED: 'Respingi', UPHELD: 'Accogli', REVIEWED: 'Segna come esaminata' },
  flagTitles: {
    DISMISSED: 'Respingere la segnalazione?',
    UPHELD: 'Accogliere la segnalazione?',
    REVIEWED: 'Segnare la segnalazione come esaminata?',
  },
  flagEffects: {
    DISMISSED: effectOfNotUpholding,
    UPHELD: 'La recensione sarà nascosta.',
    REVIEWED: effectOfNotUpholding,
  },
  disputeActions: {
    UNDER_REVIEW: 'Prendi in esame',
    RESOLVED_UPHELD: 'Accogli',
    RESOLVED_REJECTED: 'Respingi',
    CLOSED: 'Chiudi',
  },
  disputeTitles: {
    UNDER_REVIEW: 'Prendere in esame la contestazione?',
    RESOLVED_UPHELD: 'Accogliere la contestazione?',
    RESOLVED_REJECTED: 'Respingere la contestazione?',
    CLOSED: 'Chiudere la contestazione?',
  },
  disputeEffects: {
    UNDER_REVIEW: 'L’esercente vedrà che la contestazione è in revisione.',
    RESOLVED_UPHELD: 'La recensione sarà rimossa.',
    RESOLVED_REJECTED: 'Lo stato della recensione non cambia.',
    CLOSED: 'La contestazione si chiude con l’esito già deciso.',
  },
  disputeStatus: {
    OPEN: 'Aperta',
    UNDER_REVIEW: 'In revisione',
    RESOLVED_UPHELD: 'Contestazione accolta',
    RESOLVED_REJECTED: 'Contestazione respinta',
    CLOSED: 'Chiusa',
  },
  resolution: 'Motivazione per l’esercente',
  flagSection: 'Segnalazioni',
  disputeSection: 'Contestazione',
  timeline: 'Cronologia',
  evidence: 'Prove',
  backToQueue: 'Torna alla coda',
  live: 'Aggiornamento in tempo reale',
  polling: 'Aggiornamento ogni 30 secondi',
} as const

/** Texts of the queue and the case file. */
export const caseQueueTexts = {
  counts: 'Casi per elenco',
  count: (lane: string, cases: number) => `${lane}: ${cases}`,
  next: 'Prossimo caso',
  why: 'Perché questa priorità',
  parts: {
    kind: 'Tipo di caso',
    held: 'Recensione in revisione, non visibile',
    flags: 'Segnalazioni in attesa',
    reporters: 'Attendibilità di chi segnala',
    deadline: 'Scadenza vicina o superata',
  },
  points: (points: number) => (points > 0 ? `+${points}` : String(points).replace('-', '−')),
  claimedByMe: (until: string) => `In carico a te fino ${dateAl(until)}`,
  claimedBy: (name: string, until: string) => `In carico a ${name} fino ${dateAl(until)}`,
  otherCases: (count: number) =>
    count === 1 ? 'Un altro caso sulla stessa recensione' : `Altri ${count} casi sulla stessa recensione`,
  trends: {
    title: 'Andamento',
    throughput: 'Casi aperti e decisi al giorno',
    opened: 'Aperti',
    decided: 'Decisi',
    ages: 'Casi aperti per età',
    workingDays: 'Giorni lavorativi',
    open: 'Casi aperti',
    age: (from: number, to: number | null) =>
      to === null ? `Più di ${from - 1} giorni lavorativi` : `${from}–${to} giorni lavorativi`,
    noCases: 'Non ci sono ancora casi.',
    noOpenCases: 'Nessun caso aperto.',
  },
  sameReview: 'Stessa recensione',
  caseLabel: (kind: string, name: string | null) => (name === null ? kind : `${kind} · in carico a ${name}`),
  reportedBy: (name: string) => `Da ${name}`,
  sanctions: 'Sanzioni',
  noSanctions: 'Nessuna sanzione.',
  severity: {
    LOW: 'Avviso',
    MEDIUM: `Sospensione di ${ruleParameters.mediumSuspensionDays} giorni`,
    HIGH: `Sospensione di ${ruleParameters.highSuspensionDays} giorni`,
    PERMANENT: 'Sospensione permanente',
  } satisfies Record<Severity, string>,
  appealedSanction: 'Sanzione oggetto del ricorso',
  sanctionFacts: 'Perché è stata data',
  appellantStatement: 'Che cosa scrive chi fa ricorso',
  inForce: 'In vigore',
  ended: 'Conclusa',
  sanctionPeriod: (from: string, until: string | null) =>
    until === null ? dateDal(from) : `${dateDal(from)} ${dateAl(until)}`,
  keys: 'Scorciatoie da tastiera',
  keysIntro: 'Valgono quando non stai scrivendo in un campo.',
  keysOn: 'Scorciatoie attive',
  keyList: [
    { keys: ['j', '↓'], action: 'Caso successivo nell’elenco' },
    { keys: ['k', '↑'], action: 'Caso precedente nell’elenco' },
    { keys: ['Invio'], action: 'Esamina il caso scelto' },
    { keys: ['n'], action: 'Prendi in carico il prossimo caso' },
    { keys: ['c'], action: 'Prendi in carico o rilascia il caso' },
    { keys: ['d'], action: 'Vai alla decisione' },
    { keys: ['Esc'], action: 'Torna alla coda' },
    { keys: ['?'], action: 'Mostra queste scorciatoie' },
  ],
} as const

/** Flag abuse case. */
export const flagAbuseTexts = {
  title: 'Uso delle segnalazioni',
  reporter: 'Chi segnala',
  intro: (name: string) => `Molte segnalazioni di ${name} sono state respinte: valuta se è un abuso.`,
  statistics: ({ dismissed, upheld }: { readonly dismissed: number; readonly upheld: number }) =>
    `Segnalazioni respinte: ${dismissed} · accolte: ${upheld}`,
  flags: 'Ultime segnalazioni',
  actions: { 'in-order': 'Nessun abuso', abusive: 'È un abuso' },
  titles: { 'in-order': 'Chiudere il caso senza conseguenze?', abusive: 'Avvisare chi segnala?' },
  effects: {
    'in-order': 'Il caso si chiude. Se ne aprirà un altro solo se saranno respinte altre segnalazioni.',
    abusive: 'Chi segnala riceve un avviso con la tua motivazione, e può fare ricorso.',
  },
  reason: { 'in-order': 'Che cosa hai riscontrato', abusive: 'Motivazione per chi segnala' },
} as const

/** Decisions on contested ratings. */
export const contestModerationTexts = {
  section: 'Valutazione contestata',
  gone: 'Non esiste più',
  actions: { KEPT: 'Respingi', STRUCK: 'Accogli' },
  titles: { KEPT: 'Respingere la contestazione?', STRUCK: 'Accogliere la contestazione?' },
  effects: { KEPT: 'La valutazione resta.', STRUCK: 'La valutazione sarà rimossa e non conterà più.' },
  factsHint: 'La leggono le parti. Non nominare la struttura: il cliente potrebbe non sapere quale sia.',
  factsMissing: 'Scrivi i fatti su cui si basa la decisione.',
  resolution: 'Motivazione per le parti',
  business: 'Struttura',
} as const
