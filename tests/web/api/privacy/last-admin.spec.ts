import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const deleteAccount = (browser: ApiClient) =>
  browser.post('/api/user/delete-account', { confirmationText: 'ELIMINA IL MIO ACCOUNT', password })

describe('the last two administrators (D-51, Q-92)', () => {
  it('cannot both delete their accounts, even at the same moment', async () => {
    const admins = [await signUpStaff(garbo, 'rosa', 'ADMIN'), await signUpStaff(garbo, 'mario', 'ADMIN')]
    const answers = await Promise.all(admins.map(({ browser }) => deleteAccount(browser)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'DeletionBlocked' })
    const left = admins.filter((_, n) => answers[n]?.status === 409)
    for (const { browser } of left) expect((await browser.get('/api/admin/queue')).status).toBe(200)
  })
})
