import type {
  AppealObstacle,
  AppealOutcome,
  AppealSide,
  AppealStatus,
  Measure,
} from '../../../contract/moderation/appeals.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { dateAl, dateIl } from '../../shared/italian-dates.ts'

const lengthHint = `Da ${ruleParameters.appealMinLength} a ${ruleParameters.appealMaxLength} caratteri`

export const appealTexts = {
  title: 'I tuoi ricorsi',
  empty: 'Non hai presentato nessun ricorso.',
  appeal: 'Fai ricorso',
  dialogTitle: 'Fai ricorso contro la decisione',
  dialogText:
    'Lo esaminerà un moderatore che non ha ancora deciso su questo caso. Puoi farlo una volta sola: scrivi tutto quello che conta.',
  reason: 'Perché non sei d’accordo',
  reasonHint: `${lengthHint}.`,
  send: 'Invia ricorso',
  sent: 'Ricorso inviato',
  sentText: 'Ti scriveremo appena sarà deciso.',
  failed: 'Il ricorso non è stato inviato. Riprova.',
  until: (date: string) => `Puoi fare ricorso fino ${dateAl(date)}.`,
  obstacles: {
    'too-late': (until) => `Il termine per fare ricorso è scaduto ${dateIl(until)}.`,
    final: () => 'Contro questa decisione non è più possibile fare ricorso.',
    'already-appealed': () => 'Hai già presentato ricorso contro questa decisione.',
    'already-decided': () => 'Un ricorso contro questa decisione è già stato deciso.',
    'not-in-force': () => 'Questa decisione non è più in vigore: il ricorso non serve.',
  } satisfies Record<Exclude<AppealObstacle, 'favourable'>, (until: string) => string>,
  lodged: (date: string) => `Presentato ${dateIl(date)}`,
  about: {
    author: 'Sulla tua recensione',
    reporter: 'Su una recensione che hai segnalato',
    business: 'Su una recensione che hai contestato',
    guest: 'Su una valutazione che hai contestato',
    venue: 'Su una valutazione che hai dato',
  } satisfies Record<AppealSide, string>,
  status: {
    OPEN: 'In attesa',
    UNDER_REVIEW: 'In esame',
    // The decision is upheld, so the appeal is rejected.
    UPHELD: 'Respinto',
    PARTLY: 'Accolto in parte',
    OVERTURNED: 'Accolto',
    VOID: 'Non più necessario',
  } satisfies Record<AppealStatus, string>,
  reviewStatus: {
    VISIBLE: 'La recensione è visibile.',
    HIDDEN: 'La recensione è nascosta.',
    REMOVED: 'La recensione è rimossa.',
  } satisfies Record<Measure, string>,
  ratingStatus: {
    VISIBLE: 'La valutazione è valida.',
    HIDDEN: 'La valutazione è nascosta.',
    REMOVED: 'La valutazione è rimossa.',
  } satisfies Record<Measure, string>,
  voidNote: 'Nel frattempo la decisione è cambiata per un altro motivo: non resta nulla da decidere.',
  ownAppeal: 'Il tuo ricorso',
  answer: 'La risposta',
} as const

/** Texts for the moderator who decides an appeal. */
export const appealPanelTexts = {
  title: 'Ricorso',
  secondAppeal: 'Secondo ricorso: la decisione sarà definitiva.',
  decision: 'La decisione impugnata',
  reviewAsJudged: 'La recensione al momento della decisione',
  ratingAsJudged: 'La valutazione al momento della decisione',
  noComment: 'Senza commento',
  noFacts: 'Di questa decisione non abbiamo la motivazione scritta.',
  ratingKept: 'Lasciata valida',
  before: {
    VISIBLE: 'Lasciata visibile',
    HIDDEN: 'Nascosta',
    REMOVED: 'Rimossa',
  },
  grounds: 'Motivo',
  statementOf: {
    author: 'L’autore scrive',
    reporter: 'Chi ha segnalato scrive',
    business: 'L’esercente scrive',
    guest: 'Il cliente scrive',
    venue: 'La struttura scrive',
  },
  startReview: 'Prendi in esame',
  reviewStarted: 'Chi ha fatto ricorso vede che lo stai esaminando',
  cannotDecide: {
    party: 'Sei parte in causa: deve decidere un altro moderatore.',
    'decided-before': 'Hai già deciso su questo caso: il ricorso spetta a un altro moderatore.',
  },
  actions: {
    UPHELD: 'Conferma la decisione',
    PARTLY: 'Accogli in parte',
    OVERTURNED: 'Accogli il ricorso',
  } satisfies Record<AppealOutcome, string>,
  dialogTitles: {
    UPHELD: 'Confermare la decisione?',
    PARTLY: 'Accogliere il ricorso in parte?',
    OVERTURNED: 'Accogliere il ricorso?',
  },
  effects: {
    VISIBLE: 'La recensione sarà visibile a tutti.',
    HIDDEN: 'La recensione sarà nascosta.',
    REMOVED: 'La recensione sarà rimossa.',
  },
  ratingEffects: {
    VISIBLE: 'La valutazione sarà valida e conterà.',
    HIDDEN: 'La valutazione sarà nascosta.',
    REMOVED: 'La valutazione sarà rimossa e non conterà più.',
  },
  measure: 'Effetto sulla recensione',
  measures: { VISIBLE: 'Visibile', HIDDEN: 'Nascosta', REMOVED: 'Rimossa' },
  reason: 'Motivazione per le parti',
  reasonHint: `${lengthHint}: la leggono chi ha fatto ricorso e le altre persone coinvolte.`,
  confirm: 'Decidi',
  done: 'Ricorso deciso',
  failed: 'La decisione non è stata registrata.',
  by: (when: string) => `Deciso ${dateIl(when)}`,
} as const
