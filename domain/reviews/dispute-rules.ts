import { type DisputeParty, type DisputeStatus, maxStatements, type StatementObstacle } from './vocabulary.ts'

/** Evidence must be an https address. @rule V-49 */
export const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:'

/** The part of a dispute that determines which party may file the next statement. */
type StatementTurns = {
  readonly status: DisputeStatus
  readonly statements: readonly { readonly party: DisputeParty }[]
}

/** Whether moderators have yet to decide the dispute. Until then its parties may file statements. */
export const isUndecided = (status: DisputeStatus | 'NONE'): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

const statementsLeft = ({ statements }: StatementTurns, party: DisputeParty): number =>
  maxStatements - statements.filter((statement) => statement.party === party).length

const nextParty = ({ statements }: StatementTurns): DisputeParty =>
  statements.at(-1)?.party === 'author' ? 'business' : 'author'

/** Why the party may not file a statement now; null if it may. */
export const statementObstacle = (dispute: StatementTurns, party: DisputeParty): StatementObstacle | null => {
  if (!isUndecided(dispute.status)) return 'decided'
  if (statementsLeft(dispute, party) === 0) return 'used-up'
  return nextParty(dispute) === party ? null : 'not-your-turn'
}
