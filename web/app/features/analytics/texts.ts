import type { Analytics, AnalyticsRow } from '../../../contract/analytics/analytics.ts'
import { counted } from '../../shared/format.ts'
import { dateAl, dateDal, dateIl } from '../../shared/italian-dates.ts'
import { shellTexts } from '../../texts.ts'
import { ratingTexts } from '../ratings/texts.ts'

const dates = (from: string, to: string) => (from === to ? dateIl(from) : `${dateDal(from)} ${dateAl(to)}`)

/** Of a time in hours that consists of whole days. */
const inDays = (hours: number) => `${(hours / 24).toLocaleString('it-IT')} ${hours === 24 ? 'giorno' : 'giorni'}`

export const analyticsTexts = {
  title: shellTexts.analytics,
  intro: 'Il tuo punteggio, le recensioni e gli ospiti nel tempo.',
  open: 'Apri le analisi',
  period: 'Periodo',
  periods: { 30: 'Ultimi 30 giorni', 90: 'Ultimi 90 giorni', 365: 'Ultimi 12 mesi', custom: 'Personalizzato' },
  customPeriod: 'Periodo personalizzato',
  fields: { from: 'Dal', to: 'Al' },
  show: 'Mostra',
  compare: 'Confronta con il periodo precedente',
  shown: (from: string, to: string) => `Dati ${dates(from, to)}`,
  compared: (from: string, to: string) => `, confrontati con quelli ${dates(from, to)}`,
  now: 'Questo periodo',
  before: 'Periodo precedente',
  change: {
    up: (by: string, before: string) => `+${by}, in aumento: prima ${before}`,
    down: (by: string, before: string) => `−${by}, in calo: prima ${before}`,
    same: (before: string) => `Invariato: prima ${before}`,
  },
  /** Difference of two shares. */
  points: (difference: number) => counted(Math.round(difference * 100), 'punto', 'punti'),
  missing: '–',
  rows: { reviews: 'Vedi le recensioni', ratings: 'Vedi le valutazioni' },
  downloadWorkbook: 'Scarica Excel (.xlsx)',
  downloadReport: 'Scarica il report (PDF)',
  downloads: 'Scarica i dati',
  score: {
    title: 'Punteggio nel tempo',
    series: 'Punteggio',
    end: 'Punteggio alla fine del periodo',
    empty: 'Il punteggio compare con la tua prima recensione.',
    note: 'La linea usa le recensioni che contano oggi: se un ospite ne scrive una nuova, la precedente esce anche dal passato.',
  },
  marks: {
    excluded: 'periodo escluso dal punteggio',
    removed: (reviews: number) => counted(reviews, 'recensione nascosta o rimossa', 'recensioni nascoste o rimosse'),
    restored: (reviews: number) => counted(reviews, 'recensione ripristinata', 'recensioni ripristinate'),
  },
  stars: {
    title: 'Distribuzione delle stelle',
    series: 'Recensioni',
    group: 'Stelle',
    empty: 'In questo periodo non hai ricevuto recensioni che contano nel punteggio.',
  },
  reasons: {
    title: 'Motivi delle recensioni',
    group: 'Motivo',
    empty: 'In questo periodo non hai ricevuto recensioni.',
  },
  responses: {
    title: 'Risposte',
    chart: 'Recensioni e risposte',
    received: 'Recensioni ricevute',
    answered: 'Con risposta',
    rate: 'Recensioni con risposta',
    median: 'Tempo mediano di risposta',
    answeredRows: 'Vedi le recensioni con risposta',
    unansweredRows: 'Vedi le recensioni senza risposta',
    replies: 'Vedi le risposte',
    empty: 'In questo periodo non hai ricevuto recensioni a cui rispondere.',
    hours: inDays,
    time: (hours: number) => (hours === 0 ? 'lo stesso giorno' : inDays(hours)),
  },
  criteria: {
    title: 'I quattro criteri nel tempo',
    names: {
      punctuality: ratingTexts.punctuality,
      kindness: ratingTexts.kindness,
      payment: ratingTexts.payment,
      roomCondition: ratingTexts.roomCondition,
    },
    average: (criterion: string) => `${criterion}, media`,
    empty: 'In questo periodo non hai valutato ospiti.',
  },
  guests: {
    title: 'Ospiti che tornano',
    chart: 'Valutazioni e ritorni',
    ratings: 'Valutazioni fatte',
    returning: 'A ospiti già valutati',
    share: 'Quota di ritorni',
    returningRows: 'Vedi i ritorni',
    newRows: 'Vedi gli ospiti nuovi',
    empty: 'In questo periodo non hai valutato ospiti.',
  },
  comparison: {
    title: 'Confronto con la provincia, oggi',
    own: 'La tua attività',
    others: (type: string, province: string, businesses: number) =>
      `${type} in provincia di ${province} (${businesses})`,
    series: 'Punteggio medio',
    group: 'Attività',
    tooFew: 'Il confronto compare quando almeno cinque attività del tuo tipo nella tua provincia hanno un punteggio.',
    noProvince: 'Per il confronto serve la provincia: aggiungila al profilo.',
    toProfile: 'Modifica il profilo',
    empty: 'Il confronto compare con la tua prima recensione.',
  },
  rewards: {
    title: 'Ricompense',
    chart: 'Ricompense emesse e usate',
    issued: 'Emesse in settimane intere',
    issuedNote: 'Per proteggere chi recensisce, le ricompense emesse si contano per settimane intere già concluse.',
    redeemed: 'Usate',
    cost: 'Costo degli sconti',
    costNote: (priced: number, redeemed: number) =>
      `Calcolato su ${priced} di ${counted(redeemed, 'ricompensa usata', 'ricompense usate')}: per le altre non hai indicato il conto.`,
    usedRows: 'Vedi le ricompense usate',
    issuedRows: 'Vedi quelle emesse',
    empty: 'In questo periodo non ci sono ricompense.',
  },
  ava: { title: 'AVA nel tempo', series: 'Saldo AVA', rows: 'Vedi i movimenti', empty: 'Non hai ancora AVA.' },
  locked: {
    title: 'Con Premium vedi anche',
    list: [
      'la distribuzione delle stelle e i motivi delle recensioni',
      'risposte date, tempi e ospiti che tornano',
      'i quattro criteri nel tempo e il confronto con la provincia',
      'ricompense, costi e AVA, con il confronto tra periodi',
      'un report in PDF e i file Excel con le righe dietro ogni grafico',
    ],
    preview: 'Sotto, un’anteprima sfocata: la forma dei tuoi dati, senza cifre.',
    link: 'Scopri Premium',
  },
  rowsPage: {
    back: 'Torna alle analisi',
    titles: {
      reviews: 'Recensioni ricevute',
      ratings: 'Valutazioni fatte',
      rewards: 'Ricompense usate',
      issued: 'Ricompense emesse, settimana per settimana',
      ava: 'Movimenti AVA',
    } satisfies Record<AnalyticsRow['of'], string>,
    empty: 'Nessuna riga in questo periodo con questi filtri.',
    filters: 'Filtri',
    clear: 'Togli i filtri',
    reason: (reason: string) => `Motivo: ${reason}`,
    answered: 'Con risposta',
    unanswered: 'Senza risposta',
    counted: 'Nel punteggio',
    notCounted: 'Fuori dal punteggio',
    returning: 'Ospiti già valutati',
    notReturning: 'Ospiti nuovi',
    columns: {
      day: 'Data',
      stars: 'Stelle',
      reason: 'Motivo',
      comment: 'Commento',
      counted: 'Nel punteggio',
      reply: 'Risposta',
      client: 'Cliente',
      stay: 'Soggiorno',
      returning: 'Già valutato',
      reward: 'Ricompensa',
      week: 'Settimana dal',
      until: 'Al',
      issued: 'Emesse',
      discount: 'Sconto',
      euro: 'Sconto concesso',
      description: 'Movimento',
      amount: 'AVA',
    },
    noReply: 'Nessuna',
    yes: 'Sì',
    no: 'No',
  },
} as const

/** Text of a mark on the score. */
export const markText = (mark: Analytics['marks'][number]) =>
  mark.kind === 'excluded' ? analyticsTexts.marks.excluded : analyticsTexts.marks[mark.kind](mark.reviews)

/** The criteria of a rating, in the order of its form. */
export const criteria = ['punctuality', 'kindness', 'payment', 'roomCondition'] as const
