import type { Page } from 'playwright-core'
import type { RouteObject } from 'react-router-dom'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { RuleBookAnswer } from '../../web/contract/rulebooks.ts'
import { routes } from '../../web/app/routes.tsx'
import { texts } from '../../web/app/texts.ts'
import { registeredBusiness, registeredClient } from '../support/people.ts'
import { visitor, type Visitor } from '../support/visitor.ts'
import { expectNoBarrier, fitsItsWindow, patience } from './browser.ts'
import { seats } from './people.ts'
import { stage } from './stage.ts'

const windows = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
] as const

const pathsIn = (some: readonly RouteObject[]): readonly string[] =>
  some.flatMap(({ path, children }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...pathsIn(children ?? []),
  ])

const { garbo, chromium } = await stage()
let house: Awaited<ReturnType<typeof registeredBusiness>>
let guest: Awaited<ReturnType<typeof registeredClient>>
let reviewId: string
beforeAll(async () => {
  const door = { visitor: () => visitor(garbo.address) }
  house = await registeredBusiness(door, 'aurora')
  guest = await registeredClient(door, 'ana')
  const review = {
    targetType: 'BUSINESS',
    targetId: house.id,
    rating: 4,
    comment: 'Bella vista.',
    reasonCode: 'SERVICE',
  }
  const written = await guest.browser.send('POST', '/api/reviews', review, guest.browser.intent())
  reviewId = (written.body as { id: string }).id
  for (const role of ['MODERATORE', 'ADMIN']) await garbo.operator('role', 'grant', house.email, role)
  await simulates(house.browser)
}, 300_000)

/** So that there is a draft with its figures to look at. */
const simulates = async (admin: Visitor) => {
  const drafts = '/api/admin/rulebooks/ava/drafts'
  const { body } = await admin.send('POST', drafts, { version: 2 }, admin.intent())
  const [draft] = (body as RuleBookAnswer).drafts
  await admin.post(`${drafts}/${draft?.id}/simulate`)
  const books = async () => (await admin.get('/api/admin/rulebooks')).body
  await vi.waitFor(async () => expect(await books()).toMatchObject([{ drafts: [{ status: 'simulated' }] }]), patience)
}

const addressOf = (path: string) =>
  path
    .replace('/business/:id', `/business/${house.id}`)
    .replace(':caseId', `review-${reviewId}`)
    .replace(/:\w+/, 'nessuno')

/** It knows who is there, says what it is, has read what it shows, fits its window and keeps nobody out, light and dark. */
const isInOrder = async (page: Page) => {
  await page.locator('h1, [role=dialog] h2').first().waitFor()
  // until a header knows who is there a screen for visitors is shown, and whoever is signed in is led away from it
  const owner = page.getByRole('button', { name: texts.shell.userMenu('') })
  await expect.poll(() => page.getByRole('banner').filter({ hasNot: owner }).count(), patience).toBe(0)
  await expect.poll(() => page.getByText(texts.kit.loading).count(), patience).toBe(0)
  for (const size of windows) {
    await page.setViewportSize(size)
    await fitsItsWindow(page)
    await expectNoBarrier(page)
  }
}

const walks = async (browser: Visitor) => {
  const page = await chromium.newcomer()
  await seats(page, garbo.address, browser)
  for (const path of pathsIn(routes)) {
    await page.goto(addressOf(path))
    await isInOrder(page).catch((cause: unknown) => {
      throw new Error(`${path} is not in order`, { cause })
    })
  }
}

describe('every page, on a desktop and on a phone, light and dark', { timeout: 400_000 }, () => {
  it('is accessible to a business that also moderates and administers', () => walks(house.browser))

  it('is accessible to a client', () => walks(guest.browser))

  it('logs no error', () => expect(chromium.complaints()).toEqual([]))
})
