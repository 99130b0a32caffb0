import type { Messenger } from '../../application/ports/mail.ts'

export interface SmsOptions {
  /** Where the gateway takes `POST {to, from, text}`. */
  readonly url: string
  readonly token: string | null
  /** Whom the message is shown to come from; eleven letters at most. */
  readonly from: string
  readonly longestMs?: number
}

/**
 * Text messages by a gateway that speaks HTTP. Rejects unless it answers 2xx in time; the reason says nothing of what was
 * sent. `Idempotency-Key` tells the gateway what it has had before.
 */
export const smsMessenger = ({ url, token, from, longestMs = 10_000 }: SmsOptions): Messenger => ({
  send: async ({ channel, to, text, key }) => {
    if (channel !== 'sms') throw new Error(`the SMS gateway carries no ${channel}`)
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ to, from, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
  },
})
