import type { PublicExclusion, ReviewContribution } from '../../../contract/reviews/scores.ts'
import { counted } from '../../shared/format.ts'
import { dateAl, dateDal, dateDel, dateIl } from '../../shared/italian-dates.ts'

/** The score of a venue and its explanation. */
export const scoreTexts = {
  open: 'Perché questo punteggio',
  title: 'Perché questo punteggio',
  asOf: (day: string) => `Situazione ${dateAl(day)}.`,
  version: (version: number) => `versione ${version}`,
  score: 'Punteggio attuale',
  fullScore: 'Con tutte le recensioni',
  average: (average: string, reviews: number) => `${average} su ${counted(reviews, 'recensione', 'recensioni')}`,
  rules: 'Come si calcola',
  ruleNames: {
    'Q-50': 'Media delle recensioni',
    exclusion: 'Giorni esclusi',
    anomaly: 'Giornate anomale',
  } as Readonly<Record<string, string>>,
  latest: 'È la media delle stelle. Di ogni autore conta solo l’ultima recensione visibile.',
  out: 'Le recensioni nascoste, rimosse o in revisione non contano.',
  periods: 'Le recensioni dei giorni esclusi da un moderatore si leggono ancora, con un asterisco, ma non contano.',
  stars: 'Quante recensioni per numero di stelle',
  starsRow: (stars: number, inScore: number, inFullScore: number) =>
    inScore === inFullScore
      ? `${counted(stars, 'stella', 'stelle')}: ${inScore}`
      : `${counted(stars, 'stella', 'stelle')}: ${inScore} (${inFullScore} con i giorni esclusi)`,
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
  asterisk: '* non conta nel punteggio',
  own: 'Recensione per recensione',
  ownIntro: 'Quali recensioni contano e perché. Chi le ha scritte resta anonimo.',
  ownEmpty: 'Nessuno ti ha ancora recensito.',
  ownTitle: 'Il tuo punteggio',
  none: 'Ancora nessuna recensione.',
  history: {
    title: 'Il punteggio nel tempo',
    monthly: 'Punteggio alla fine di ogni mese',
    own: 'Ultimi 12 mesi',
    series: 'Punteggio',
    open: 'Apri le analisi',
    none: 'Il grafico compare con la tua prima recensione.',
    tooFew: 'Il grafico compare dopo un mese in cui contano almeno cinque recensioni.',
  },
  row: (day: string) => `Recensione ${dateDel(day)}`,
  why: {
    latest: 'Conta',
    superseded: 'Non conta: lo stesso autore ne ha scritta una più recente',
    excluded: 'Non conta: giorno escluso',
    held: 'Non conta: in revisione',
    hidden: 'Non conta: nascosta',
    removed: 'Non conta: rimossa',
  } satisfies Record<ReviewContribution['why'], string>,
  without: (average: string) => `senza, la media sarebbe ${average}`,
  given: 'Le motivazioni che hai ricevuto',
  noLongerLeftOut: (from: string, to: string) =>
    from === to ? `Recensioni ${dateDel(from)}` : `Recensioni ${dateDal(from)} ${dateAl(to)}`,
  lifted: (day: string) => `Esclusione revocata ${dateIl(day)}: contano di nuovo`,
} as const
