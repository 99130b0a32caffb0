import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { startMailServer } from '../../support/message-gateways.ts'
import { serveTasks } from '../subject.ts'

/** The content of an e-mail, as a messenger sends it. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly unsubscribeUrl: string
}

const server = await startMailServer()

const tasks = {
  url: () => Promise.resolve(server.url),
  /** Resolves when this many messages have been received in total. */
  receive: async ({ total }: { readonly total: number }) => {
    for (const until = performance.now() + 600_000; performance.now() < until; await pause(10))
      if (server.raw().length >= total) return
    throw new Error(`${server.raw().length} instead of ${total} messages`)
  },
  newest: async (): Promise<Letter> => {
    const { subject = '', text = '', headers } = await PostalMime.parse(server.raw().at(-1) ?? '')
    const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    return { subject, text, unsubscribeUrl: unsubscribe.slice(1, -1) }
  },
  /** Messages received, and how many of them are different. */
  counts: () => {
    const ids = server.raw().map((message) => /^Message-ID: .*$/im.exec(message.toString('latin1'))?.[0])
    return Promise.resolve({ received: ids.length, different: new Set(ids).size })
  },
}
export type MailServerTasks = typeof tasks

serveTasks(tasks, server.stop)
