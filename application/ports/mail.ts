export interface Attachment {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
}

export interface Message {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Address that ends e-mails of this kind with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** Of e-mails only. */
  readonly attachments?: readonly Attachment[]
  /** Deduplication key: a message sent twice arrives once. */
  readonly key: string
}

/** Messages that are stored instead of sent. */
export interface StoredMessages {
  /** Deletes all messages to these addresses and telephone numbers. */
  readonly forget: (recipients: readonly string[]) => Promise<void>
}

export interface Messenger {
  readonly send: (message: Message) => Promise<void>
}
