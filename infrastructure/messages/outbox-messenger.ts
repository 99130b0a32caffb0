import { appendFile, readFile } from 'node:fs/promises'
import type { Message, Messenger } from '../../application/ports/mail.ts'

export interface SentMessage extends Omit<Message, 'key'> {
  readonly id: string
  readonly at: string
}

export interface OutboxMessenger extends Messenger {
  /** Newest first. */
  readonly list: (only: { readonly to?: string }) => Promise<readonly SentMessage[]>
}

/** The development transport: letters are lines of a file, to be read on a page. */
export const outboxMessenger = ({ file }: { readonly file: string }): OutboxMessenger => {
  const all = async (): Promise<readonly SentMessage[]> => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as SentMessage)
  }
  return {
    send: async ({ key, ...message }) => {
      if ((await all()).some(({ id }) => id === key)) return
      await appendFile(file, `${JSON.stringify({ id: key, ...message, at: new Date().toISOString() })}\n`)
    },
    list: async ({ to }) => (await all()).filter((message) => to === undefined || message.to === to).toReversed(),
  }
}
