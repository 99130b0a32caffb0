import type { RuleDraft } from '../../../contract/ava/rule-sets.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { dateDal } from '../../shared/italian-dates.ts'
import { shellTexts } from '../../texts.ts'

interface StayParameters {
  readonly fiveStars: number
  readonly firstStay: number
  readonly venues: number
  readonly venuesAva: number
  readonly returnAva: number
  readonly returnsMost: number
}

/** What stays earn, as a fragment of a sentence. @rule B-31 @rule T-197 */
const stayRulesSentence = ({ fiveStars, firstStay, venues, venuesAva, returnAva, returnsMost }: StayParameters) =>
  `${fiveStars} AVA per ogni valutazione da 5 stelle ricevuta, ${firstStay} per il primo soggiorno in una struttura nuova, ${venuesAva} dopo ${venues} strutture diverse, fino a ${returnsMost} per la fedeltà (${returnAva} per ogni ritorno in una struttura)`

const statuses: Readonly<Record<RuleDraft['status'], string>> = {
  drafted: 'Da simulare',
  simulating: 'Simulazione in corso…',
  simulated: 'Simulata',
  activated: 'Attivata',
}

const reasons: Readonly<Record<string, string>> = {
  FIVE_STARS: 'Valutazioni da 5 stelle',
  FIRST_STAY: 'Primi soggiorni',
  FIVE_VENUES: 'Cinque strutture diverse',
  LOYALTY: 'Fedeltà',
}

export const ruleSetTexts = {
  title: shellTexts.ruleSets,
  intro:
    'Con quali regole si guadagnano gli AVA. Una versione nuova si prova sui dati passati e poi si attiva: gli AVA già guadagnati non cambiano.',
  forbidden: 'Questa pagina è riservata agli amministratori.',
  version: (version: number) => `Versione ${version}`,
  inForce: 'In vigore',
  notInForce: 'Non in vigore',
  since: (date: string) => `In vigore ${dateDal(date)}.`,
  always: [
    `1 AVA ogni ${ruleParameters.contributionsPerAva} valutazioni o recensioni fatte`,
    `1 AVA ogni ${ruleParameters.eurosPerAva} € di prenotazioni`,
  ],
  stays: stayRulesSentence,
  earnedNow: (what: string) => `Chi soggiorna guadagna ${what}.`,
  upcoming: (what: string) => `In arrivo: ${what}. Finché queste regole non sono attive non fanno guadagnare AVA.`,
  draft: 'Prepara una bozza',
  drafts: 'Bozze',
  empty: 'Non ci sono bozze. Preparane una dalla versione che vuoi provare.',
  statuses,
  simulate: 'Simula sui dati passati',
  simulateAgain: 'Simula di nuovo',
  activate: 'Attiva',
  activateTitle: (version: number) => `Attivare la versione ${version}?`,
  activateText: (version: number) =>
    `Da questo momento gli AVA si guadagnano con la versione ${version}. Quello che è già stato guadagnato resta com’è.`,
  activated: (version: number) => `La versione ${version} è in vigore.`,
  failed: 'L’operazione non è riuscita.',
  totals: {
    title: 'Se fosse stata in vigore dal primo giorno: AVA oltre a quelli che ogni versione assegna',
    total: 'AVA in più',
    lastMonth: 'di cui negli ultimi 30 giorni',
    accounts: 'Account che ne avrebbero guadagnati',
    most: 'Il massimo per un account',
    credited: 'AVA accreditati finora, per confronto',
  },
  reason: (reason: string) => reasons[reason] ?? reason,
} as const
