import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message, Messenger } from '../../../application/ports/mail.ts'

export interface MessengerUnderTest {
  readonly messenger: Messenger
  /** Delivered messages, without duplicates. */
  readonly arrived: () => Promise<readonly Pick<Message, 'to' | 'text'>[]>
  /** No message is accepted from now on. */
  readonly breakDown: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}

/** The contract of every transport, for one channel. */
export const messengerContract = (channel: Message['channel'], open: () => Promise<MessengerUnderTest>): void => {
  const message = (more: Partial<Message> = {}): Message => ({
    channel,
    to: channel === 'email' ? 'giulia@example.it' : '+393331234567',
    subject: 'Perché è così: 100 %',
    text: 'Il codice è 123456.\n\nNon l’hai chiesto? <b>Ignora</b> & dimentica – “così”. 🏔️',
    key: randomUUID(),
    ...more,
  })

  describe(`a messenger for ${channel}`, () => {
    let receiver: MessengerUnderTest
    beforeEach(async () => {
      receiver = await open()
    })
    afterEach(async () => {
      await receiver.close()
    })

    it('delivers the text unchanged to its recipient', async () => {
      const sent = message()
      await receiver.messenger.send(sent)
      expect(await receiver.arrived()).toEqual([{ to: sent.to, text: sent.text }])
    })

    it('is idempotent: one key is one message', async () => {
      const [once, other] = [message(), message({ text: 'altro' })]
      for (const one of [once, other, once, once]) await receiver.messenger.send(one)
      expect((await receiver.arrived()).map(({ text }) => text).toSorted()).toEqual([once.text, other.text].toSorted())
    })

    it('sends many messages at once without losing any', async () => {
      const all = Array.from({ length: 40 }, (_, n) => message({ text: `numero ${n}` }))
      await Promise.all(all.map((one) => receiver.messenger.send(one)))
      expect(new Set((await receiver.arrived()).map(({ text }) => text))).toEqual(new Set(all.map(({ text }) => text)))
    })

    it('reports a failure without repeating the message', async () => {
      await receiver.breakDown()
      const refused = await receiver.messenger.send(message()).then(
        () => null,
        (error: unknown) => String(error),
      )
      expect(refused).not.toBeNull()
      expect(refused).not.toContain('123456')
    })
  })
}
