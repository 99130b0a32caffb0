import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message, Messenger } from '../../../application/ports/mail.ts'

export interface MessengerUnderTest {
  readonly messenger: Messenger
  /** Delivered messages, without duplicates. */
  readonly delivered: () => Promise<readonly Pick<Message, 'to' | 'text'>[]>
  /** Makes the transport refuse all further messages. */
  readonly breakDown: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}

/** The contract of every transport, for one channel. */
export const messengerContract = (channel: Message['channel'], open: () => Promise<MessengerUnderTest>): void => {
  const message = (changes: Partial<Message> = {}): Message => ({
    channel,
    to: channel === 'email' ? 'giulia@example.it' : '+393331234567',
    subject: 'Perché è così: 100 %',
    text: 'Il codice è 123456.\n\nNon l’hai chiesto? <b>Ignora</b> & dimentica – “così”. 🏔️',
    key: randomUUID(),
    ...changes,
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
      expect(await receiver.delivered()).toEqual([{ to: sent.to, text: sent.text }])
    })

    it('sends one message per key', async () => {
      const [repeated, other] = [message(), message({ text: 'altro' })]
      for (const each of [repeated, other, repeated, repeated]) await receiver.messenger.send(each)
      expect((await receiver.delivered()).map(({ text }) => text).toSorted()).toEqual(
        [repeated.text, other.text].toSorted(),
      )
    })

    it('sends many messages at once without losing any', async () => {
      const all = Array.from({ length: 40 }, (_, n) => message({ text: `numero ${n}` }))
      await Promise.all(all.map((each) => receiver.messenger.send(each)))
      expect(new Set((await receiver.delivered()).map(({ text }) => text))).toEqual(
        new Set(all.map(({ text }) => text)),
      )
    })

    it('reports a failure without quoting the message', async () => {
      await receiver.breakDown()
      const failure = await receiver.messenger.send(message()).then(
        () => null,
        (error: unknown) => String(error),
      )
      expect(failure).not.toBeNull()
      expect(failure).not.toContain('123456')
    })
  })
}
