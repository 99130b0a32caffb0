import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock, NewId } from '../../application/ports/clock.ts'
import type { Message, Messenger } from '../../application/ports/mail.ts'
import { alone } from '../machine-lock.ts'

export interface SentMessage extends Omit<Message, 'key'> {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
}

export interface OutboxMessenger extends Messenger {
  /** Newest first; all, or those to one address. */
  readonly list: (filter?: { readonly to?: string }) => Promise<readonly SentMessage[]>
}

export interface OutboxOptions {
  /** A file of JSON lines, made if absent; only we may read it, since it holds addresses and codes. */
  readonly file: string
  readonly clock: Clock
  readonly newId: NewId
}

/** How many messages are kept, and so how far back a message sent again is known. */
const kept = 1_000

/** For development: what would have been sent lies in a file. Several processes may write it. */
export const outboxMessenger = ({ file, clock, newId }: OutboxOptions): OutboxMessenger => ({
  send: ({ key, channel, to, subject, text }) =>
    alone(file, () => {
      const { messages, whole } = read(file)
      if (messages.some((message) => message.key === key)) return
      const message: Line = { id: newId(), key, channel, to, subject, text, at: clock() }
      if (whole && messages.length < kept) appendFileSync(file, linesOf([message]), { mode })
      else replace(file, [...messages, message].slice(-kept))
    }),
  list: ({ to } = {}) =>
    alone(file, () =>
      read(file)
        .messages.filter((message) => to === undefined || message.to === to)
        .toReversed()
        .map(({ key: _, ...message }) => message),
    ),
})

type Line = SentMessage & Pick<Message, 'key'>

const mode = 0o600
const linesOf = (messages: readonly Line[]) => messages.map((line) => `${JSON.stringify(line)}\n`).join('')

/** `whole` says whether the file ends as a writer leaves it that was not killed while writing. */
const read = (file: string): { readonly messages: readonly Line[]; readonly whole: boolean } => {
  const text = contentOf(file)
  const messages = text.split('\n').slice(0, -1).flatMap(parsed)
  return { messages, whole: text === '' || text.endsWith('\n') }
}

const contentOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    mkdirSync(dirname(file), { recursive: true })
    return ''
  }
}

const parsed = (text: string): readonly Line[] => {
  try {
    return [JSON.parse(text) as Line]
  } catch {
    return []
  }
}

const replace = (file: string, messages: readonly Line[]) => {
  writeFileSync(`${file}.next`, linesOf(messages), { mode })
  renameSync(`${file}.next`, file)
}
