export interface Message {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Deduplication key: a message sent twice arrives once. */
  readonly key: string
}

export interface Messenger {
  readonly send: (message: Message) => Promise<void>
}
