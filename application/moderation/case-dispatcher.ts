import { E, type TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Lane } from '../../domain/moderation/vocabulary.ts'
import type { LookupFailure } from '../ports/lookups.ts'
import type { ModerationLookups, WaitingCase } from './lookups.ts'

/**
 * Proposes the next case to each moderator. Concurrent requests share one read of the queue and get different cases.
 * Proposals only reduce conflicts: the claim recorded in the case's stream decides who works on it.
 */
export interface CaseDispatcher {
  /** Null if a list read after the request contains no eligible case. */
  readonly next: (
    request: NextCaseRequest,
    waitingCases: ModerationLookups['waitingCases'],
  ) => TE.TaskEither<LookupFailure, string | null>
  /** Returns an unclaimed case to the queue. */
  readonly requeue: (caseId: string) => void
}

export interface NextCaseRequest {
  readonly lane: Lane | null
  readonly by: string
  readonly at: Instant
  /** Cases proposed before that the moderator could not claim. */
  readonly alreadyTried: ReadonlySet<string>
}

/** Time after which the read models reflect the claim of a proposed case. */
const proposalMemoryMs = 2_000
/** How long requests share one list of candidates. The read model may lag by as much anyway. */
const listTtlMs = 100
const pageSize = 100
/** Maximum lists read per request when others take every case of a full page. */
const maxReads = 8

interface CaseList {
  readonly startedAt: number
  readonly cases: Promise<E.Either<LookupFailure, readonly WaitingCase[]>>
}

export const caseDispatcher = (): CaseDispatcher => {
  /** Time of proposal by case id, oldest first. */
  const proposed = new Map<string, number>()
  const lists = new Map<Lane | null, CaseList>()

  const forget = (before: number) => {
    for (const [id, proposedAt] of proposed) {
      if (proposedAt > before) return
      proposed.delete(id)
    }
  }

  const readList = ({ lane, at }: NextCaseRequest, waitingCases: ModerationLookups['waitingCases']): CaseList => {
    const cases = waitingCases({ lane, at, limit: pageSize, except: [...proposed.keys()] })()
    const list: CaseList = { startedAt: Date.parse(at), cases }
    lists.set(lane, list)
    return list
  }

  const propose = (cases: readonly WaitingCase[], request: NextCaseRequest): string | null => {
    const available = cases.filter((waiting) => !proposed.has(waiting.caseId) && isEligible(request, waiting))
    const caseId = available[spreadOffset(request, available.length)]?.caseId
    if (caseId === undefined) return null
    proposed.set(caseId, Date.parse(request.at))
    return caseId
  }

  return {
    next: (request, waitingCases) => async () => {
      const now = Date.parse(request.at)
      forget(now - proposalMemoryMs)
      const current = lists.get(request.lane)
      const shared = current !== undefined && now - current.startedAt < listTtlMs ? current : undefined
      let list = shared ?? readList(request, waitingCases)
      for (let reads = 1; ; reads++) {
        const cases = await list.cases
        const latest = lists.get(request.lane)
        if (E.isLeft(cases)) {
          if (latest === list) lists.delete(request.lane)
          return cases
        }
        const caseId = propose(cases.right, request)
        if (caseId !== null) return E.right(caseId)
        const isComplete = cases.right.length < pageSize
        if (list !== shared && (isComplete || reads >= maxReads)) return E.right(null)
        list = latest === undefined || latest === list ? readList(request, waitingCases) : latest
      }
    },
    requeue: (caseId) => {
      proposed.delete(caseId)
      lists.clear()
    },
  }
}

/**
 * Cases about the same review go to the same moderator.
 * @rule P-16 parties may not work on their own case
 */
const isEligible = ({ by, alreadyTried }: NextCaseRequest, { caseId, excludedAccounts, claimedBy }: WaitingCase) =>
  !alreadyTried.has(caseId) && !excludedAccounts.includes(by) && claimedBy.every((claimant) => claimant === by)

/** After a conflict, moderators skip different numbers of cases so that processes do not collide at every case. */
const spreadOffset = ({ by, alreadyTried }: NextCaseRequest, count: number): number => {
  if (alreadyTried.size === 0 || count === 0) return 0
  const hash = Array.from(`${by}${alreadyTried.size}`, (character) => character.charCodeAt(0)).reduce(
    (sum, code) => (sum * 31 + code) % 1_000_003,
    7,
  )
  return hash % Math.min(2 ** alreadyTried.size, count)
}
