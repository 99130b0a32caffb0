import type { SubjectChange, StaleDecision } from '../../../application/rejections.ts'
import { timeOf, type Line } from './line.ts'

const said: Readonly<Record<SubjectChange, string>> = {
  edited: 'l’autore ha modificato la recensione',
  flagged: 'è arrivata una nuova segnalazione',
  'flag-decided': 'una segnalazione è stata decisa',
  held: 'la recensione è stata sospesa in automatico',
  hidden: 'la recensione è stata nascosta',
  removed: 'la recensione è stata rimossa',
  restored: 'la recensione è stata ripristinata',
  disputed: 'l’attività ha contestato la recensione',
  'dispute-taken': 'la contestazione è stata presa in esame',
  'dispute-upheld': 'la contestazione è stata accolta',
  'dispute-rejected': 'la contestazione è stata respinta',
  'dispute-closed': 'la contestazione è stata chiusa',
}

/** What happened since, in words. */
const changesSaid = ({ changes }: StaleDecision) => changes.map(({ at, what }) => ({ at, what: said[what] }))

export const matterChanged: Line<StaleDecision> = {
  status: 409,
  says: (rejection) => {
    const told = changesSaid(rejection).map(({ at, what }) => `${what} (${timeOf(at)})`)
    return `Il caso è cambiato mentre lo guardavi: ${told.join('; ')}. Ricarica e decidi di nuovo.`
  },
  tells: (rejection) => ({ changes: changesSaid(rejection) }),
}
