import { capitalDateDal, capitalDateIl, dateAl, dateIl } from '../../shared/italian-dates.ts'

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
const decimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })
const formatDecimal = (value: number) => decimal.format(value)

/** Anomalous days and periods excluded from a score. */
export const scoreModerationTexts = {
  tab: 'Punteggi',
  anomalies: 'Giornate anomale',
  anomaliesIntro: 'Giornate da controllare: da sole non cambiano nessun punteggio.',
  anomaliesEmpty: 'Nessuna giornata anomala da controllare.',
  anomaly: (name: string, day: string) => `${name}, ${day}`,
  dayStatistics: (reviews: number, usual: number, average: string) =>
    `${counted(reviews, 'recensione', 'recensioni')} (di solito ${usual === 0 ? 'nessuna' : `${formatDecimal(usual)} al giorno`}), media ${average}`,
  newAccounts: (count: number) => `${count} da profili nuovi`,
  deviation: (deviation: number, version: number) =>
    `scostamento dalla mediana: ${formatDecimal(deviation)} (metodo di calcolo ${version})`,
  dismiss: 'Nessuna anomalia',
  dismissTitle: 'Giornata regolare',
  dismissNotes: 'Perché è regolare',
  dismissed: 'Giornata segnata come regolare',
  excludeDay: 'Escludi dal punteggio',
  search: 'Punteggio di una struttura',
  searchIntro: 'Cercala per vedere i periodi esclusi, escluderne uno o riammetterlo.',
  venue: 'Struttura',
  venueHint: 'Almeno due lettere del nome',
  venueNone: 'Nessuna struttura con questo nome.',
  venueOther: 'Cambia struttura',
  current: (average: string, reviews: number) =>
    reviews === 0
      ? 'Punteggio attuale: ancora nessuna recensione.'
      : `Punteggio attuale: ${average} su ${counted(reviews, 'recensione', 'recensioni')}.`,
  exclude: 'Escludi un periodo',
  excludeText: 'Le recensioni restano visibili con un asterisco; nel punteggio quei giorni non contano.',
  from: 'Dal',
  to: 'Al',
  reason: 'Motivo pubblico',
  reasonPlaceholder: 'Scegli il motivo',
  facts: 'Motivazione per la struttura',
  factsHint: 'Che cosa hai trovato. La leggono la struttura e i moderatori.',
  preview: (before: string, after: string, out: number) =>
    `Da ${before} a ${after} (${counted(out, 'recensione esclusa', 'recensioni escluse')})`,
  previewLeft: 'nessun punteggio',
  previewWait: 'Indica i due giorni per vedere l’effetto.',
  confirm: 'Escludi il periodo',
  done: 'Periodo escluso dal punteggio',
  failed: 'Il periodo non è stato escluso. Riprova.',
  periods: 'Periodi esclusi',
  periodsEmpty: 'Nessun periodo escluso.',
  period: (from: string, to: string) => (from === to ? capitalDateIl(from) : `${capitalDateDal(from)} ${dateAl(to)}`),
  excludedNow: 'Fuori dal punteggio',
  lifted: (day: string) => `Riammesso ${dateIl(day)}`,
  lift: 'Riammetti',
  liftTitle: 'Riammettere il periodo?',
  liftText: 'Le recensioni di quei giorni tornano a contare nel punteggio.',
  liftFacts: 'Perché torna a contare',
  liftDone: 'Periodo riammesso nel punteggio',
  liftFailed: 'Il periodo non è stato riammesso. Riprova.',
} as const
