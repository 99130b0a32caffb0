import type { BusinessClient } from '../../../contract/ratings/clients.ts'

export const clientTexts = {
  title: 'Gestione Clienti',
  intro: 'Le persone che hai valutato o che hanno usato una ricompensa presso di te.',
  empty: 'Non hai ancora clienti. Il primo comparirà quando lo valuterai.',
  rate: 'Aggiungi valutazione',
  badges: { top: 'Cliente Top', trusted: 'Cliente Fidato', new: 'Nuovo Cliente' } satisfies Record<
    BusinessClient['tierBadge'],
    string
  >,
  topTitle: 'I tuoi clienti migliori',
  topEmpty: 'Quando avrai valutato i primi ospiti, qui vedrai i migliori.',
  discount: (percent: number) => `${percent}%`,
  crossBadge: (percent: number) => `Sconto ${percent}%`,
  eliteBadge: (percent: number) => `Bonus ${percent}%`,
  progressBadge: (have: number, need: number) => `${have}/${need}`,
  totalRatings: (count: number) =>
    count === 0 ? 'Ancora nessuna valutazione' : count === 1 ? '1 valutazione' : `${count} valutazioni`,
  age: (years: number) => `${years} anni`,
  travel: { business: 'Lavoro', leisure: 'Vacanza' } satisfies Record<
    NonNullable<BusinessClient['travelType']>,
    string
  >,
  all: 'Vedi tutti',
  photo: 'Foto',
  photoTitle: (name: string) => `Foto di ${name}`,
  photoNoConsent: 'Il cliente non ha dato il consenso alle foto: può darlo dal proprio profilo.',
  photoNotice: 'Il cliente riceve un’email che lo avvisa del cambiamento.',
  photoSave: 'Salva foto',
  photoSaved: 'Foto aggiornate',
  photoFailedTitle: 'Errore aggiornamento cliente',
  photoFailed: "Si è verificato un errore durante l'aggiornamento delle foto.",
  rewards: 'Ricompense',
  rewardsTitle: (name: string) => `Ricompense di ${name}`,
  crossName: 'Sconto multi-struttura',
  crossActive: (percent: number) => `${percent}%, permanente`,
  eliteName: 'Bonus Elite',
  eliteEarned: 'Ottenuto',
  notYet: 'Non ancora',
  codesHere: 'Codici della tua attività',
  codesNone: 'Nessun codice della tua attività usato finora.',
  codesReserved: 'I codici non ancora usati restano riservati, perché rivelerebbero chi ha scritto una recensione.',
} as const
