import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { businessTypes } from '../../web/contract/businesses.ts'
import { provinces } from '../../web/contract/provinces.ts'
import { texts } from '../../web/app/texts.ts'
import { hears, sees } from './browser.ts'

const { access, home } = texts
export const password = 'Benvenuti.2026!'

export interface House {
  readonly name: string
  readonly username: string
  readonly email: string
}

export interface Guest {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Writes each answer in the field of that label. */
export const fills = async (page: Page, answers: Readonly<Record<string, string>>) => {
  for (const [label, answer] of Object.entries(answers)) await page.getByLabel(label, { exact: true }).fill(answer)
}

/** The text of the latest letter to an address, as developers read it. */
export const letterTo = async (page: Page, email: string): Promise<string> => {
  let letter: string | undefined
  await expect
    .poll(
      async () => {
        const outbox = await page.request.get('/api/dev/outbox', { params: { to: email } })
        letter = ((await outbox.json()) as { messages: { text: string }[] }).messages[0]?.text
        return letter
      },
      { timeout: 15_000 },
    )
    .toBeDefined()
  return letter ?? ''
}

/** From the front door to the dashboard. */
export const registerHouse = async (page: Page, { name, username, email }: House) => {
  const { register } = access
  await page.goto('/')
  await sees(page, home.title)
  await page.getByRole('link', { name: home.business }).click()
  await sees(page, access.titleAny)
  await page.getByRole('link', { name: access.registerBusiness }).click()
  await sees(page, register.title)
  await fills(page, { [register.businessName]: name, [register.location]: 'Via del Corso 12, Roma' })
  await page.getByLabel(register.businessType, { exact: true }).selectOption(businessTypes.hotel)
  await page.getByLabel(register.province, { exact: true }).selectOption(provinces.RM)
  await fills(page, { [access.email]: email, [register.username]: username, [access.password]: password })
  await page.getByRole('button', { name: register.submit }).click()
  await sees(page, texts.dashboard.title)
}

/** Opens the link of the letter. */
export const confirmAddress = async (page: Page, { email }: House) => {
  const { confirm } = access
  await page.goto(/https?:\S+/.exec(await letterTo(page, email))?.[0] ?? '')
  await sees(page, confirm.title)
  await page.getByText(confirm.done).waitFor()
}

/** From the front door to the code that comes by e-mail, and into the client's own area. */
export const registerGuest = async (page: Page, { firstName, lastName, email }: Guest) => {
  const { clientAuth, verify } = access
  await page.goto('/')
  await page.getByRole('link', { name: home.client }).click()
  await sees(page, clientAuth.titleLogin)
  await page.getByRole('button', { name: clientAuth.noAccount }).click()
  await sees(page, clientAuth.titleRegister)
  await fills(page, { [clientAuth.firstName]: firstName, [clientAuth.lastName]: lastName, [access.email]: email })
  await fills(page, { [clientAuth.phone]: '+39 333 1234567', [access.password]: password })
  await page.getByRole('button', { name: clientAuth.register }).click()
  await sees(page, verify.title)
  await fills(page, { [verify.code]: /\d{6}/.exec(await letterTo(page, email))?.[0] ?? '' })
  await page.getByRole('button', { name: verify.submit }).click()
  await hears(page, verify.doneTitle)
  await sees(page, texts.dashboard.client.title(`${firstName} ${lastName}`))
}
