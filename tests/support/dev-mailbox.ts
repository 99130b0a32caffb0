import { setTimeout as pause } from 'node:timers/promises'

/** A client that can read the development mailbox. */
interface MailboxClient {
  readonly get: (path: string) => Promise<{ readonly body: unknown }>
}

/** Waits for the latest message to an address. */
export const waitForMessage = async (browser: MailboxClient, to: string): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
    const [email] = (body as { messages: { text: string }[] }).messages
    if (email) return email.text
    await pause(50)
  }
  throw new Error(`no e-mail reached ${to}`)
}

/** Waits for the newest e-mail or SMS to an address whose text matches. */
export const waitForMessageMatching = async (browser: MailboxClient, to: string, what: RegExp): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const found = (await messagesTo(browser, to)).find((text) => what.test(text))
    if (found !== undefined) return found
    await pause(50)
  }
  throw new Error(`no e-mail saying ${what.source} came to ${to}`)
}

/** All messages so far, newest first. */
export const messagesTo = async (browser: MailboxClient, to: string): Promise<readonly string[]> => {
  const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
  return (body as { messages: { text: string }[] }).messages.map(({ text }) => text)
}

/** `abcd-efgh-ijkm` */
export const temporaryPasswordIn = (email: string): string => /^[a-z2-9]{4}(?:-[a-z2-9]{4}){2}$/m.exec(email)?.[0] ?? ''

export const tokenIn = (email: string): string => decodeURIComponent(/token=(\S+)/.exec(email)?.[1] ?? '')
export const codeIn = (email: string): string => /\b\d{6}\b/.exec(email)?.[0] ?? ''
export const linkIn = (email: string): string => /https?:\S+/.exec(email)?.[0] ?? ''
