import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { account } from '../../../domain/accounts/account.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { bootstrap } from '../../../infrastructure/composition/bootstrap.ts'
import type { ApiClient } from '../api-client.ts'
import type { startTestGarbo } from '../test-garbo.ts'
import { password } from '../users.ts'

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>

/** Registers a business that has not confirmed its e-mail address. */
const signUpUnconfirmedBusiness = async (garbo: TestGarbo, username: string, businessType = 'altro') => {
  const browser = garbo.visitor()
  const place = {
    businessName: `Casa ${username}`,
    businessType,
    location: 'Via Po 2, Torino',
    province: 'TO',
  }
  const email = `${username}@example.it`
  const answer = await browser.post('/api/auth/register', { username, email, password, ...place })
  expect(answer.status).toBe(201)
  return { browser, email, id: (answer.body as { user: { id: string } }).user.id }
}

/** Registers moderators, who compete with none of the reviewed businesses, granting the role in-process instead of through the command line. */
export const signUpModerators = async (garbo: TestGarbo, names: readonly string[]) => {
  const { history, close } = await bootstrap(garbo.config)
  const made = []
  for (const name of names) {
    const one = await signUpUnconfirmedBusiness(garbo, name, 'spa')
    const at = new Date().toISOString() as Instant
    const actor = { id: null, role: 'operator' } as const
    const meta = { correlationId: randomUUID(), causationId: null, actor, occurredAt: at }
    const command = { type: 'GrantRole', role: 'MODERATORE', by: null, at } as const
    expect(E.isRight(await decideAndAppend({ history, newId: randomUUID })(account, one.id, command, meta)())).toBe(
      true,
    )
    made.push(one)
  }
  await close()
  return made
}

/** Posts `count` reviews, each of a new business and flagged by `reporter`. Returns their ids. */
export const postFlaggedReviews = async (garbo: TestGarbo, author: ApiClient, reporter: ApiClient, count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { id: targetId } = await signUpUnconfirmedBusiness(garbo, `casa-${randomUUID().slice(0, 8)}`)
    const review = { rating: 2, targetType: 'BUSINESS', targetId, reasonCode: 'SERVICE' }
    const submitted = await author.post('/api/reviews', review, author.idempotencyKey())
    expect(submitted.status).toBe(201)
    const { id } = submitted.body as { id: string }
    expect((await reporter.post(`/api/reviews/${id}/flag`, { reason: 'FAKE' })).status).toBe(201)
    ids.push(id)
  }
  return ids
}
