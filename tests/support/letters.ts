import { setTimeout as pause } from 'node:timers/promises'
import type { Visitor } from './visitor.ts'

/** The letter somebody got, waited for. */
export const letterTo = async (browser: Visitor, to: string): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
    const [letter] = (body as { messages: { text: string }[] }).messages
    if (letter) return letter.text
    await pause(50)
  }
  throw new Error(`no letter came to ${to}`)
}

export const tokenIn = (letter: string): string => decodeURIComponent(/token=(\S+)/.exec(letter)?.[1] ?? '')
export const codeIn = (letter: string): string => /\d{6}/.exec(letter)?.[0] ?? ''
