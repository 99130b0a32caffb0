import { setTimeout as pause } from 'node:timers/promises'

/** A client that can read the development outbox. */
interface OutboxClient {
  readonly get: (path: string) => Promise<{ readonly body: unknown }>
}

/** Waits for the latest message to an address. */
export const waitForMessage = async (browser: OutboxClient, to: string): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
    const [letter] = (body as { messages: { text: string }[] }).messages
    if (letter) return letter.text
    await pause(50)
  }
  throw new Error(`no letter came to ${to}`)
}

/** Waits for the newest e-mail or SMS to an address whose text matches. */
export const waitForMessageMatching = async (browser: OutboxClient, to: string, what: RegExp): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const found = (await messagesTo(browser, to)).find((text) => what.test(text))
    if (found !== undefined) return found
    await pause(50)
  }
  throw new Error(`no letter saying ${what.source} came to ${to}`)
}

/** All messages so far, newest first. */
export const messagesTo = async (browser: OutboxClient, to: string): Promise<readonly string[]> => {
  const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
  return (body as { messages: { text: string }[] }).messages.map(({ text }) => text)
}

/** `abcd-efgh-ijkm` */
export const temporaryPasswordIn = (letter: string): string =>
  /^[a-z2-9]{4}(?:-[a-z2-9]{4}){2}$/m.exec(letter)?.[0] ?? ''

export const tokenIn = (letter: string): string => decodeURIComponent(/token=(\S+)/.exec(letter)?.[1] ?? '')
export const codeIn = (letter: string): string => /\b\d{6}\b/.exec(letter)?.[0] ?? ''
export const linkIn = (letter: string): string => /https?:\S+/.exec(letter)?.[0] ?? ''
