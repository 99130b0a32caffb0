import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { newId, systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { transportsOf } from '../../../infrastructure/composition/transports.ts'
import { devMailbox } from '../../../infrastructure/messaging/messengers.ts'
import { startMailServer, startSmsGateway } from '../../support/message-gateways.ts'

const folder = mkdtempSync(join(tmpdir(), 'garbo-transports-'))
afterAll(() => rmSync(folder, { recursive: true }))
const mailbox = devMailbox({ file: join(folder, 'outbox.jsonl'), clock: systemClock(), newId })
const transports = (env: Readonly<Record<string, string>>) => transportsOf(readConfig(env), mailbox)
const email = { channel: 'email' as const, to: 'giulia@example.it', subject: 'Ciao', text: 'Ciao', key: 'email' }
const text = { ...email, channel: 'sms' as const, to: '+393331234567', key: 'text' }

it('Q-25: without transports, e-mails and text messages stay in the development mailbox', async () => {
  const { messenger, devMailbox: visibleMailbox } = transports({})
  for (const message of [email, text]) await messenger.send(message)
  expect((await visibleMailbox?.list())?.map(({ channel }) => channel)).toEqual(['sms', 'email'])
})

it('Q-92: messages can be forgotten wherever the development mailbox may hold some, which it never does in production', () => {
  expect(transports({}).storedMessages).toBe(mailbox)
  expect(
    transports({ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'Garbo <ciao@garbo.example>' }).storedMessages,
  ).toBe(mailbox)
  expect(transports({ NODE_ENV: 'production' }).storedMessages).toBeNull()
})

it('Q-25: in production, messages without a transport fail and the development mailbox is not shown', async () => {
  const { messenger, devMailbox: visibleMailbox } = transports({ NODE_ENV: 'production' })
  expect(visibleMailbox).toBeNull()
  await expect(messenger.send(email)).rejects.toThrow('SMTP_URL is not set')
  await expect(messenger.send(text)).rejects.toThrow('SMS_URL is not set')
})

it('each kind of message uses its own transport, and the development mailbox is hidden when one is configured', async () => {
  const [server, gateway] = [await startMailServer(), await startSmsGateway()]
  const real = { SMTP_URL: server.url, MAIL_FROM: 'Garbo <ciao@garbo.example>', SMS_URL: gateway.url }
  const { messenger, devMailbox: visibleMailbox, close } = transports(real)
  expect(visibleMailbox).toBeNull()
  for (const message of [email, text]) await messenger.send(message)
  expect((await server.messages()).map(({ from }) => from?.address)).toEqual(['ciao@garbo.example'])
  expect(gateway.requests.map(({ body }) => body)).toEqual([{ to: text.to, from: 'Garbo', text: 'Ciao' }])
  close()
  for (const receiver of [server, gateway]) await receiver.stop()
})

it('an invalid sender address prevents the start', () => {
  expect(() => readConfig({ MAIL_FROM: 'Garbo' })).toThrow('MAIL_FROM')
})
