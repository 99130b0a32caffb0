import { beforeEach, describe, expect, it } from 'vitest'
import {
  caseDispatcher,
  type CaseDispatcher,
  type NextCaseRequest,
} from '../../../application/moderation/case-dispatcher.ts'
import type { ModerationLookups, WaitingCase } from '../../../application/moderation/lookups.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'

/** Milliseconds after 10:00. */
const at = (ms: number) => new Date(Date.parse('2026-03-02T10:00:00.000Z') + ms).toISOString() as Instant
const waitingCase = (caseId: string, more: Partial<WaitingCase> = {}): WaitingCase => ({
  caseId,
  excludedAccounts: [],
  claimedBy: [],
  ...more,
})
const manyCases = (count: number) => Array.from({ length: count }, (_, n) => waitingCase(`c-${n}`))

let dispatcher: CaseDispatcher
let queue: readonly WaitingCase[]
let listReads: number
/** A read model that lags behind the claims. */
const waiting: ModerationLookups['waitingCases'] = ({ limit, except }) =>
  TE.fromIO(() => {
    listReads++
    return queue.filter(({ caseId }) => !except.includes(caseId)).slice(0, limit)
  })
const requestOf = (by: string, ms: number, tried: readonly string[] = []): NextCaseRequest => ({
  lane: null,
  by,
  at: at(ms),
  alreadyTried: new Set(tried),
})
const nextFor = async (request: NextCaseRequest) => {
  const next = await dispatcher.next(request, waiting)()
  if (E.isLeft(next)) throw new Error('The queue could not be read')
  return next.right
}
beforeEach(() => {
  dispatcher = caseDispatcher()
  queue = [waitingCase('a'), waitingCase('b'), waitingCase('c')]
  listReads = 0
})

describe('a moderator who asks for the next case', () => {
  it('gets a different case than others at about the same time, from one shared list', async () => {
    const proposed = await Promise.all(['uno', 'due', 'tre'].map((by) => nextFor(requestOf(by, 0))))
    expect(proposed).toEqual(['a', 'b', 'c'])
    expect(listReads).toBe(1)
  })

  it('does not get a case just proposed in another lane', async () => {
    const both = await Promise.all([nextFor(requestOf('uno', 0)), nextFor({ ...requestOf('due', 0), lane: 'flags' })])
    expect(both).toEqual(['a', 'b'])
  })

  it('gets cases that rose to the top after the first request', async () => {
    await nextFor(requestOf('uno', 0))
    queue = [waitingCase('urgent'), ...queue]
    expect(await nextFor(requestOf('due', 150))).toBe('urgent')
  })

  it('is never told that the queue is empty because of a list read before the request', async () => {
    queue = []
    expect(await nextFor(requestOf('uno', 0))).toBeNull()
    queue = [waitingCase('new')]
    expect(await nextFor(requestOf('due', 1))).toBe('new')
  })

  it('gets a case even when more moderators ask than the list has entries', async () => {
    queue = manyCases(450)
    const proposed = await Promise.all(queue.map((_, n) => nextFor(requestOf(`m-${n}`, n / 10))))
    expect(new Set(proposed).size).toBe(450)
    expect(proposed).not.toContain(null)
  })

  it('does not get a recently proposed case while the read models may lag', async () => {
    queue = [waitingCase('a')]
    expect(await nextFor(requestOf('uno', 0))).toBe('a')
    expect(await nextFor(requestOf('due', 1_000))).toBeNull()
    expect(await nextFor(requestOf('due', 3_000))).toBe('a')
  })

  it('gets a case that was released at once', async () => {
    await nextFor(requestOf('uno', 0))
    dispatcher.requeue('a')
    expect(await nextFor(requestOf('due', 1))).toBe('a')
  })

  it('P-16: skips cases with a conflict of interest and cases about a review that another moderator works on', async () => {
    queue = [
      waitingCase('own', { excludedAccounts: ['uno'] }),
      waitingCase('of-marta', { claimedBy: ['marta'] }),
      waitingCase('free'),
    ]
    expect(await nextFor(requestOf('uno', 0))).toBe('free')
    expect(await nextFor(requestOf('marta', 1))).toBe('own')
    expect(await nextFor(requestOf('marta', 2))).toBe('of-marta')
  })

  it('does not get the same unavailable case again', async () => {
    await nextFor(requestOf('uno', 0))
    dispatcher.requeue('a')
    expect(['b', 'c']).toContain(await nextFor(requestOf('uno', 1, ['a'])))
  })

  it('rarely loses a race to the other of two processes that use the same list', async () => {
    queue = manyCases(60)
    const processes = [caseDispatcher(), caseDispatcher()]
    const claimed = new Set<string>()
    const attempts: number[] = []
    for (let n = 0; n < 60; n++) {
      const tried: string[] = []
      dispatcher = processes[n % 2] ?? dispatcher
      for (
        let proposed: string | null;
        (proposed = await nextFor(requestOf(`m-${n}`, 0, tried))) !== null;
        tried.push(proposed)
      ) {
        if (claimed.has(proposed)) continue
        claimed.add(proposed)
        break
      }
      attempts.push(tried.length)
    }
    expect(claimed.size).toBe(60)
    expect(Math.max(...attempts)).toBeLessThan(24)
  })

  it('gets an error when the lookup fails, and the next request looks again', async () => {
    const failing = await dispatcher.next(requestOf('uno', 0), () =>
      TE.left({ type: 'Unavailable', cause: 'asleep' }),
    )()
    expect(E.isLeft(failing)).toBe(true)
    expect(await nextFor(requestOf('due', 1))).toBe('a')
  })
})
