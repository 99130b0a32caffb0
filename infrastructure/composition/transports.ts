import type { Message, Messenger, StoredMessages } from '../../application/ports/mail.ts'
import { type DevMailbox, smsMessenger, smtpMessenger } from '../messaging/messengers.ts'
import type { Config } from './config.ts'

export interface Transports {
  readonly messenger: Messenger
  /** Null in production. */
  readonly storedMessages: StoredMessages | null
  /** Messages stored instead of sent; null in production or with a real transport. */
  readonly devMailbox: DevMailbox | null
  readonly close: () => void
}

type Settings = Pick<Config, 'NODE_ENV' | 'SMTP_URL' | 'MAIL_FROM' | 'SMS_URL' | 'SMS_TOKEN' | 'SMS_FROM'>

/**
 * Chooses a transport per channel. In production, a channel without a transport rejects every message.
 * @rule Q-25 transports for e-mail and SMS
 */
export const transportsOf = (config: Settings, devMailbox: DevMailbox): Transports => {
  const { NODE_ENV, SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, SMS_FROM } = config
  const smtp = SMTP_URL === undefined ? null : smtpMessenger({ url: SMTP_URL, from: MAIL_FROM })
  const sms = SMS_URL === undefined ? null : smsMessenger({ url: SMS_URL, token: SMS_TOKEN ?? null, from: SMS_FROM })
  const fallback = NODE_ENV === 'production' ? undeliverable : devMailbox
  const transports: Readonly<Record<Message['channel'], Messenger>> = { email: smtp ?? fallback, sms: sms ?? fallback }
  return {
    messenger: { send: (message) => transports[message.channel].send(message) },
    // also with a real transport: earlier messages remain in the file
    storedMessages: NODE_ENV === 'production' ? null : devMailbox,
    devMailbox: sendsNothing(config) ? devMailbox : null,
    close: () => smtp?.close(),
  }
}

/** True when all messages end up in the development mailbox. */
export const sendsNothing = ({ NODE_ENV, SMTP_URL, SMS_URL }: Pick<Settings, 'NODE_ENV' | 'SMTP_URL' | 'SMS_URL'>) =>
  NODE_ENV !== 'production' && SMTP_URL === undefined && SMS_URL === undefined

/** The channels that can deliver; requests for any other channel are rejected. */
export const channelsOf = ({
  NODE_ENV,
  SMTP_URL,
  SMS_URL,
}: Pick<Settings, 'NODE_ENV' | 'SMTP_URL' | 'SMS_URL'>): readonly Message['channel'][] => {
  const hasDevMailbox = NODE_ENV !== 'production'
  const email: readonly Message['channel'][] = hasDevMailbox || SMTP_URL !== undefined ? ['email'] : []
  return hasDevMailbox || SMS_URL !== undefined ? [...email, 'sms'] : email
}

const settingOfChannel: Readonly<Record<Message['channel'], string>> = { email: 'SMTP_URL', sms: 'SMS_URL' }
const undeliverable: Messenger = {
  send: ({ channel }) => Promise.reject(new Error(`cannot send ${channel}: ${settingOfChannel[channel]} is not set`)),
}
