import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { startMailServer } from '../../support/message-gateways.ts'
import { runOperatorCommand, startTestGarbo } from '../../support/test-garbo.ts'
import { password } from '../../support/users.ts'

const smtpPort = await freePort()
const garbo = await startTestGarbo({ SMTP_URL: `smtp://garbo:segreta@127.0.0.1:${smtpPort}` })
afterAll(garbo.stop)

const registerClient = async (name: string) => {
  const person = {
    firstName: name,
    lastName: 'Bianchi',
    email: `${name}@example.it`,
    phone: '+39 333 1234567',
    password,
  }
  const { status, body } = await garbo.visitor().post('/api/auth/register-client', person)
  expect(status).toBe(201)
  return (body as { clientId: string }).clientId
}
const metric = async (state: string) => {
  const text = await (await fetch(`${garbo.address}/metrics`)).text()
  return Number(new RegExp(`^garbo_outbox_messages\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}
const outboxRows = async () =>
  (
    await garbo.database.pool.query<{ key: string; attempts: number }>(
      'select key, attempts from ops.outbox where delivered_at is null order by number',
    )
  ).rows

const eventually = { timeout: 30_000 }

it('e-mails of a mail server that is away are listed without address or text, retried, and delivered', async () => {
  const clientId = await registerClient('giulia')
  await registerClient('marco')
  expect(await garbo.visitor().post('/api/auth/resend-verification', { clientId })).toMatchObject({ status: 204 })
  await expect
    .poll(async () => (await outboxRows()).map(({ attempts }) => attempts > 0), eventually)
    .toEqual([true, true, true])
  const keys = (await outboxRows()).map(({ key }) => key)
  expect(keys.filter((key) => key.endsWith(':again'))).toHaveLength(1)
  const list = await runOperatorCommand(garbo, 'outbox', 'list')
  expect(list).toContain('0 given up, 3 queued, ')
  for (const key of keys) expect(list).toContain(key)
  expect(list).toContain('ESOCKET')
  expect(list).not.toMatch(/giulia|marco|@/)
  expect([await metric('given_up'), await metric('queued')]).toEqual([0, 3])
  const delivered = await metric('delivered')

  expect(await runOperatorCommand(garbo, 'outbox', 'retry', keys[0] ?? '')).toBe('The message is retried.\n')
  const mailServer = await startMailServer(smtpPort)
  expect(await runOperatorCommand(garbo, 'outbox', 'retry')).toMatch(/^[0-3] retried\.\n$/)
  await expect.poll(() => metric('delivered'), eventually).toBe(delivered + 3)
  const recipients = (await mailServer.messages()).map(({ to }) => to?.[0]?.address ?? '')
  expect(recipients.toSorted((a, b) => a.localeCompare(b))).toEqual(
    ['giulia', 'giulia', 'marco'].map((name) => `${name}@example.it`),
  )
  expect([await metric('given_up'), await metric('queued')]).toEqual([0, 0])
  await mailServer.stop()
})
