import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useCases, policies } from '../../application/all.ts'
import { inFlightCommands } from '../../application/in-flight.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { inMemoryApplication, unwrap } from '../support/application.ts'

const submit = {
  targetType: 'BUSINESS',
  targetId: 'rosa',
  rating: 1,
  comment: 'Non ci siamo',
  reasonCode: 'SERVICE',
  reasonTags: [],
  visibility: 'PUBLIC_ANONYMOUS',
} as const

it('thirty simultaneous flags of one review are all recorded', async () => {
  const app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, { ...submit, reviewId: randomUUID() }))
  const readers = Array.from({ length: 30 }, (_, n) => `reader-${n}`)
  for (const reader of readers) await app.client(reader)
  const flag = { reviewId, reason: 'FAKE', note: null } as const
  const results = await Promise.all(
    readers.map((reader) => app.as(reader, useCases.flagReview, { ...flag, flagId: randomUUID() })),
  )
  results.map(unwrap)
  expect(await app.events('ReviewFlagged')).toHaveLength(30)
})

it('a repeated reaction does not read the stream again to find what it recorded', async () => {
  const app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  await app.catchUp()
  unwrap(await app.as('ana', useCases.submitReview, { ...submit, reviewId: randomUUID() }))
  app.reads.length = 0
  await app.catchUp()
  expect(app.reads.filter((stream) => stream === 'wallet-ana')).toHaveLength(1)
})

describe('a command and its reactions', () => {
  it('succeeds although another process started the reactions first', async () => {
    let isOnlyProcess = true
    const app = inMemoryApplication({ crashes: () => !isOnlyProcess })
    await app.business('rosa')
    await app.client('ana')
    await app.moderator('mario')
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, { ...submit, reviewId: randomUUID() }))
    const message = 'Non è mai stata nostra ospite.'
    unwrap(await app.as('rosa', useCases.openDispute, { reviewId, reason: 'OTHER', message, evidenceUrls: [] }))

    isOnlyProcess = false
    const status = 'RESOLVED_UPHELD'
    const verdict = { disputeId: reviewId, status, moderatorNotes: null, resolution: null } as const
    unwrap(await app.as('mario', useCases.setDisputeStatus, verdict))
    const upheld = (await app.log()).filter(({ event }) => event.type === 'DisputeUpheld')
    const elsewhere = policies(app.services).filter(({ name }) => name === 'disputes')
    for (const cause of upheld) for (const { react } of elsewhere) await react?.(cause as EventEnvelope<never>)()
    expect(await app.events('ReviewRemoved')).toHaveLength(1)
    expect(await app.events('RewardRevoked')).toEqual([])

    isOnlyProcess = true
    await app.services.react(upheld)
    expect(await app.events('ReviewRemoved')).toHaveLength(1)
    expect(await app.events('RewardRevoked')).toHaveLength(1)
  })
})

describe('correlations in flight', () => {
  it('are released when the last request of a correlation ends, successfully or not', async () => {
    const inFlight = inFlightCommands()
    const completed: string[] = []
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const both = Promise.allSettled([
      inFlight.track('c', () => first.promise),
      inFlight.track('c', () => second.promise),
    ])
    const released = inFlight.whenDone('c').then(() => completed.push('c'))
    await inFlight.whenDone('another').then(() => completed.push('another'))
    first.resolve('done')
    await inFlight.whenDone('another').then(() => completed.push('another still'))
    second.reject(new Error('rejected'))
    await released
    expect(completed).toEqual(['another', 'another still', 'c'])
    expect(await both).toMatchObject([{ status: 'fulfilled', value: 'done' }, { status: 'rejected' }])
  })
})
