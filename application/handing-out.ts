import { E, type TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { CaseLookups, Lane, WaitingCase } from './ports/case-lookups.ts'
import type { LookupFailure } from './ports/lookups.ts'

/**
 * Where each of those who ask for the next case is sent: whoever asks at about the same time shares one list, and nobody is
 * sent where somebody just was. A hint that nothing depends on; the case itself says whose it is.
 */
export interface HandingOut {
  /** Null when a list that was read after he asked has nothing for him. */
  readonly next: (wish: Wish, waiting: CaseLookups['waiting']) => TE.TaskEither<LookupFailure, string | null>
  /** It waits again: whoever was sent there does not have it, or no more. */
  readonly giveBack: (caseId: string) => void
}

export interface Wish {
  readonly lane: Lane | null
  readonly by: string
  readonly at: Instant
  /** Where he was sent before, in vain. */
  readonly tried: ReadonlySet<string>
}

/** By then the read models know where somebody was sent. */
const memoryMs = 2_000
/** A list serves so long, much as the read model it comes from may lag. */
const freshMs = 100
const listed = 100
/** Whoever finds nothing on a full list, because others were quicker, looks at so many. */
const mostLooks = 8

interface List {
  readonly begunAt: number
  readonly read: Promise<E.Either<LookupFailure, readonly WaitingCase[]>>
}

export const handingOutHere = (): HandingOut => {
  /** In the order of time. */
  const sent = new Map<string, number>()
  const lists = new Map<Lane | null, List>()

  const forget = (before: number) => {
    for (const [id, when] of sent) {
      if (when > before) return
      sent.delete(id)
    }
  }

  const begin = ({ lane, at }: Wish, waiting: CaseLookups['waiting']): List => {
    const read = waiting({ lane, at, limit: listed, except: [...sent.keys()] })()
    const list: List = { begunAt: Date.parse(at), read }
    lists.set(lane, list)
    return list
  }

  const take = (cases: readonly WaitingCase[], wish: Wish): string | null => {
    const free = cases.filter((one) => !sent.has(one.caseId) && isFor(wish, one))
    const caseId = free[stepsAside(wish, free.length)]?.caseId
    if (caseId === undefined) return null
    sent.set(caseId, Date.parse(wish.at))
    return caseId
  }

  return {
    next: (wish, waiting) => async () => {
      const now = Date.parse(wish.at)
      forget(now - memoryMs)
      const current = lists.get(wish.lane)
      const shared = current !== undefined && now - current.begunAt < freshMs ? current : undefined
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
        const isAll = cases.right.length < listed
        if (list !== shared && (isAll || looks >= mostLooks)) return E.right(null)
        list = latest === undefined || latest === list ? begin(wish, waiting) : latest
      }
    },
    giveBack: (caseId) => {
      sent.delete(caseId)
      lists.clear()
    },
  }
}

/** P-16, and what is about the same matter is for one person. */
const isFor = ({ by, tried }: Wish, { caseId, parties, heldBy }: WaitingCase) =>
  !tried.has(caseId) && !parties.includes(by) && heldBy.every((holder) => holder === by)

/** Whoever lost a race steps aside by a number of his own: processes that walked in file would meet at every case. */
const stepsAside = ({ by, tried }: Wish, among: number): number => {
  if (tried.size === 0 || among === 0) return 0
  const spread = Array.from(`${by}${tried.size}`, (letter) => letter.charCodeAt(0)).reduce(
    (sum, code) => (sum * 31 + code) % 1_000_003,
    7,
  )
  return spread % Math.min(2 ** tried.size, among)
}
