import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { emailHtml, smtpMessenger } from '../../../infrastructure/messaging/messengers.ts'
import { startMailServer } from '../../support/message-gateways.ts'
import { messengerContract, type MessengerUnderTest } from './messenger.contract.ts'

const from = 'Garbo <no-reply@garbo.example>'

const open = async (): Promise<MessengerUnderTest> => {
  const server = await startMailServer()
  const messenger = smtpMessenger({ url: server.url, from })
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= server.stop())
  return {
    messenger,
    delivered: async () => {
      const received = new Map((await server.messages()).map((received) => [received.messageId, received]))
      return [...received.values()].map(({ to, text }) => ({ to: to?.[0]?.address ?? '', text: text?.trimEnd() ?? '' }))
    },
    breakDown: stop,
    close: async () => {
      messenger.close()
      await stop()
    },
  }
}

messengerContract('email', open)

const email = (changes = {}) => ({
  channel: 'email' as const,
  to: 'giulia@example.it',
  subject: 'Il tuo codice di verifica Garbo',
  text: 'Ciao <Giulia> & Co,\n\nil tuo codice è 123456.\n\nApri:\nhttp://localhost:3000/confirm-email#token=a&b="c"\n',
  key: 'one',
  ...changes,
})

it('an e-mail has a text and an HTML part and is marked as automatic', async () => {
  const server = await startMailServer()
  const messenger = smtpMessenger({ url: server.url, from })
  await messenger.send(email())
  const [received] = await server.messages()
  expect(received?.from).toEqual({ name: 'Garbo', address: 'no-reply@garbo.example' })
  expect(received?.subject).toBe(email().subject)
  expect(received?.html?.trimEnd()).toBe(emailHtml(email().subject, email().text).trimEnd())
  expect(received?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  messenger.close()
  await server.stop()
})

it('D-30: an e-mail that can be ended says so to mail programs, and others do not', async () => {
  const server = await startMailServer()
  const messenger = smtpMessenger({ url: server.url, from })
  await messenger.send(email({ unsubscribeUrl: 'https://garbo.example/api/unsubscribe?token=abc' }))
  await messenger.send(email({ key: 'two' }))
  const [ending, other] = await server.messages()
  const headersOf = (received: typeof ending) =>
    received?.headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => `${key}: ${value}`)
  expect(headersOf(ending)).toEqual([
    'list-unsubscribe: <https://garbo.example/api/unsubscribe?token=abc>',
    'list-unsubscribe-post: List-Unsubscribe=One-Click',
  ])
  expect(headersOf(other)).toEqual([])
  messenger.close()
  await server.stop()
})

it('the HTML part escapes the text, shows the code and links the address', () => {
  const html = emailHtml('Prova & <b>', email().text)
  expect(html).toContain('Ciao &lt;Giulia&gt; &amp; Co,')
  expect(html).toContain('<title>Prova &amp; &lt;b&gt;</title>')
  expect(html).toMatch(/<strong[^>]*>123456<\/strong>/)
  expect(html).toContain('href="http://localhost:3000/confirm-email#token=a&amp;b=&quot;c&quot;"')
})

it('a subject or address cannot inject headers or recipients', async () => {
  const server = await startMailServer()
  const messenger = smtpMessenger({ url: server.url, from })
  await messenger.send(email({ subject: 'Ciao\r\nBcc: altro@example.it' }))
  expect((await server.messages())[0]?.bcc ?? []).toEqual([])
  await messenger.send(email({ to: 'giulia@example.it, altro@example.it', key: 'two' })).catch(() => undefined)
  for (const { to } of await server.messages())
    expect(to?.map(({ address }) => address)).not.toContain('altro@example.it')
  messenger.close()
  await server.stop()
})

it('an e-mail to an unknown recipient or sent with a wrong password fails', async () => {
  const server = await startMailServer()
  const messenger = smtpMessenger({ url: server.url, from })
  await expect(messenger.send(email({ to: 'nessuno@example.it' }))).rejects.toThrow('550')
  const withWrongPassword = smtpMessenger({ url: server.url.replace('segreta', 'sbagliata'), from })
  await expect(withWrongPassword.send(email())).rejects.toThrow('535')
  expect(await server.messages()).toEqual([])
  for (const transport of [messenger, withWrongPassword]) transport.close()
  await server.stop()
})

it('an SMTP transport refuses text messages', async () => {
  const messenger = smtpMessenger({ url: 'smtp://localhost:1', from })
  await expect(messenger.send(email({ channel: 'sms' }))).rejects.toThrow('cannot send sms')
  messenger.close()
})

it('an e-mail arrives after another sender was killed in the middle of one', async () => {
  const server = await startMailServer()
  const killed = connect(Number(new URL(server.url).port), '127.0.0.1')
  const credentials = Buffer.from('\0garbo\0segreta').toString('base64')
  for (const command of ['EHLO garbo', `AUTH PLAIN ${credentials}`, 'MAIL FROM:<no-reply@garbo.example>', 'NOOP']) {
    await once(killed, 'data')
    killed.write(`${command}\r\n`)
  }
  await once(killed, 'data')
  killed.resetAndDestroy()
  const messenger = smtpMessenger({ url: server.url, from })
  await messenger.send(email())
  expect(await server.messages()).toHaveLength(1)
  messenger.close()
  await server.stop()
})
