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

describe('the keyring contract has teeth', () => {
  it.each(Object.keys(promises))('%s: catches a liar', (promise) =>
    expect(caught.map((one) => one.promise)).toContain(promise),
  )
  it.each(Object.keys(liars))('the keyring that %s is caught', (liar) =>
    expect(caught.map((one) => one.liar)).toContain(liar),
  )
})
