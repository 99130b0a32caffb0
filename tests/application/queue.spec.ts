import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../application/capabilities.ts'
import { handingOutHere } from '../../application/handing-out.ts'
import { keepCasesTime, queueDigest } from '../../application/moderation/keep-time.ts'
import type { Lane } from '../../application/ports/case-lookups.ts'
import { open } from '../../application/use-case.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { cases } from '../../projections/cases.ts'
import { application, right } from '../support/application.ts'

let app: ReturnType<typeof application>
beforeEach(async () => {
  app = application()
  await app.business('rosa')
  await app.client('ana')
  await app.moderator('marta')
  await app.moderator('mario')
})

const words = { rating: 1, comment: 'Male', reasonCode: 'SERVICE' as const, reasonTags: [] }
const reviewOf = async (target: string, author = 'ana') => {
  const reviewId = randomUUID()
  const about = { reviewId, targetType: 'BUSINESS' as const, targetId: target, visibility: 'PUBLIC_ANONYMOUS' as const }
  right(await app.as(author, capabilities.submitReview, { ...about, ...words }))
  return reviewId
}
/** Somebody whose flags count: verified, and with a review behind them. */
const established = async (name: string) => {
  await app.client(name)
  await reviewOf('rosa', name)
  return name
}
const flagAs = async (who: string, reviewId: string) => {
  const flagId = randomUUID()
  right(await app.as(who, capabilities.flagReview, { flagId, reviewId, reason: 'FAKE', note: null }))
  return flagId
}
const decideFlag = async (flagId: string, outcome: 'DISMISSED' | 'UPHELD' | 'REVIEWED') =>
  right(await app.as('mario', capabilities.decideFlag, { flagId, outcome, notes: null }))
const complaint = { reason: 'INCORRECT_INFO' as const, message: 'Non è andata così, affatto.', evidenceUrls: [] }
const dispute = async (reviewId: string) =>
  right(await app.as('rosa', capabilities.openDispute, { reviewId, ...complaint }))
const claim = (who: string, caseId: string) => app.as(who, capabilities.claimCase, { caseId })
const next = (who: string, lane: Lane | null = null) => app.as(who, capabilities.nextCase, { lane })
const caseOf = async (caseId: string) => foldInMemory(cases, await app.log()).get(caseId)
const refusal = (type: string) => E.left({ type: 'Rejected', rejection: expect.objectContaining({ type }) })

describe('one case per target and life cycle', () => {
  it('points settled 7: another flag joins the case and raises its priority, an answered one lowers it', async () => {
    const reviewId = await reviewOf('rosa')
    const first = await flagAs(await established('uno'), reviewId)
    const raised = [(await caseOf(`flag-${reviewId}-1`))?.priority]
    await flagAs(await established('due'), reviewId)
    raised.push((await caseOf(`flag-${reviewId}-1`))?.priority)
    await decideFlag(first, 'DISMISSED')
    raised.push((await caseOf(`flag-${reviewId}-1`))?.priority)
    expect(raised).toEqual([110, 120, 110])
    expect(await app.events('CaseOpened')).toHaveLength(1)
  })

  it('Q-54: an account with no history opens a case and adds nothing to its weight', async () => {
    const reviewId = await reviewOf('rosa')
    await app.client('nuovo')
    await flagAs('nuovo', reviewId)
    expect(await caseOf(`flag-${reviewId}-1`)).toMatchObject({ priority: 100, parties: ['ana', 'rosa', 'nuovo'] })
  })

  it('resurrection guard: a flag after dismissal opens a new case, and the old one stays closed', async () => {
    const reviewId = await reviewOf('rosa')
    await decideFlag(await flagAs(await established('uno'), reviewId), 'DISMISSED')
    await flagAs(await established('due'), reviewId)
    expect(await caseOf(`flag-${reviewId}-1`)).toMatchObject({ outcome: 'dismissed', closedAt: expect.any(String) })
    expect(await caseOf(`flag-${reviewId}-2`)).toMatchObject({ outcome: null, closedAt: null })
    expect(await claim('mario', `flag-${reviewId}-1`)).toMatchObject(refusal('CaseAlreadyClosed'))
  })

  it('redelivering all events changes nothing', async () => {
    const reviewId = await reviewOf('rosa')
    for (const who of ['uno', 'due', 'tre']) await flagAs(await established(who), reviewId)
    await dispute(reviewId)
    right(await app.as('mario', capabilities.decideDispute, decided(reviewId, 'RESOLVED_UPHELD')))
    const before = await app.log()
    await app.toolbox.react(before)
    expect(await app.log()).toHaveLength(before.length)
  })
})

