import type { PublicExclusion, ReviewContribution } from '../../../contract/reviews/scores.ts'
import type { RewardWhy, StandingWhy } from '../../../contract/rewards/rewards.ts'
import { dateAl, dateDal, dateDel, dateIl } from '../../shared/italian-dates.ts'

const counted = (count: number, singular: string, plural: string) => `${count} ${count === 1 ? singular : plural}`

const average = (stars: number) => stars.toLocaleString('it-IT')

type Goal = StandingWhy['goals'][number]

const tierTerms = ({ percent, ratings, average: required }: Goal) =>
  `con sconti fino al ${percent}%: almeno ${ratings} valutazioni con media ${average(required ?? 0)}.`

/** Explanations of scores, tiers, discounts and codes. */
export const explanationTexts = {
  open: 'Perché questo punteggio',
  title: 'Perché questo punteggio',
  asOf: (day: string) => `Situazione ${dateAl(day)}.`,
  version: (version: number) => `versione ${version}`,
  human: 'Qualcosa non ti torna? Puoi chiedere che lo riveda una persona, scrivendo a',
  standing: {
    intro: 'Le valutazioni contano una per una, senza dire mai chi te le ha date né a che ora.',
    summary: (stars: string, total: number) => `Media ${stars} su ${counted(total, 'valutazione', 'valutazioni')}`,
    fiveStars: (count: number, venues: number) =>
      `${count} da cinque stelle, ricevute da ${counted(venues, 'struttura diversa', 'strutture diverse')}`,
    venues: (count: number) => `${counted(count, 'struttura ti ha', 'strutture ti hanno')} valutato`,
    rules: 'Le regole e a che punto sei',
    goals: {
      cross: ({ percent, venues }) =>
        `Sconto multi-struttura del ${percent}%: cinque stelle da ${venues} strutture diverse, una volta per sempre.`,
      elite: ({ percent, venues }) =>
        `Bonus Elite del ${percent}%: cinque stelle da ${venues} strutture diverse, per un solo uso.`,
      trusted: (goal) => `Livello Cliente Fidato, ${tierTerms(goal)}`,
      top: (goal) => `Livello Cliente Top, ${tierTerms(goal)}`,
    } satisfies Record<Goal['to'], (goal: Goal) => string>,
    reached: 'Raggiunto',
    reachedOn: (day: string, ratings: number, version: number) =>
      `Deciso ${dateIl(day)} su ${counted(ratings, 'valutazione', 'valutazioni')}, con la versione ${version} della regola.`,
    missing: {
      venues: (count: number) => `Mancano cinque stelle da ${counted(count, 'altra struttura', 'altre strutture')}.`,
      ratings: (count: number) => (count === 1 ? 'Manca 1 valutazione.' : `Mancano ${count} valutazioni.`),
      average: (stars: number) => `Le valutazioni bastano: serve una media di ${average(stars)}.`,
    } satisfies Record<NonNullable<Goal['missing']>['of'], (amount: number) => string>,
    ifMore: 'Con altre cinque stelle, da una struttura nuova',
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
    } satisfies Record<RewardWhy['rule'], (reward: Pick<RewardWhy, 'percent' | 'required'>) => string>,
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
  score: {
    inForce: 'Punteggio in vigore',
    all: 'Con tutte le recensioni',
    average: (average: string, opinions: number) => `${average} su ${counted(opinions, 'recensione', 'recensioni')}`,
    rules: 'Come si calcola',
    ruleNames: {
      'Q-50': 'Media delle recensioni',
      exclusion: 'Giorni esclusi',
      anomaly: 'Giornate anomale',
    } as Readonly<Record<string, string>>,
    latest: 'È la media delle stelle. Di ogni autore conta solo l’ultima recensione visibile.',
    out: 'Le recensioni nascoste, rimosse o in attesa di verifica non contano.',
    periods: 'I giorni esclusi da un moderatore restano leggibili, con un asterisco, ma non contano.',
    stars: 'Quante recensioni per numero di stelle',
    starsRow: (stars: number, inForce: number, all: number) =>
      inForce === all
        ? `${counted(stars, 'stella', 'stelle')}: ${inForce}`
        : `${counted(stars, 'stella', 'stelle')}: ${inForce} (${all} con i giorni esclusi)`,
    oneMore: 'Con una recensione in più',
    oneMoreRow: (stars: number, average: string) => `da ${counted(stars, 'stella', 'stelle')}: ${average}`,
    leftOut: (from: string, to: string) =>
      from === to
        ? `Non contano le recensioni ${dateDel(from)}*`
        : `Non contano le recensioni ${dateDal(from)} ${dateAl(to)}*`,
    decided: (reason: string, day: string) => `${reason}. Deciso ${dateIl(day)} da una persona.`,
    reasons: {
      REVIEW_BOMBING: 'Ondata coordinata di recensioni',
      OFF_TOPIC: 'Recensioni su fatti estranei al soggiorno',
      FAKE_ACCOUNTS: 'Recensioni da profili non autentici',
    } satisfies Record<PublicExclusion['reason'], string>,
    switch: 'Mostra il punteggio con tutte le recensioni',
    asterisk: '* fuori dal punteggio',
    own: 'Recensione per recensione',
    ownIntro: 'Chi ha scritto non si vede mai: vedi quale recensione conta e perché.',
    ownEmpty: 'Nessuno ti ha ancora recensito.',
    ownTitle: 'Il tuo punteggio',
    none: 'Ancora nessuna recensione.',
    row: (day: string) => `Recensione ${dateDel(day)}`,
    why: {
      latest: 'Conta',
      superseded: 'Non conta: lo stesso autore ne ha scritta una più recente',
      excluded: 'Non conta: giorno escluso',
      held: 'Non conta: in attesa di verifica',
      hidden: 'Non conta: nascosta',
      removed: 'Non conta: rimossa',
    } satisfies Record<ReviewContribution['why'], string>,
    without: (average: string) => `senza, la media sarebbe ${average}`,
    given: 'Le motivazioni che hai ricevuto',
    lifted: (day: string) => `Riammesso ${dateIl(day)}`,
  },
} as const
