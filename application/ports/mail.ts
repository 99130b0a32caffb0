export interface Message {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Address that ends e-mails of this kind with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** Deduplication key: a message sent twice arrives once. */
  readonly key: string
}

export interface Messenger {
  readonly send: (message: Message) => Promise<void>
}