const decided = (disputeId: string, status: 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED') => ({
  disputeId,
  status,
  moderatorNotes: null,
  resolution: null,
})

describe('a claim', () => {
  /** Every way the matter of a case can end: each ends the claim too. */
  const ends: Readonly<Record<string, readonly ['flag' | 'dispute', (reviewId: string, flagId: string) => unknown]>> = {
    'its last flag is dismissed': ['flag', (_, flagId) => decideFlag(flagId, 'DISMISSED')],
    'its last flag is only looked at': ['flag', (_, flagId) => decideFlag(flagId, 'REVIEWED')],
    'a flag is upheld': ['flag', (_, flagId) => decideFlag(flagId, 'UPHELD')],
    'the review is hidden': ['flag', (reviewId) => moderate(reviewId, 'HIDDEN')],
    'the review is removed': ['flag', (reviewId) => moderate(reviewId, 'REMOVED')],
    'the dispute removes the review': [
      'flag',
      (reviewId) => app.as('mario', capabilities.decideDispute, decided(reviewId, 'RESOLVED_UPHELD')),
    ],
    'the dispute is upheld': [
      'dispute',
      (reviewId) => app.as('mario', capabilities.decideDispute, decided(reviewId, 'RESOLVED_UPHELD')),
    ],
    'the dispute is rejected': [
      'dispute',
      (reviewId) => app.as('mario', capabilities.decideDispute, decided(reviewId, 'RESOLVED_REJECTED')),
    ],
    'what was disputed is hidden': ['dispute', (_, flagId) => decideFlag(flagId, 'UPHELD')],
    'what was disputed is removed': ['dispute', (reviewId) => moderate(reviewId, 'REMOVED')],
  }
  const moderate = (reviewId: string, to: 'HIDDEN' | 'REMOVED') =>
    app.as('mario', capabilities.moderateReview, { reviewId, to, notes: null })

  it.each(Object.entries(ends))('ends when %s', async (_, [kind, end]) => {
    const reviewId = await reviewOf('rosa')
    const flagId = await flagAs(await established('uno'), reviewId)
    await dispute(reviewId)
    const caseId = kind === 'flag' ? `flag-${reviewId}-1` : `dispute-${reviewId}`
    right(await claim('mario', caseId))
    await end(reviewId, flagId)
    expect(await caseOf(caseId)).toMatchObject({ claimedBy: null, claimedUntil: null, closedAt: expect.any(String) })
  })

  it('points settled 8: is shown to the others with the moderator’s name and its end', async () => {
    const reviewId = await reviewOf('rosa')
    await flagAs('rosa', reviewId)
    const { claimedUntil } = right(await claim('marta', `flag-${reviewId}-1`))
    expect(await claim('mario', `flag-${reviewId}-1`)).toEqual(
      E.left({
        type: 'Rejected',
        rejection: { type: 'ClaimedByAnother', by: 'marta', until: claimedUntil, name: 'marta' },
      }),
    )
  })

  it('covers flags and dispute of one review: a second moderator is kept off both', async () => {
    const reviewId = await reviewOf('rosa')
    await flagAs(await established('uno'), reviewId)
    await dispute(reviewId)
    right(await claim('marta', `flag-${reviewId}-1`))
    expect(await claim('mario', `dispute-${reviewId}`)).toMatchObject(refusal('ClaimedByAnother'))
    right(await claim('marta', `dispute-${reviewId}`))
    expect(await next('mario')).toMatchObject(refusal('QueueEmpty'))
  })

  it('P-16, points settled 2: is refused to a moderator who is a party', async () => {
    const reviewId = await reviewOf('mario')
    await flagAs('marta', reviewId)
    expect(await claim('mario', `flag-${reviewId}-1`)).toMatchObject(refusal('OwnMatter'))
    expect(await claim('marta', `flag-${reviewId}-1`)).toMatchObject(refusal('OwnMatter'))
  })
})

