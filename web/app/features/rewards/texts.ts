import type { OwnReward, RewardExplanation, Standing } from '../../../contract/rewards/rewards.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { dateAl, dateIl } from '../../shared/italian-dates.ts'

export const rewardTexts = {
  title: 'Sistema Ricompense',
  intro: 'Sconti che arrivano da soli, quando te li meriti.',
  introBusiness: 'I codici che i clienti hanno ottenuto con la tua attività e usato da te.',
  available: 'Disponibili',
  suspended: 'Sospese',
  used: 'Usate',
  expired: 'Non più valide',
  statuses: {
    active: 'Disponibile',
    suspended: 'Sospesa',
    redeemed: 'Usata',
    revoked: 'Non più valida',
    expired: 'Non più valida',
  } satisfies Record<OwnReward['status'], string>,
  mine: 'Le tue ricompense',
  issued: 'Emesse',
  issuedUntil:
    'Fino a ieri. Di un codice non vedi quando è stato emesso né di chi è finché non viene usato: le recensioni sono anonime.',
  redeemedHere: 'Codici usati nella tua attività',
  empty: 'Non hai ancora ricompense. La prima arriva con la tua prima recensione.',
  emptyRedeemed: 'Nessun cliente ha ancora usato un codice della tua attività.',
  loadFailed: 'Errore nel caricamento',
  copy: 'Copia codice',
  redeem: 'Riscatta',
  redeemTitle: 'Riscattare questa ricompensa?',
  redeemText: (code: string, percent: number) =>
    `Il codice ${code} dà il ${percent}% di sconto e si può usare una volta sola: riscattalo solo alla cassa, mentre paghi. Non si può annullare.`,
  presented: 'Riscatta il codice di un cliente',
  presentedCode: 'Codice',
  presentedBill: 'Importo del conto in euro (facoltativo)',
  presentedBillHint: 'Serve solo a te, per sapere quanto ti costano gli sconti.',
  presentedHint: 'Scrivi il codice che il cliente ti mostra: vale una volta sola e non si può annullare.',
  redeemed: 'Ricompensa riscattata',
  redeemFailed: 'Impossibile riscattare la ricompensa. Riprova.',
  percent: (percent: number) => `${percent}% di sconto`,
  at: (name: string) => `Presso ${name}`,
  deletedOwner: 'Cliente che non è più su Garbo',
  anywhere: 'In qualsiasi struttura',
  until: (date: string) => `Valida fino ${dateAl(date)}`,
  suspendedUntil: (date: string) => `Sospesa fino ${dateAl(date)}`,
  usedOn: (date: string) => `Usata ${dateIl(date)}`,
  rules: 'Regole automatiche',
  ruleNames: {
    FIRST_REVIEW_2: 'Prima recensione',
    FIVE_REVIEWS_10: 'Cliente fedele',
    ELITE: 'Bonus Elite',
  } satisfies Record<RewardExplanation['rule'], string>,
  ruleList: [
    {
      percent: `${ruleParameters.firstReviewPercent}%`,
      title: 'Prima recensione',
      text: 'Alla tua prima recensione di una struttura.',
    },
    {
      percent: `${ruleParameters.loyalPercent}%`,
      title: 'Cliente fedele',
      text: `Alla ${ruleParameters.loyalReviews}ª recensione della stessa struttura.`,
    },
    {
      percent: `${ruleParameters.crossPercent}%`,
      title: 'Sconto multi-struttura',
      text: `Permanente, con ${ruleParameters.crossVenues} valutazioni a cinque stelle da ${ruleParameters.crossVenues} strutture diverse.`,
    },
    {
      percent: `${ruleParameters.elitePercent}%`,
      title: 'Bonus Elite',
      text: `Una volta sola, con ${ruleParameters.eliteVenues} valutazioni a cinque stelle da ${ruleParameters.eliteVenues} strutture diverse.`,
    },
  ],
  guide: {
    title: 'Guida alle ricompense',
    text: 'Come si ottiene ogni sconto.',
    all: 'Tutte le regole',
  },
  rulesNote: 'Gli sconti non si sommano: vale sempre il migliore.',
  standing: {
    title: 'Le tue ricompense',
    fiveStars: 'Valutazioni a cinque stelle',
    venues: 'Strutture diverse',
    fiveStarVenues: 'Strutture diverse a cinque stelle',
    cross: `Sconto multi-struttura del ${ruleParameters.crossPercent}%`,
    elite: `Bonus Elite del ${ruleParameters.elitePercent}%`,
    crossStates: { pending: 'In corso', active: 'Attivo', completed: 'Completato' } satisfies Record<
      Standing['cross']['state'],
      string
    >,
    eliteStates: { locked: 'Bloccato', available: 'In sospeso', earned: 'Ottenuto' } satisfies Record<
      Standing['elite']['state'],
      string
    >,
    eliteWithheld:
      'Hai già le valutazioni che servono: il bonus ti sarà assegnato quando l’email sarà confermata e non avrai avvisi o sanzioni in vigore.',
    topTitle: 'Verso Cliente Top',
    topText: `Servono una media di almeno ${ruleParameters.topAverage.toLocaleString('it-IT')} e ${ruleParameters.topRatings} soggiorni valutati.`,
    topReached: 'Sei un Cliente Top.',
    average: 'Media',
    stays: 'Soggiorni valutati',
    all: 'Vedi i codici',
    history: {
      title: 'Le tue valutazioni mese per mese',
      series: 'Media delle stelle',
      month: 'Mese',
      empty: 'Il grafico compare con la tua prima valutazione.',
    },
  },
} as const
