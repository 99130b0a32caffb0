export interface Message {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same key is the same message: sent twice it arrives once. */
  readonly key: string
}

export interface Messenger {
  readonly send: (message: Message) => Promise<void>
}
