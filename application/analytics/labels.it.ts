import type { Criterion } from '../../domain/ratings/vocabulary.ts'
import type { ReasonCode } from '../../domain/reviews/vocabulary.ts'
import type { RewardRuleName } from '../../domain/rewards/vocabulary.ts'

/** Italian names for files that are not rendered by the web app. */
export const reasonNames: Readonly<Record<ReasonCode, string>> = {
  CLEANLINESS: 'Pulizia',
  SERVICE: 'Servizio',
  PRICE: 'Prezzo',
  LOCATION: 'Posizione',
  CHECKIN: 'Check-in',
  PAYMENT: 'Pagamento',
  OTHER: 'Altro',
}

export const criterionNames: Readonly<Record<Criterion, string>> = {
  punctuality: 'Puntualità',
  kindness: 'Cortesia',
  payment: 'Pagamento',
  roomCondition: 'Stato della camera',
}

export const rewardRuleTitles: Readonly<Record<RewardRuleName, string>> = {
  FIRST_REVIEW_2: 'Prima recensione',
  FIVE_REVIEWS_10: 'Cliente fedele',
  ELITE: 'Bonus Elite',
}
