import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { queueDigest, recheckCases } from '../../../application/moderation/case-deadlines.ts'
import { caseDispatcher } from '../../../application/moderation/case-dispatcher.ts'
import { guard } from '../../../application/use-case.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import type { Lane } from '../../../domain/moderation/vocabulary.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { cases } from '../../../projections/moderation/cases.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  await app.moderator('marta')
  await app.moderator('mario')
})

const reviewContent = { rating: 1, comment: 'Male', reasonCode: 'SERVICE' as const, reasonTags: [] }
const reviewOf = async (target: string, author = 'ana') => {
  const reviewId = randomUUID()
  const about = { reviewId, targetType: 'BUSINESS' as const, targetId: target, visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as(author, useCases.submitReview, { ...about, ...reviewContent }))
  return reviewId
}
/** A client whose flags count in full. @rule Q-54 @rule Q-124 verified and author of a review of another venue */
const established = async (name: string) => {
  await app.client(name)
  await reviewOf(await app.business(`casa-${name}`), name)
  return name
}
const flagAs = async (accountId: string, reviewId: string) => {
  const flagId = randomUUID()
  unwrap(await app.as(accountId, useCases.flagReview, { flagId, reviewId, reason: 'FAKE', note: null }))
  return flagId
}
const decideFlag = async (flagId: string, outcome: 'DISMISSED' | 'UPHELD' | 'REVIEWED') =>
  unwrap(await app.as('mario', useCases.decideFlag, { flagId, outcome, notes: null }))
const disputeContent = { reason: 'INCORRECT_INFO' as const, message: 'Non è andata così, affatto.', evidenceUrls: [] }
const dispute = async (reviewId: string) =>
  unwrap(await app.as('rosa', useCases.openDispute, { reviewId, ...disputeContent }))
const claimCase = (accountId: string, caseId: string) => app.as(accountId, useCases.claimCase, { caseId })
const nextCase = (accountId: string, lane: Lane | null = null) => app.as(accountId, useCases.nextCase, { lane })
const caseOf = async (caseId: string) => foldInMemory(cases, await app.log()).get(caseId)
const rejectedAs = (type: string) => E.left({ type: 'Rejected', rejection: expect.objectContaining({ type }) })