describe('the next case', () => {
  it('is the waiting case with the highest priority in the requested lane', async () => {
    const flagged = await reviewOf('rosa')
    await flagAs(await established('uno'), flagged)
    const disputed = await reviewOf('rosa', await app.client('bea'))
    await dispute(disputed)
    expect(right(await next('mario', 'flags')).caseId).toBe(`flag-${flagged}-1`)
    expect(right(await next('marta')).caseId).toBe(`dispute-${disputed}`)
    expect(await next('marta')).toMatchObject(refusal('QueueEmpty'))
    expect(await next('marta', 'appeals')).toMatchObject(refusal('QueueEmpty'))
  })

  it('P-16: is never one in which the moderator is a party', async () => {
    const reviewId = await reviewOf('mario')
    await flagAs(await established('uno'), reviewId)
    expect(await next('mario')).toMatchObject(refusal('QueueEmpty'))
    expect(right(await next('marta')).caseId).toBe(`flag-${reviewId}-1`)
  })

  it('is available again when a lease has expired, and the takeover is recorded', async () => {
    const reviewId = await reviewOf('rosa')
    await flagAs(await established('uno'), reviewId)
    right(await next('marta'))
    app.later(1)
    expect(right(await next('mario')).caseId).toBe(`flag-${reviewId}-1`)
    expect(await app.events('ClaimExpired')).toMatchObject([{ by: 'marta' }])
  })

  it('is the same when the same request is repeated', async () => {
    for (const name of ['uno', 'due'])
      await flagAs(await established(name), await reviewOf(await app.business(`h-${name}`)))
    const asker = await app.asker('mario')
    const again = () => open(app.toolbox)(capabilities.nextCase)(asker, { lane: null })()
    expect(right(await again()).caseId).toBe(right(await again()).caseId)
    expect(await app.events('CaseClaimed')).toHaveLength(1)
  })

  it('comes from those not recently dispatched: a crowd reads no case in vain', async () => {
    const staff = ['uno', 'due', 'tre', 'quattro', 'cinque', 'sei']
    for (const name of staff) await flagAs('rosa', await reviewOf('rosa', await app.client(`c-${name}`)))
    for (const name of staff) await app.moderator(name)
    const before = app.reads.length
    const taken = (await Promise.all(staff.map((who) => next(who)))).map((one) => right(one).caseId)
    expect(new Set(taken).size).toBe(6)
    const looked = app.reads.slice(before).filter((stream) => stream.startsWith('case-'))
    expect(looked.toSorted()).toEqual(taken.map((caseId) => `case-${caseId}`).toSorted())
  })

  const listing = (...caseIds: readonly string[]) =>
    TE.right(caseIds.map((caseId) => ({ caseId, parties: [], heldBy: [] })))
  const asking = (waiting: typeof app.toolbox.lookups.cases.waiting, handingOut = handingOutHere()) => {
    const { lookups } = app.toolbox
    const stale = { ...lookups, cases: { ...lookups.cases, waiting } }
    const ask = open({ ...app.toolbox, handingOut, lookups: stale })(capabilities.nextCase)
    return async (who: string) => ask(await app.asker(who), { lane: null })()
  }
  const opened = async (count: number) => {
    for (let n = 0; n < count; n++) await flagAs('rosa', await reviewOf('rosa', await app.client(`c-${n}`)))
    return (await app.events('CaseOpened')).map(({ caseId }) => caseId)
  }

  it('is a different one while the list does not yet know the claim', async () => {
    const old = await opened(2)
    const ask = asking(() => listing(...old))
    expect([right(await ask('mario')).caseId, right(await ask('mario')).caseId]).toEqual(old)
  })

  it('is looked up again when all cases of an old list are taken', async () => {
    const [old = '', other] = await opened(2)
    right(await claim('marta', old))
    let looks = 0
    const ask = asking((asked) => (looks++ === 0 ? listing(old) : app.toolbox.lookups.cases.waiting(asked)))
    expect(right(await ask('mario')).caseId).toBe(other)
    expect(looks).toBe(2)
  })

  it('P-16: stays available to others when the moderator it was offered to is a party', async () => {
    const reviewId = await reviewOf('mario')
    await flagAs(await established('uno'), reviewId)
    const ask = asking(() => listing(`flag-${reviewId}-1`))
    expect(await ask('mario')).toMatchObject(refusal('QueueEmpty'))
    expect(right(await ask('marta')).caseId).toBe(`flag-${reviewId}-1`)
  })

  it('is the one just released if it still has the highest priority', async () => {
    for (const name of ['uno', 'due']) await flagAs('rosa', await reviewOf('rosa', await app.client(`c-${name}`)))
    const { caseId } = right(await next('marta'))
    right(await app.as('marta', capabilities.releaseCase, { caseId }))
    expect(right(await next('mario')).caseId).toBe(caseId)
  })

  it('is never given to two moderators', async () => {
    for (let n = 0; n < 6; n++) await flagAs('rosa', await reviewOf('rosa', await app.client(`c${n}`)))
    const taken = await Promise.all(['mario', 'marta', 'mario', 'marta', 'marta', 'mario'].map((who) => next(who)))
    const claims = await app.events('CaseClaimed')
    expect(taken.every(E.isRight)).toBe(true)
    const owners = new Map(claims.map(({ caseId, by }) => [caseId, by]))
    expect(claims.every(({ caseId, by }) => owners.get(caseId) === by)).toBe(true)
  })
})

