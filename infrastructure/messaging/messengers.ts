import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock, NewId } from '../../application/ports/clock.ts'
import type { Message, Messenger, StoredMessages } from '../../application/ports/mail.ts'
import { withMachineLock } from '../machine-lock.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string
  /** `Garbo <no-reply@example.it>` */
  readonly from: string
}

/** Simultaneous connections to the mail server. A recipient whose server hardly responds occupies one of them. */
const maxConnections = 10

/**
 * Sends e-mails as text and HTML. Rejects if the server does not accept one. A retry after a lost response has the same
 * Message-ID, so that mail programs show the e-mail once.
 */
export const smtpMessenger = ({ url, from }: SmtpOptions): Messenger & { readonly close: () => void } => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ channel, to, subject, text, unsubscribeUrl, attachments = [], key }) => {
      if (channel !== 'email') throw new Error(`SMTP cannot send ${channel}`)
      const id = createHash('sha256').update(key).digest('hex').slice(0, 32)
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html: emailHtml(subject, text),
        attachments: attachments.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(content),
        })),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...oneClickHeaders(unsubscribeUrl) },
      })
    },
    close: () => transport.close(),
  }
}

const oneClickHeaders = (url: string | undefined): Readonly<Record<string, string>> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * HTML version of an e-mail: links become buttons, codes are emphasised. Uses tables and inline styles for
 * compatibility.
 */
export const emailHtml = (subject: string, text: string): string => {
  const paragraphs = text.trim().split(/\n{2,}/)
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${htmlLines(paragraph)}</p>`).join('')
  return `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f2ec;color:#2b2320;font:16px/1.6 Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#fff;border-radius:12px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font:600 24px/1.2 Georgia,serif;color:#7a2e2e">Garbo</p>
<h1 style="margin:0 0 16px;font:600 20px/1.3 Georgia,serif">${escapeHtml(subject)}</h1>
${body}</td></tr></table></td></tr></table></body></html>
`
}

const htmlLines = (paragraph: string): string =>
  paragraph
    .split('\n')
    .map((line) => (isUrl(line) ? linkButton(line) : emphasiseCode(escapeHtml(line))))
    .join('<br>')

const isUrl = (line: string) => /^https?:\/\/\S+$/.test(line)

const linkButton = (address: string) =>
  `<a href="${escapeHtml(address)}" style="display:inline-block;margin-top:8px;padding:12px 20px;border-radius:8px;background:#7a2e2e;color:#fff;text-decoration:none">Apri il link</a>` +
  `<br><span style="font-size:13px;word-break:break-all">${escapeHtml(address)}</span>`

const emphasiseCode = (line: string) =>
  line.replaceAll(/\b\d{6}\b/g, '<strong style="font-size:22px;letter-spacing:3px">$&</strong>')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

export interface SmsOptions {
  /** The gateway's endpoint for `POST {to, from, text}`. */
  readonly url: string
  readonly token: string | null
  /** Sender name, at most eleven characters. */
  readonly from: string
  readonly timeoutMs?: number
}

/**
 * Sends text messages through an HTTP gateway. Rejects unless it answers 2xx in time; the error contains nothing of the
 * message. `Idempotency-Key` lets the gateway discard repetitions.
 */
export const smsMessenger = ({ url, token, from, timeoutMs = 10_000 }: SmsOptions): Messenger => ({
  send: async ({ channel, to, text, key }) => {
    if (channel !== 'sms') throw new Error(`the SMS gateway cannot send ${channel}`)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ to, from, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
  },
})

export interface SentMessage extends Omit<Message, 'key' | 'attachments'> {
  /** Names of the attachments, which are not kept. */
  readonly files?: readonly string[]
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
}

export interface DevMailbox extends Messenger, StoredMessages {
  /** Newest first, optionally only for one recipient. */
  readonly list: (filter?: { readonly to?: string }) => Promise<readonly SentMessage[]>
}

export interface DevMailboxOptions {
  /** JSON lines, created if absent; readable only by the owner because it contains addresses and codes. */
  readonly file: string
  readonly clock: Clock
  readonly newId: NewId
}

/** Messages listed, which also limits how long a repeated message is recognised. The file may hold twice as many. */
const maxMessages = 1_000

/** For development: stores messages in a file instead of sending them. Several processes may write to it. */
export const devMailbox = ({ file, clock, newId }: DevMailboxOptions): DevMailbox => ({
  send: ({ key, channel, to, subject, text, attachments }) =>
    withMachineLock(file, async () => {
      const { messages, whole } = await readMailbox(file)
      if (messages.some((message) => message.key === key)) return
      const files = attachments?.map(({ name }) => name)
      const message: StoredMessage = {
        id: newId(),
        key,
        channel,
        to,
        subject,
        text,
        ...(files && { files }),
        at: clock(),
      }
      if (whole && messages.length < 2 * maxMessages) await appendFile(file, jsonLines([message]), { mode: fileMode })
      else await replaceFile(file, [...messages, message].slice(-maxMessages))
    }),
  list: ({ to } = {}) =>
    withMachineLock(file, async () => {
      const { messages } = await readMailbox(file)
      return messages
        .slice(-maxMessages)
        .filter((message) => to === undefined || message.to === to)
        .toReversed()
        .map(({ key: _, ...message }) => message)
    }),
  forget: (recipients) =>
    withMachineLock(file, async () => {
      const { messages } = await readMailbox(file)
      const forgotten = new Set(recipients)
      const kept = messages.filter(({ to }) => !forgotten.has(to))
      if (kept.length < messages.length) await replaceFile(file, kept)
    }),
})

type StoredMessage = SentMessage & Pick<Message, 'key'>

const fileMode = 0o600
const jsonLines = (messages: readonly StoredMessage[]) => messages.map((line) => `${JSON.stringify(line)}\n`).join('')

/** `whole` is false if a writer was killed while writing the last line. */
const readMailbox = async (
  file: string,
): Promise<{ readonly messages: readonly StoredMessage[]; readonly whole: boolean }> => {
  const text = await readOrEmpty(file)
  const messages = text.split('\n').slice(0, -1).flatMap(parseLine)
  return { messages, whole: text === '' || text.endsWith('\n') }
}

const readOrEmpty = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    await mkdir(dirname(file), { recursive: true })
    return ''
  }
}

const parseLine = (text: string): readonly StoredMessage[] => {
  try {
    return [JSON.parse(text) as StoredMessage]
  } catch {
    return []
  }
}

const replaceFile = async (file: string, messages: readonly StoredMessage[]): Promise<void> => {
  await writeFile(`${file}.next`, jsonLines(messages), { mode: fileMode })
  await rename(`${file}.next`, file)
}
