import type { Ground } from '../../domain/kernel/statement.ts'

export interface HouseRule {
  readonly title: string
  readonly text: string
}

type HouseRules = Readonly<Record<Ground, HouseRule>>

/** The rules of the house as decisions cite them; what is changed takes a new number, and old decisions keep theirs. */
const first: HouseRules = {
  SPAM: { title: 'Spam', text: 'Non sono ammessi messaggi pubblicitari, ripetuti o estranei a una visita.' },
  INAPPROPRIATE: {
    title: 'Contenuto inappropriato',
    text: 'Una recensione parla del servizio ricevuto, senza contenuti volgari, violenti o privati.',
  },
  FAKE: { title: 'Contenuto falso', text: 'Si recensisce solo ciò che si è vissuto davvero.' },
  FAKE_REVIEWS: { title: 'Recensioni false', text: 'Non si scrivono, comprano o vendono recensioni non autentiche.' },
  OFFENSIVE: { title: 'Linguaggio offensivo', text: 'Si può criticare, mai insultare o discriminare.' },
  HARASSMENT: { title: 'Molestie', text: 'Non sono ammesse minacce, persecuzioni o pressioni su una persona.' },
  INCORRECT_INFO: { title: 'Informazioni errate', text: 'I fatti raccontati in una recensione devono essere veri.' },
  UNFAIR_RATING: {
    title: 'Valutazione ingiusta',
    text: 'Un voto nasce dall’esperienza vissuta, non da ritorsione o da ragioni estranee alla visita.',
  },
  POLICY_VIOLATION: { title: 'Violazione delle regole', text: 'Si rispettano i termini d’uso e le linee guida.' },
  MULTIPLE_DISPUTES_LOST: {
    title: 'Contestazioni perse più volte',
    text: 'Chi pubblica più recensioni giudicate contrarie alle regole ne risponde.',
  },
  AUTO_FLAGGED: {
    title: 'Rilevazione automatica',
    text: 'Ciò che i sistemi segnalano come irregolare può essere sospeso fino all’esame di una persona.',
  },
  OTHER: { title: 'Altra regola', text: 'Si applicano i termini d’uso e le linee guida della community.' },
  NO_VIOLATION: { title: 'Nessuna violazione', text: 'Non è stata riscontrata alcuna violazione delle regole.' },
}

const versions: readonly HouseRules[] = [first]

/** The rule a decision rests on, in the words of the version it was made under. */
export const houseRule = (ground: Ground, version: number): HouseRule => (versions[version - 1] ?? first)[ground]