describe('queue deadlines (B-47)', () => {
  const monday = '2026-05-04T08:00:00.000Z' as Instant
  const friday = '2026-05-08T08:00:00.000Z' as Instant
  const nextMonday = '2026-05-11T08:00:00.000Z' as Instant
  const tuesday = '2026-05-12T00:00:00.000Z' as Instant
  const look = async () => right(await keepCasesTime(app.toolbox)())
  const disputed = async () => {
    app.set(monday)
    const reviewId = await reviewOf('rosa')
    await dispute(reviewId)
    return `dispute-${reviewId}`
  }

  it('warn one working day before and then mark the case overdue, each once', async () => {
    const caseId = await disputed()
    expect(await look()).toBe(0)
    app.set(friday)
    expect([await look(), await look()]).toEqual([1, 0])
    expect(await caseOf(caseId)).toMatchObject({ urgency: 'soon', priority: 250 })
    app.set(nextMonday)
    expect(await look()).toBe(0)
    app.set(tuesday)
    expect([await look(), await look()]).toEqual([1, 0])
    expect(await caseOf(caseId)).toMatchObject({ urgency: 'overdue', priority: 700 })
    expect(await app.events('CaseBecameOverdue')).toHaveLength(1)
    expect(right(await next('mario', 'overdue')).caseId).toBe(caseId)
  })

  it('ignore cases decided in time', async () => {
    const caseId = await disputed()
    right(await app.as('mario', capabilities.decideDispute, decided(caseId.slice(8), 'RESOLVED_REJECTED')))
    app.set(tuesday)
    expect(await look()).toBe(0)
  })

  it('end claims that were not renewed', async () => {
    const caseId = await disputed()
    right(await claim('marta', caseId))
    app.later(1)
    expect([await look(), await look()]).toEqual([1, 0])
    expect(await caseOf(caseId)).toMatchObject({ claimedBy: null })
  })

  it('send each moderator one letter a day while cases are late or nearly late, with counts and no names', async () => {
    const letters = async () => right(await queueDigest(app.toolbox)())
    await disputed()
    expect(await letters()).toEqual([])
    app.set(friday)
    expect(await letters()).toEqual(
      ['marta', 'mario'].map((accountId) => ({
        queue: 'mail',
        name: 'queue-digest-mail',
        key: `queue-digest-2026-05-08-${accountId}`,
        data: { accountId, overdue: 0, dueSoon: 1 },
      })),
    )
    app.set(tuesday)
    expect((await letters()).map(({ data }) => [data['overdue'], data['dueSoon']])).toEqual([
      [1, 0],
      [1, 0],
    ])
  })
})
