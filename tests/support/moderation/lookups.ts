import type { ModerationLookups } from '../../../application/moderation/lookups.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { Lane } from '../../../domain/moderation/vocabulary.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../../projections/accounts/accounts.ts'
import { type CaseRow, cases } from '../../../projections/moderation/cases.ts'
import type { EventLog } from '../event-log.ts'

const lanes = {
  FLAG: 'flags',
  DISPUTE: 'disputes',
  RATING_CONTEST: 'disputes',
  APPEAL: 'appeals',
  HELD: 'held',
} as const
const isInLane = (lane: Lane | null, row: CaseRow, at: string) =>
  lane === null || (lane === 'overdue' ? row.dueAt < at : lanes[row.kind] === lane)
const isHeld = ({ claimedUntil }: CaseRow, at: string) => claimedUntil !== null && claimedUntil > at

export const moderationLookups = ({ read, query }: EventLog): ModerationLookups => {
  const open = async () => [...foldInMemory(cases, await read()).values()].filter(({ closedAt }) => closedAt === null)
  const from = <A>(answer: (open: readonly CaseRow[]) => A) => TE.fromTask(async () => answer(await open()))
  const ids = (some: readonly CaseRow[]) => some.map(({ caseId }) => caseId)
  const people = async () => [...foldInMemory(accounts, await read()).values()]
  return {
    waitingCases: ({ lane, at, limit, except }) =>
      from((all) =>
        all
          .filter((row) => isInLane(lane, row, at) && !isHeld(row, at) && !except.includes(row.caseId))
          .sort((a, b) => b.priority - a.priority || a.dueAt.localeCompare(b.dueAt))
          .slice(0, limit)
          .map(({ caseId, targetId, parties: excludedAccounts }) => ({
            caseId,
            excludedAccounts,
            claimedBy: all.flatMap((other) =>
              other.targetId === targetId && isHeld(other, at) ? [other.claimedBy ?? ''] : [],
            ),
          })),
      ),
    caseClaimedByRequest: (correlationId, accountId, at) =>
      from((all) => {
        const isClaimed = (row: CaseRow) =>
          row.claimedIn === correlationId && row.claimedBy === accountId && isHeld(row, at)
        return all.find(isClaimed)?.caseId ?? null
      }),
    siblingCasesOf: (caseId) =>
      from((all) => {
        const target = all.find((row) => row.caseId === caseId)?.targetId
        return ids(all.filter((row) => row.targetId === target && row.caseId !== caseId))
      }),
    casesToRecheck: (at, soonUntil, limit) =>
      from((all) => {
        const isDue = ({ dueAt, urgency }: CaseRow) =>
          (dueAt < at && urgency !== 'overdue') || (dueAt <= soonUntil && urgency === 'calm')
        return ids(all.filter((row) => isDue(row) || (row.claimedUntil !== null && !isHeld(row, at)))).slice(0, limit)
      }),
    deadlineCounts: (at, soonUntil) =>
      from((all) => {
        const due = all.filter(({ dueAt }) => dueAt <= soonUntil)
        const overdue = due.filter(({ dueAt }) => dueAt < at).length
        return { overdue, dueSoon: due.length - overdue }
      }),
    moderatorIds: () =>
      TE.fromTask(async () =>
        (await people()).flatMap(({ accountId, roles }) =>
          roles.includes('MODERATORE') || roles.includes('ADMIN') ? [accountId] : [],
        ),
      ),
    moderatorName: (accountId) =>
      TE.fromTask(async () => (await people()).find((person) => person.accountId === accountId)?.businessName ?? null),
    decisionStream: (decisionId) =>
      TE.fromTask(async () => {
        const decision = (await read()).find(({ id }) => id === decisionId)
        const [, kind = '', id = ''] =
          /^(review|dispute|rating|contest|appeal)-(.+)$/.exec(decision?.stream ?? '') ?? []
        return kind === '' ? null : { kind: kind as 'review', id }
      }),
    openAppealsOf: (reviewId) =>
      query((dataOf) => {
        const closed = new Set(
          [...dataOf('AppealDecided'), ...dataOf('AppealVoided')].map(({ decisionId }) => decisionId),
        )
        const lodged = dataOf('AppealLodged').flatMap((appeal) =>
          appeal.reviewId === reviewId ? [appeal.decisionId] : [],
        )
        return [...new Set(lodged)].filter((id) => !closed.has(id))
      }),
  }
}
