import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { maxUnclosedRequests } from '../../../domain/support/vocabulary.ts'
import { populatedApplication, unwrap } from '../../support/application.ts'

let app: Awaited<ReturnType<typeof populatedApplication>>
beforeEach(async () => {
  app = await populatedApplication()
})

const message = 'Il mio codice non viene accettato.'
const request = (accountId: string, messageId: string = randomUUID()) =>
  app.as(accountId, useCases.sendSupportMessage, { messageId, to: { subject: 'Codice' }, message })
const add = (accountId: string, requestId: string) =>
  app.as(accountId, useCases.sendSupportMessage, { messageId: randomUUID(), to: { requestId }, message })
const answer = (by: string, requestId: string, close = false) =>
  app.as(by, useCases.answerSupportRequest, { requestId, messageId: randomUUID(), message, lastReadId: null, close })

describe('the help desk', () => {
  it('D-32: takes messages of an account, and answers of the staff', async () => {
    const { requestId } = unwrap(await request('ana'))
    unwrap(await answer('mario', requestId))
    unwrap(await add('ana', requestId))
    unwrap(await answer('lia', requestId, true))
    expect(await app.events('SupportAnswered')).toMatchObject([
      { accountId: 'ana', by: 'mario', message },
      { accountId: 'ana', by: 'lia', message },
    ])
    expect(await app.events('SupportRequestClosed')).toMatchObject([{ requestId, accountId: 'ana', by: 'lia' }])
    expect(app.unexpectedFailures).toEqual([])
  })

  it('keeps each account to its own requests', async () => {
    const { requestId } = unwrap(await request('ana'))
    const notFound = E.left(rejectedWith({ type: 'SupportRequestNotFound' }))
    expect(await add('rosa', requestId)).toEqual(notFound)
    expect(await app.as('rosa', useCases.closeSupportRequest, { requestId })).toEqual(notFound)
    expect(await answer('mario', 'nessuna')).toEqual(notFound)
  })

  it('D-33: is answered by staff only, and never by the account itself', async () => {
    const { requestId } = unwrap(await request('mario'))
    expect(await answer('ana', requestId)).toEqual(E.left(rejectedWith({ type: 'Forbidden', needs: 'moderator' })))
    expect(await answer('mario', requestId)).toEqual(E.left(rejectedWith({ type: 'OwnSupportRequest' })))
    unwrap(await answer('lia', requestId))
  })

  it('D-32: is open to suspended accounts', async () => {
    unwrap(
      await app.as('mario', useCases.imposeSanction, {
        sanctionId: randomUUID(),
        accountId: 'ana',
        reason: 'SPAM',
        severity: 'HIGH',
        description: null,
      }),
    )
    const { requestId } = unwrap(await request('ana'))
    unwrap(await add('ana', requestId))
    unwrap(await app.as('ana', useCases.closeSupportRequest, { requestId }))
  })

  it('D-32: keeps the limit of requests, even if they are sent at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: maxUnclosedRequests + 3 }, () => request('ana')))
    expect(outcomes.filter(E.isRight)).toHaveLength(maxUnclosedRequests)
    expect(outcomes.filter(E.isLeft)).toEqual(
      Array.from({ length: 3 }, () =>
        E.left(rejectedWith({ type: 'TooManySupportRequests', max: maxUnclosedRequests })),
      ),
    )
  })
})
