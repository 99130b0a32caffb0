import { setTimeout as pause } from 'node:timers/promises'

/** Whoever can look into the outbox. */
interface Reader {
  readonly get: (path: string) => Promise<{ readonly body: unknown }>
}

/** The letter somebody got, waited for. */
export const letterTo = async (browser: Reader, to: string): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
    const [letter] = (body as { messages: { text: string }[] }).messages
    if (letter) return letter.text
    await pause(50)
  }
  throw new Error(`no letter came to ${to}`)
}

export const tokenIn = (letter: string): string => decodeURIComponent(/token=(\S+)/.exec(letter)?.[1] ?? '')
export const codeIn = (letter: string): string => /\b\d{6}\b/.exec(letter)?.[0] ?? ''
export const linkIn = (letter: string): string => /https?:\S+/.exec(letter)?.[0] ?? ''
