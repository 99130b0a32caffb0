import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { openChromium } from './browser.ts'
import { startGarbo } from './process.ts'

interface Scenery {
  readonly settings?: Readonly<Record<string, string>>
  /** Of Chromium. */
  readonly switches?: readonly string[]
}

/**
 * A Garbo started from an empty folder and a Chromium before it, with a newcomer for each role; all of it goes when the
 * file is through.
 */
export const stage = async <Role extends string = never>(
  roles: readonly Role[] = [],
  { settings, switches }: Scenery = {},
) => {
  const garbo = await startGarbo(settings)
  const opening = openChromium(garbo.address, switches)
  const strike = async () => {
    await opening.then(
      (chromium) => chromium.close(),
      () => undefined,
    )
    await garbo.sweep()
  }
  afterAll(strike, 60_000)
  try {
    const chromium = await opening
    const cast = await Promise.all(roles.map(async (role) => [role, await chromium.newcomer()] as const))
    return { garbo, chromium, ...(Object.fromEntries(cast) as Readonly<Record<Role, Page>>) }
  } catch (error) {
    await strike()
    throw error
  }
}