describe('the case about a review', () => {
  it('D-07: includes another flag, which raises its priority; a decided flag lowers it', async () => {
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

  it('Q-54: is opened by an account with no history, which adds nothing to its weight', async () => {
    const reviewId = await reviewOf('rosa')
    await app.client('nuovo')
    await flagAs('nuovo', reviewId)
    expect(await caseOf(`flag-${reviewId}-1`)).toMatchObject({ priority: 100, parties: ['ana', 'rosa', 'nuovo'] })
  })

  it('stays closed after dismissal, and another flag opens a new one', async () => {
    const reviewId = await reviewOf('rosa')
    await decideFlag(await flagAs(await established('uno'), reviewId), 'DISMISSED')
    await flagAs(await established('due'), reviewId)
    expect(await caseOf(`flag-${reviewId}-1`)).toMatchObject({ outcome: 'dismissed', closedAt: expect.any(String) })
    expect(await caseOf(`flag-${reviewId}-2`)).toMatchObject({ outcome: null, closedAt: null })
    expect(await claimCase('mario', `flag-${reviewId}-1`)).toMatchObject(rejectedAs('CaseAlreadyClosed'))
  })

  it('does not change when all events are redelivered', async () => {
    const reviewId = await reviewOf('rosa')
    for (const accountId of ['uno', 'due', 'tre']) await flagAs(await established(accountId), reviewId)
    await dispute(reviewId)
    unwrap(await app.as('mario', useCases.setDisputeStatus, disputeDecision(reviewId, 'RESOLVED_UPHELD')))
    const before = await app.log()
    await app.services.react(before)
    expect(await app.log()).toHaveLength(before.length)
  })
})

const disputeDecision = (disputeId: string, status: 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED') => ({
  disputeId,
  status,
  moderatorNotes: null,
  resolution: null,
})

describe('a claim', () => {
  /** Every way a case can close. */
  const ends: Readonly<Record<string, readonly ['flag' | 'dispute', (reviewId: string, flagId: string) => unknown]>> = {
    'its last flag is dismissed': ['flag', (_, flagId) => decideFlag(flagId, 'DISMISSED')],
    'its last flag is closed without a verdict': ['flag', (_, flagId) => decideFlag(flagId, 'REVIEWED')],
    'a flag is upheld': ['flag', (_, flagId) => decideFlag(flagId, 'UPHELD')],
    'the review is hidden': ['flag', (reviewId) => moderate(reviewId, 'HIDDEN')],
    'the review is removed': ['flag', (reviewId) => moderate(reviewId, 'REMOVED')],
    'the dispute removes the review': [
      'flag',
      (reviewId) => app.as('mario', useCases.setDisputeStatus, disputeDecision(reviewId, 'RESOLVED_UPHELD')),
    ],
    'the dispute is upheld': [
      'dispute',
      (reviewId) => app.as('mario', useCases.setDisputeStatus, disputeDecision(reviewId, 'RESOLVED_UPHELD')),
    ],
    'the dispute is rejected': [
      'dispute',
      (reviewId) => app.as('mario', useCases.setDisputeStatus, disputeDecision(reviewId, 'RESOLVED_REJECTED')),
    ],
    'the disputed review is hidden': ['dispute', (_, flagId) => decideFlag(flagId, 'UPHELD')],
    'the disputed review is removed': ['dispute', (reviewId) => moderate(reviewId, 'REMOVED')],
  }
  const moderate = (reviewId: string, to: 'HIDDEN' | 'REMOVED') =>
    app.as('mario', useCases.moderateReview, { reviewId, to, notes: null })

  it.each(Object.entries(ends))('ends when %s', async (_, [kind, end]) => {
    const reviewId = await reviewOf('rosa')
    const flagId = await flagAs(await established('uno'), reviewId)
    await dispute(reviewId)
    const caseId = kind === 'flag' ? `flag-${reviewId}-1` : `dispute-${reviewId}`
    unwrap(await claimCase('mario', caseId))
    await end(reviewId, flagId)
    expect(await caseOf(caseId)).toMatchObject({ claimedBy: null, claimedUntil: null, closedAt: expect.any(String) })
  })

  it('D-08: is shown to the others with the moderator’s name and its end', async () => {
    const reviewId = await reviewOf('rosa')
    await flagAs('rosa', reviewId)
    const { claimedUntil } = unwrap(await claimCase('marta', `flag-${reviewId}-1`))
    expect(await claimCase('mario', `flag-${reviewId}-1`)).toEqual(
      E.left({
        type: 'Rejected',
        rejection: { type: 'ClaimedByAnother', by: 'marta', until: claimedUntil, name: 'marta' },
      }),
    )
  })

  it('covers flags and dispute of one review: a second moderator can claim neither', async () => {
    const reviewId = await reviewOf('rosa')
    await flagAs(await established('uno'), reviewId)
    await dispute(reviewId)
    unwrap(await claimCase('marta', `flag-${reviewId}-1`))
    expect(await claimCase('mario', `dispute-${reviewId}`)).toMatchObject(rejectedAs('ClaimedByAnother'))
    unwrap(await claimCase('marta', `dispute-${reviewId}`))
    expect(await nextCase('mario')).toMatchObject(rejectedAs('QueueEmpty'))
  })

  it('P-16, D-02: is not open to a moderator who is a party', async () => {
    const reviewId = await reviewOf('mario')
    await flagAs('marta', reviewId)
    expect(await claimCase('mario', `flag-${reviewId}-1`)).toMatchObject(rejectedAs(conflictOfInterest.type))
    expect(await claimCase('marta', `flag-${reviewId}-1`)).toMatchObject(rejectedAs(conflictOfInterest.type))
  })
})

describe('the next case', () => {
  it('is the waiting case with the highest priority in the requested lane', async () => {
    const flagged = await reviewOf('rosa')
    await flagAs(await established('uno'), flagged)
    const disputed = await reviewOf('rosa', await app.client('bea'))
    await dispute(disputed)
    expect(unwrap(await nextCase('mario', 'flags')).caseId).toBe(`flag-${flagged}-1`)
    expect(unwrap(await nextCase('marta')).caseId).toBe(`dispute-${disputed}`)
    expect(await nextCase('marta')).toMatchObject(rejectedAs('QueueEmpty'))
    expect(await nextCase('marta', 'appeals')).toMatchObject(rejectedAs('QueueEmpty'))
  })

  it('P-16: is never one in which the moderator is a party', async () => {
    const reviewId = await reviewOf('mario')
    await flagAs(await established('uno'), reviewId)
    expect(await nextCase('mario')).toMatchObject(rejectedAs('QueueEmpty'))
    expect(unwrap(await nextCase('marta')).caseId).toBe(`flag-${reviewId}-1`)
  })

  it('is available again when a lease has expired, and the takeover is recorded', async () => {
    const reviewId = await reviewOf('rosa')
    await flagAs(await established('uno'), reviewId)
    unwrap(await nextCase('marta'))
    app.later(1)
    expect(unwrap(await nextCase('mario')).caseId).toBe(`flag-${reviewId}-1`)
    expect(await app.events('ClaimExpired')).toMatchObject([{ by: 'marta' }])
  })

  it('is the same when the same request is repeated', async () => {
    for (const name of ['uno', 'due'])
      await flagAs(await established(name), await reviewOf(await app.business(`h-${name}`)))
    const caller = await app.caller('mario')
    const again = () => guard(app.services)(useCases.nextCase)(caller, { lane: null })()
    expect(unwrap(await again()).caseId).toBe(unwrap(await again()).caseId)
    expect(await app.events('CaseClaimed')).toHaveLength(1)
  })

  it('is not one recently proposed: concurrent requests load only the cases they claim', async () => {
    const staff = ['uno', 'due', 'tre', 'quattro', 'cinque', 'sei']
    for (const name of staff) await flagAs('rosa', await reviewOf('rosa', await app.client(`c-${name}`)))
    for (const name of staff) await app.moderator(name)
    const before = app.reads.length
    const taken = (await Promise.all(staff.map((accountId) => nextCase(accountId)))).map(
      (claimed) => unwrap(claimed).caseId,
    )
    expect(new Set(taken).size).toBe(6)
    const looked = app.reads.slice(before).filter((stream) => stream.startsWith('case-'))
    expect(looked.toSorted()).toEqual(taken.map((caseId) => `case-${caseId}`).toSorted())
  })

  const listing = (...caseIds: readonly string[]) =>
    TE.right(caseIds.map((caseId) => ({ caseId, excludedAccounts: [], claimedBy: [] })))
  const requesterWith = (
    waiting: typeof app.services.lookups.moderation.waitingCases,
    dispatcher = caseDispatcher(),
  ) => {
    const { lookups } = app.services
    const stale = { ...lookups, moderation: { ...lookups.moderation, waitingCases: waiting } }
    const ask = guard({ ...app.services, caseDispatcher: dispatcher, lookups: stale })(useCases.nextCase)
    return async (accountId: string) => ask(await app.caller(accountId), { lane: null })()
  }
  const opened = async (count: number) => {
    for (let n = 0; n < count; n++) await flagAs('rosa', await reviewOf('rosa', await app.client(`c-${n}`)))
    return (await app.events('CaseOpened')).map(({ caseId }) => caseId)
  }

  it('is a different one while the list does not yet know the claim', async () => {
    const old = await opened(2)
    const ask = requesterWith(() => listing(...old))
    expect([unwrap(await ask('mario')).caseId, unwrap(await ask('mario')).caseId]).toEqual(old)
  })

  it('is looked up again when all cases of an old list are taken', async () => {
    const [old = '', other] = await opened(2)
    unwrap(await claimCase('marta', old))
    let reads = 0
    const ask = requesterWith((filter) =>
      reads++ === 0 ? listing(old) : app.services.lookups.moderation.waitingCases(filter),
    )
    expect(unwrap(await ask('mario')).caseId).toBe(other)
    expect(reads).toBe(2)
  })

  it('P-16: stays available to others when the moderator it was offered to is a party', async () => {
    const reviewId = await reviewOf('mario')
    await flagAs(await established('uno'), reviewId)
    const ask = requesterWith(() => listing(`flag-${reviewId}-1`))
    expect(await ask('mario')).toMatchObject(rejectedAs('QueueEmpty'))
    expect(unwrap(await ask('marta')).caseId).toBe(`flag-${reviewId}-1`)
  })

  it('is the one just released if it still has the highest priority', async () => {
    for (const name of ['uno', 'due']) await flagAs('rosa', await reviewOf('rosa', await app.client(`c-${name}`)))
    const { caseId } = unwrap(await nextCase('marta'))
    unwrap(await app.as('marta', useCases.releaseCase, { caseId }))
    expect(unwrap(await nextCase('mario')).caseId).toBe(caseId)
  })

  it('is never given to two moderators', async () => {
    for (let n = 0; n < 6; n++) await flagAs('rosa', await reviewOf('rosa', await app.client(`c${n}`)))
    const taken = await Promise.all(
      ['mario', 'marta', 'mario', 'marta', 'marta', 'mario'].map((accountId) => nextCase(accountId)),
    )
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
  const recheck = async () => unwrap(await recheckCases(app.services)())
  const disputed = async () => {
    app.set(monday)
    const reviewId = await reviewOf('rosa')
    await dispute(reviewId)
    return `dispute-${reviewId}`
  }

  it('warn one working day before and then mark the case overdue, each once', async () => {
    const caseId = await disputed()
    expect(await recheck()).toBe(0)
    app.set(friday)
    expect([await recheck(), await recheck()]).toEqual([1, 0])
    expect(await caseOf(caseId)).toMatchObject({ urgency: 'soon', priority: 250 })
    app.set(nextMonday)
    expect(await recheck()).toBe(0)
    app.set(tuesday)
    expect([await recheck(), await recheck()]).toEqual([1, 0])
    expect(await caseOf(caseId)).toMatchObject({ urgency: 'overdue', priority: 700 })
    expect(await app.events('CaseBecameOverdue')).toHaveLength(1)
    expect(unwrap(await nextCase('mario', 'overdue')).caseId).toBe(caseId)
  })

  it('ignore cases decided in time', async () => {
    const caseId = await disputed()
    unwrap(await app.as('mario', useCases.setDisputeStatus, disputeDecision(caseId.slice(8), 'RESOLVED_REJECTED')))
    app.set(tuesday)
    expect(await recheck()).toBe(0)
  })

  it('end claims that were not renewed', async () => {
    const caseId = await disputed()
    unwrap(await claimCase('marta', caseId))
    app.later(1)
    expect([await recheck(), await recheck()]).toEqual([1, 0])
    expect(await caseOf(caseId)).toMatchObject({ claimedBy: null })
  })

  it('send each moderator one e-mail a day while cases are overdue or due soon, with counts and no names', async () => {
    const digests = async () => unwrap(await queueDigest(app.services)())
    await disputed()
    expect(await digests()).toEqual([])
    app.set(friday)
    expect(await digests()).toEqual(
      ['marta', 'mario'].map((accountId) => ({
        queue: 'mail',
        name: 'queue-digest-mail',
        key: `queue-digest-2026-05-08-${accountId}`,
        data: { accountId, overdue: 0, dueSoon: 1 },
      })),
    )
    app.set(tuesday)
    expect((await digests()).map(({ data }) => [data['overdue'], data['dueSoon']])).toEqual([
      [1, 0],
      [1, 0],
    ])
  })
})
