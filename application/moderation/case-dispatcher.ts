import { E, type TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { CaseLookups, Lane, LookupFailure, WaitingCase } from '../ports/lookups.ts'

/**
 * Where each of those who ask for the next case is sent: whoever asks at about the same time shares one list, and nobody is
 * sent where somebody just was. A hint that nothing depends on; the case itself says whose it is.
 */
export interface CaseDispatcher {
  /** Null when a list that was read after he asked has nothing for him. */
  readonly next: (wish: NextCaseRequest, waiting: CaseLookups['waiting']) => TE.TaskEither<LookupFailure, string | null>
  /** It waits again: whoever was sent there does not have it, or no more. */
  readonly requeue: (caseId: string) => void
}

export interface NextCaseRequest {
  readonly lane: Lane | null
  readonly by: string
  readonly at: Instant
  /** Where he was sent before, in vain. */
  readonly alreadyTried: ReadonlySet<string>
}

/** By then the read models know where somebody was sent. */
const dispatchMemoryMs = 2_000
/** A list serves so long, much as the read model it comes from may lag. */
const listTtlMs = 100
const pageSize = 100
/** Whoever finds nothing on a full list, because others were quicker, looks at so many. */
const maxReads = 8

interface CaseList {
  readonly begunAt: number
  readonly read: Promise<E.Either<LookupFailure, readonly WaitingCase[]>>
}

export const caseDispatcher = (): CaseDispatcher => {
  /** In the order of time. */
  const sent = new Map<string, number>()
  const lists = new Map<Lane | null, CaseList>()

  const forget = (before: number) => {
    for (const [id, when] of sent) {
      if (when > before) return
      sent.delete(id)
    }
  }

  const begin = ({ lane, at }: NextCaseRequest, waiting: CaseLookups['waiting']): CaseList => {
    const read = waiting({ lane, at, limit: pageSize, except: [...sent.keys()] })()
    const list: CaseList = { begunAt: Date.parse(at), read }
    lists.set(lane, list)
    return list
  }

  const take = (cases: readonly WaitingCase[], wish: NextCaseRequest): string | null => {
    const free = cases.filter((one) => !sent.has(one.caseId) && isEligible(wish, one))
    const caseId = free[spreadOffset(wish, free.length)]?.caseId
    if (caseId === undefined) return null
    sent.set(caseId, Date.parse(wish.at))
    return caseId
  }

  return {
    next: (wish, waiting) => async () => {
      const now = Date.parse(wish.at)
      forget(now - dispatchMemoryMs)
      const current = lists.get(wish.lane)
      const shared = current !== undefined && now - current.begunAt < listTtlMs ? current : undefined
      let list = shared ?? begin(wish, waiting)
      for (let looks = 1; ; looks++) {
        const cases = await list.read
        const latest = lists.get(wish.lane)
        if (E.isLeft(cases)) {
          if (latest === list) lists.delete(wish.lane)
          return cases
        }
        const found = take(cases.right, wish)
        if (found !== null) return E.right(found)
        const isAll = cases.right.length < pageSize
        if (list !== shared && (isAll || looks >= maxReads)) return E.right(null)
        list = latest === undefined || latest === list ? begin(wish, waiting) : latest
      }
    },
    requeue: (caseId) => {
      sent.delete(caseId)
      lists.clear()
    },
  }
}

/** P-16, and what is about the same matter is for one person. */
const isEligible = ({ by, alreadyTried }: NextCaseRequest, { caseId, parties, heldBy }: WaitingCase) =>
  !alreadyTried.has(caseId) && !parties.includes(by) && heldBy.every((holder) => holder === by)

/** Whoever lost a race steps aside by a number of his own: processes that walked in file would meet at every case. */
const spreadOffset = ({ by, alreadyTried }: NextCaseRequest, among: number): number => {
  if (alreadyTried.size === 0 || among === 0) return 0
  const spread = Array.from(`${by}${alreadyTried.size}`, (letter) => letter.charCodeAt(0)).reduce(
    (sum, code) => (sum * 31 + code) % 1_000_003,
    7,
  )
  return spread % Math.min(2 ** alreadyTried.size, among)
}
