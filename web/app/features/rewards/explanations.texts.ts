import type { RewardExplanation, StandingExplanation } from '../../../contract/rewards/rewards.ts'
import { counted } from '../../shared/format.ts'
import { dateAl, dateDel, dateIl } from '../../shared/italian-dates.ts'

const average = (stars: number) => stars.toLocaleString('it-IT')

type Goal = StandingExplanation['goals'][number]

const tierTerms = ({ percent, ratings, average: required }: Goal) =>
  `con sconti fino al ${percent}%: almeno ${ratings} valutazioni con media ${average(required ?? 0)}.`

/** Explanations of tiers, discounts and codes. */
export const explanationTexts = {
  open: 'Perché questo punteggio',
  title: 'Perché questo punteggio',
  asOf: (day: string) => `Situazione ${dateAl(day)}.`,
  humanReview: 'Qualcosa non ti torna? Per farlo rivedere da una persona scrivi a',
  standing: {
    intro: 'Ogni valutazione conta, ma non vedi mai chi te l’ha data né a che ora.',
    summary: (stars: string, total: number) => `Media ${stars} su ${counted(total, 'valutazione', 'valutazioni')}`,
    fiveStars: (count: number, venues: number) =>
      `${count} da cinque stelle, ricevute da ${counted(venues, 'struttura diversa', 'strutture diverse')}`,
    venues: (count: number) => `${counted(count, 'struttura ti ha', 'strutture ti hanno')} valutato`,
    rules: 'Le regole e a che punto sei',
    goals: {
      cross: ({ percent, venues }) =>
        `Sconto multi-struttura del ${percent}%, permanente: cinque stelle da ${venues} strutture diverse.`,
      elite: ({ percent, venues }) =>
        `Bonus Elite del ${percent}%, da usare una volta sola: cinque stelle da ${venues} strutture diverse.`,
      trusted: (goal) => `Livello Cliente Fidato, ${tierTerms(goal)}`,
      top: (goal) => `Livello Cliente Top, ${tierTerms(goal)}`,
    } satisfies Record<Goal['to'], (goal: Goal) => string>,
    reached: 'Raggiunto',
    reachedOn: (day: string, ratings: number, version: number) =>
      `Raggiunto ${dateIl(day)} con ${counted(ratings, 'valutazione', 'valutazioni')} (versione ${version} della regola).`,
    missing: {
      venues: (count: number) =>
        count === 1
          ? 'Manca una valutazione da cinque stelle di un’altra struttura.'
          : `Mancano valutazioni da cinque stelle di altre ${count} strutture.`,
      ratings: (count: number) => (count === 1 ? 'Manca 1 valutazione.' : `Mancano ${count} valutazioni.`),
      average: (stars: number) => `Hai abbastanza valutazioni: ora serve una media di ${average(stars)}.`,
    } satisfies Record<NonNullable<Goal['missing']>['of'], (amount: number) => string>,
    ifMore: 'Con un’altra valutazione da cinque stelle, di una struttura nuova',
    byRating: 'Le tue valutazioni, una per una',
    none: 'Non hai ancora valutazioni: qui vedrai da quali nasce il tuo punteggio.',
    others: (count: number) =>
      `${counted(count, 'altra valutazione conta', 'altre valutazioni contano')} nella media e non si ${count === 1 ? 'vede' : 'vedono'} in questo elenco.`,
    stayOf: (day: string) => `Soggiorno ${dateDel(day)}`,
    stayIn: (month: string) => `Soggiorno di ${month}`,
    counted: 'Conta per gli sconti',
    without: 'Se non contasse:',
    changes: {
      average: (from: string, to: string) => `la media passerebbe da ${from} a ${to}`,
      nothing: 'non cambierebbe niente',
      tier: { new: 'torneresti Cliente', trusted: 'saresti Cliente Fidato', top: 'saresti Cliente Top' },
      venues: (from: number, to: number) => `le strutture da cinque stelle passerebbero da ${from} a ${to}`,
      crossOn: 'avresti lo sconto multi-struttura',
      eliteOn: 'avresti il Bonus Elite',
      eliteOff: 'perderesti il Bonus Elite, se non l’hai ancora usato',
    },
  },
  reward: {
    open: 'Perché l’ho avuta',
    title: (code: string) => `Perché hai avuto ${code}`,
    rules: {
      FIRST_REVIEW_2: ({ percent }) =>
        `Prima recensione: il ${percent}% quando recensisci una struttura per la prima volta.`,
      FIVE_REVIEWS_10: ({ percent, required }) =>
        `Cliente fedele: il ${percent}% alla ${required}ª recensione della stessa struttura.`,
      ELITE: ({ percent, required }) =>
        `Bonus Elite: il ${percent}% con cinque stelle da ${required} strutture diverse.`,
    } satisfies Record<RewardExplanation['rule'], (reward: Pick<RewardExplanation, 'percent' | 'required'>) => string>,
    issued: (day: string, version: number) => `Assegnata ${dateIl(day)}, con la versione ${version} della regola.`,
    expires: (day: string) => `Vale fino ${dateAl(day)}.`,
    revoked: (day: string) =>
      `Revocata ${dateIl(day)}, perché le recensioni o le valutazioni che l’avevano fatta ottenere non contano più.`,
    evidence: 'Da che cosa nasce',
    review: (day: string) => `La tua recensione ${dateDel(day)}`,
    rating: (day: string) => `Una valutazione a cinque stelle, per il soggiorno ${dateDel(day)}`,
    ratingIn: (month: string) => `Una valutazione a cinque stelle, per un soggiorno di ${month}`,
    ratingUnseen: 'Una valutazione a cinque stelle',
    noLongerCounts: 'Non conta più',
    needed: 'Se non contasse, il codice verrebbe revocato',
  },
} as const
