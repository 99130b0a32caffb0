import { describe, expect, it } from 'vitest'
import { promises } from './keyring.contract.ts'
import { liars } from './liars.ts'

const keeps = async (promise: string, liar: string): Promise<boolean> => {
  const ring = liars[liar]?.()
  try {
    if (ring) await promises[promise]?.(ring)
    return true
  } catch {
    return false
  }
}
const verdicts = await Promise.all(
  Object.keys(promises).flatMap((promise) =>
    Object.keys(liars).map(async (liar) => ({ promise, liar, kept: await keeps(promise, liar) })),
  ),
)
const caught = verdicts.filter(({ kept }) => !kept)

describe('the keyring contract detects faults', () => {
  it.each(Object.keys(promises))('%s: detects at least one liar', (promise) =>
    expect(caught.map((one) => one.promise)).toContain(promise),
  )
  it.each(Object.keys(liars))('a keyring that %s is detected', (liar) =>
    expect(caught.map((one) => one.liar)).toContain(liar),
  )
})
