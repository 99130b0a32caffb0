import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Messenger } from '../../application/ports/mail.ts'
import { letterHtml } from './letter-html.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string
  /** `Garbo <no-reply@example.it>` */
  readonly from: string
}

/**
 * Letters by SMTP, as text and as HTML. Rejects when the server does not take one. A letter sent twice, because nobody
 * heard that it was taken, carries the same Message-ID: mail programs show it once.
 */
export const smtpMessenger = ({ url, from }: SmtpOptions): Messenger & { readonly close: () => void } => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const house = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ channel, to, subject, text, key }) => {
      if (channel !== 'email') throw new Error(`SMTP carries no ${channel}`)
      const id = createHash('sha256').update(key).digest('hex').slice(0, 32)
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html: letterHtml(subject, text),
        messageId: `<${id}@${house}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
