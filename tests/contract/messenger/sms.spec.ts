import { expect, it } from 'vitest'
import { smsMessenger } from '../../../infrastructure/messaging/messengers.ts'
import { startSmsGateway } from '../../support/message-gateways.ts'
import { messengerContract, type MessengerUnderTest } from './messenger.contract.ts'

const options = { token: 'gettone', from: 'Garbo' }

const open = async (): Promise<MessengerUnderTest> => {
  const gateway = await startSmsGateway()
  return {
    messenger: smsMessenger({ url: gateway.url, ...options }),
    delivered: () => {
      const requests = gateway.requests as { headers: Record<string, string>; body: { to: string; text: string } }[]
      const bodies = new Map(requests.map(({ headers, body }) => [headers['idempotency-key'], body]))
      return Promise.resolve([...bodies.values()].map(({ to, text }) => ({ to, text })))
    },
    breakDown: () => Promise.resolve(gateway.answer(503)),
    close: gateway.stop,
  }
}

messengerContract('sms', open)

const message = { channel: 'sms' as const, to: '+393331234567', subject: '', text: 'Il codice è 123456', key: 'one' }

it('the gateway receives the credentials, the recipient and the sender name', async () => {
  const gateway = await startSmsGateway()
  await smsMessenger({ url: gateway.url, ...options }).send(message)
  expect(gateway.requests).toEqual([
    {
      headers: expect.objectContaining({ authorization: 'Bearer gettone', 'idempotency-key': 'one' }) as unknown,
      body: { to: message.to, from: 'Garbo', text: message.text },
    },
  ])
  await gateway.stop()
})

it.each([302, 400, 401, 429, 500])('a response of %i does not count as sent', async (status) => {
  const gateway = await startSmsGateway()
  gateway.answer(status)
  await expect(smsMessenger({ url: gateway.url, ...options }).send(message)).rejects.toThrow(`answered ${status}`)
  await gateway.stop()
})

it('a gateway that does not respond times out', async () => {
  const gateway = await startSmsGateway()
  gateway.answer(null)
  const impatient = smsMessenger({ url: gateway.url, ...options, timeoutMs: 100 })
  await expect(impatient.send(message)).rejects.toThrow('timeout')
  await gateway.stop()
})

it('an SMS transport refuses e-mails', async () => {
  await expect(
    smsMessenger({ url: 'http://localhost:1', ...options }).send({ ...message, channel: 'email' }),
  ).rejects.toThrow('cannot send email')
})
