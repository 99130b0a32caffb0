import { expect, it, onTestFinished } from 'vitest'
import { startMailServer } from '../../support/message-gateways.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'

it('recipients whose mail server does not respond delay nobody else’s e-mail', async () => {
  const mail = await startMailServer()
  const garbo = await startTestGarbo({ SMTP_URL: mail.url })
  onTestFinished(async () => {
    mail.answerSlowRecipients()
    await garbo.stop()
    await mail.stop()
  })
  const register = (email: string) =>
    garbo.visitor().post('/api/auth/register-client', {
      firstName: 'Anna',
      lastName: 'Neri',
      email,
      phone: '+393331234567',
      password: 'Benvenuti.2026!',
    })
  for (let n = 0; n < 6; n++) expect((await register(`lento${n}@example.it`)).status).toBe(201)
  expect((await register('anna@example.it')).status).toBe(201)
  const recipients = async () => (await mail.messages()).flatMap(({ to }) => to?.map(({ address }) => address) ?? [])
  // none of the others is answered before the test ends
  await expect.poll(recipients, { timeout: 10_000 }).toEqual(['anna@example.it'])
})
