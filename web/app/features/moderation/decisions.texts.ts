import { groundLabels } from '../../../contract/moderation/case-replay.it.ts'
import type { DecisionKind } from '../../../contract/moderation/decisions.ts'
import { dateAl, dateIl } from '../../shared/italian-dates.ts'
import { shellTexts } from '../../texts.ts'

export const decisionTexts = {
  title: shellTexts.decisions,
  intro: 'Che cosa è stato deciso sulle tue recensioni, valutazioni, segnalazioni e contestazioni, e perché.',
  empty: 'Finora nessuna decisione ti riguarda.',
  kinds: {
    HELD: 'La tua recensione è stata messa in revisione',
    HIDDEN: 'La tua recensione è stata nascosta',
    REMOVED: 'La tua recensione è stata rimossa',
    RESTORED: 'La tua recensione è di nuovo visibile',
    FLAG_REVIEWED: 'La tua segnalazione è stata esaminata',
    FLAG_DISMISSED: 'La tua segnalazione non è stata accolta',
    FLAG_UPHELD: 'La tua segnalazione è stata accolta',
    DISPUTE_UPHELD: 'La tua contestazione è stata accolta',
    DISPUTE_REJECTED: 'La tua contestazione è stata respinta',
    RATING_KEPT: 'La valutazione che avevi contestato resta',
    RATING_STRUCK: 'La valutazione che avevi contestato è stata rimossa',
    RATING_REMOVED: 'La tua valutazione è stata rimossa',
    RATING_RESTORED: 'La tua valutazione è di nuovo valida',
  } satisfies Record<DecisionKind, string>,
  decidedOn: (date: string) => `Deciso ${dateIl(date)}`,
  facts: 'Che cosa è emerso',
  noFacts: 'Di questa decisione non abbiamo la motivazione scritta.',
  rule: 'Regola',
  automation: 'Chi ha deciso',
  automations: {
    none: 'Una persona, senza sistemi automatici.',
    detection: 'Una persona; il caso è emerso in automatico per le segnalazioni ricevute.',
    decision: 'Un sistema automatico.',
  },
  redress: 'Se non sei d’accordo',
  remedies: {
    appeal: (until: string | null) =>
      until === null ? 'Un ricorso gratuito su Garbo.' : `Un ricorso gratuito su Garbo, fino ${dateAl(until)}.`,
    'out-of-court': () => 'Un organismo di risoluzione extragiudiziale certificato.',
    court: () => 'L’autorità giudiziaria.',
  },
  grounds: groundLabels,
  dialog: {
    ground: 'Motivo',
    facts: 'Fatti',
    factsHint: 'Li leggeranno le persone coinvolte: non scrivere chi ha segnalato o recensito.',
    violation: 'Violazione dell’autore',
    noViolation: 'Nessuna da indicare',
    changedTitle: 'Il caso è cambiato mentre lo guardavi',
    reload: 'Ricarica',
  },
} as const

export const transparencyTexts = {
  title: shellTexts.transparency,
  intro: 'Che cosa abbiamo ricevuto e deciso in un anno.',
  year: 'Anno',
  notices: 'Segnalazioni e contestazioni',
  noticesNote: ({ flags, disputes }: { readonly flags: number; readonly disputes: number }) =>
    `${flags} ${flags === 1 ? 'segnalazione' : 'segnalazioni'} · ${disputes} ${disputes === 1 ? 'contestazione' : 'contestazioni'}`,
  actions: 'Recensioni nascoste o rimosse',
  actionsNote: (restored: number) => `${restored} ${restored === 1 ? 'ripristinata' : 'ripristinate'}`,
  median: 'Tempo mediano di risposta',
  noMedian: 'Nessuna risposta',
  overturned: 'Decisioni annullate',
  appeals: 'Ricorsi ricevuti',
  /** `upheld` counts upheld decisions, whose appeals were rejected. */
  appealsNote: ({
    upheld,
    partly,
    overturned,
  }: {
    readonly upheld: number
    readonly partly: number
    readonly overturned: number
  }) => `Respinti: ${upheld} · accolti: ${overturned} · accolti in parte: ${partly}`,
  automated: 'Revisioni avviate in automatico',
  automatedNote: (reversed: number) =>
    `${reversed} ${reversed === 1 ? 'poi annullata' : 'poi annullate'} da una persona`,
  answers: 'Come abbiamo risposto',
  outcomes: {
    upheld: 'Accolte',
    rejected: 'Respinte',
    closed: 'Chiuse senza provvedimenti',
    void: 'Superate da un’altra decisione',
  },
  outcome: 'Esito',
  noAnswers: 'Nessuna segnalazione o contestazione è stata decisa.',
  count: 'Numero',
  grounds: 'Per quali motivi',
  ground: 'Motivo',
  noGrounds: 'Nessuna recensione è stata limitata.',
  minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minuti`),
  hours: (count: number) => (count === 1 ? '1 ora' : `${count} ore`),
  days: (count: number) => (count === 1 ? '1 giorno' : `${count} giorni`),
} as const
