import { maySpeak } from '../../../domain/reputation/dispute/statements.ts'
import type { disputeWithParties } from '../../../projections/disputes.ts'
import type { statementsOf } from '../../../projections/dispute-statements.ts'
import type { Hearing, Party, Statement } from '../../contract/hearings.ts'
import { disputeAnswer } from './moderation.ts'
import { dayOnly } from './reputation.ts'

type DisputeRow = NonNullable<Awaited<ReturnType<typeof disputeWithParties>>>
type StatementRows = Awaited<ReturnType<typeof statementsOf>>

/** What a side may read: the author sees what is objected to, not the business's papers. */
export const hearingAnswer = (
  side: Party,
  { authorId: _, ...dispute }: DisputeRow,
  statements: StatementRows,
): Hearing => ({
  ...disputeAnswer(dispute),
  ...(side === 'author' ? { evidenceUrls: [] } : {}),
  side,
  statements: statementAnswers(statements),
  maySpeak: maySpeak({ status: dispute.status, statements }, side),
})

/** The day and never the hour: who was on duty is nobody's business. */
export const statementAnswers = (statements: StatementRows): Statement[] =>
  statements.map((one) => ({ ...one, filedAt: dayOnly(one.filedAt) }))
