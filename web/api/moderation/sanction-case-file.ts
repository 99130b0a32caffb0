import { caseById } from '../../../projections/moderation.queries.ts'
import { sanctionById, sanctionsOf } from '../../../projections/sanctions.queries.ts'
import type { SanctionCaseFile } from '../../contract/conduct.ts'
import { sanctionAnswer } from '../answers/conduct.ts'
import type { Hall } from '../hall.ts'

/** The appeal of a sanction: the sanction with its cause, the appeal, and what the account was sanctioned for before. */
export const sanctionCaseFileOf = async (hall: Hall, caseId: string): Promise<SanctionCaseFile | null> => {
  const now = hall.clock()
  const found = await caseById(hall.db, caseId)
  if (found?.kind !== 'APPEAL') return null
  const record = await sanctionById(hall.db, found.targetId, now)
  if (record === null) return null
  const others = (await sanctionsOf(hall.db, record.userId, now)).filter(
    ({ id, createdAt }) => id !== record.id && createdAt <= record.createdAt,
  )
  const { targetId, dueAt, openedAt, closedAt, outcome, claimedBy, claimedUntil } = found
  const live = claimedUntil !== null && claimedUntil > now
  return {
    caseId,
    kind: 'APPEAL',
    targetId,
    dueAt,
    overdue: closedAt === null && dueAt < now,
    openedAt,
    closedAt,
    outcome,
    claimedBy: live ? claimedBy : null,
    claimedUntil: live ? claimedUntil : null,
    review: null,
    sanction: sanctionAnswer(record),
    earlier: others.map(sanctionAnswer),
  }
}
