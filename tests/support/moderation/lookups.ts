import type { DomainEvent } from '../../../application/event-registry.ts'
import type { CaseLookups, Lane } from '../../../application/ports/lookups.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../../projections/accounts/accounts.ts'
import { type CaseRow, cases } from '../../../projections/moderation/cases.ts'

const kinds = { flags: 'FLAG', disputes: 'DISPUTE', appeals: 'APPEAL', held: 'HELD' } as const
const isInLane = (lane: Lane | null, one: CaseRow, at: string) =>
  lane === null || (lane === 'overdue' ? one.dueAt < at : one.kind === kinds[lane])
const isHeld = ({ claimedUntil }: CaseRow, at: string) => claimedUntil !== null && claimedUntil > at

/** In-memory queue lookups, folded from the event log. */
export const caseLookups = (log: () => Promise<readonly EventEnvelope<DomainEvent>[]>): CaseLookups => {
  const open = async () => [...foldInMemory(cases, await log()).values()].filter(({ closedAt }) => closedAt === null)
  const from = <A>(answer: (open: readonly CaseRow[]) => A) => TE.fromTask(async () => answer(await open()))
  const ids = (some: readonly CaseRow[]) => some.map(({ caseId }) => caseId)
  const people = async () => [...foldInMemory(accounts, await log()).values()]
  return {
    waiting: ({ lane, at, limit, except }) =>
      from((all) =>
        all
          .filter((one) => isInLane(lane, one, at) && !isHeld(one, at) && !except.includes(one.caseId))
          .sort((a, b) => b.priority - a.priority || a.dueAt.localeCompare(b.dueAt))
          .slice(0, limit)
          .map(({ caseId, targetId, parties }) => ({
            caseId,
            parties,
            heldBy: all.flatMap((o) => (o.targetId === targetId && isHeld(o, at) ? [o.claimedBy ?? ''] : [])),
          })),
      ),
    claimedFor: (correlationId, accountId, at) =>
      from((all) => {
        const isClaimed = (row: CaseRow) =>
          row.claimedIn === correlationId && row.claimedBy === accountId && isHeld(row, at)
        return all.find(isClaimed)?.caseId ?? null
      }),
    otherCasesOf: (caseId) =>
      from((all) => {
        const target = all.find((one) => one.caseId === caseId)?.targetId
        return ids(all.filter((one) => one.targetId === target && one.caseId !== caseId))
      }),
    casesToRecheck: (at, soonUntil, limit) =>
      from((all) => {
        const late = ({ dueAt, urgency }: CaseRow) =>
          (dueAt < at && urgency !== 'overdue') || (dueAt <= soonUntil && urgency === 'calm')
        return ids(all.filter((one) => late(one) || (one.claimedUntil !== null && !isHeld(one, at)))).slice(0, limit)
      }),
    deadlineCounts: (at, soonUntil) =>
      from((all) => {
        const due = all.filter(({ dueAt }) => dueAt <= soonUntil)
        const overdue = due.filter(({ dueAt }) => dueAt < at).length
        return { overdue, dueSoon: due.length - overdue }
      }),
    moderators: () =>
      TE.fromTask(async () =>
        (await people()).flatMap(({ accountId, roles }) =>
          roles.includes('MODERATORE') || roles.includes('ADMIN') ? [accountId] : [],
        ),
      ),
    nameOf: (accountId) =>
      TE.fromTask(async () => (await people()).find((one) => one.accountId === accountId)?.businessName ?? null),
  }
}
