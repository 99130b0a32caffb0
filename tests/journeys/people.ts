import type { Page } from 'playwright-core'
import { texts } from '../../web/app/texts.ts'
import { businessTypes } from '../../web/contract/businesses.ts'
import { provinces } from '../../web/contract/provinces.ts'
import { codeIn, letterTo, linkIn } from '../support/letters.ts'
import { password } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'
import { chooses, fills, hears, presses, sees } from './browser.ts'

const { access, biometrics, dashboard, home, landing, moderation, shell } = texts

interface House {
  readonly name: string
  readonly username: string
  readonly email: string
}

interface Guest {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** `yyyy-mm-dd`, as a date field wants it */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A business, from the front door to its dashboard. */
export const registersHouse = async (page: Page, { name, username, email }: House) => {
  const { register } = access
  await page.goto('/')
  await sees(page, home.title)
  await page.getByRole('link', { name: home.business }).click()
  await sees(page, access.titleAny)
  await page.getByRole('link', { name: access.registerBusiness }).click()
  await sees(page, register.title)
  await fills(page, { [register.businessName]: name, [register.location]: 'Via del Corso 12, Roma' })
  await chooses(page, register.businessType, businessTypes.hotel)
  await chooses(page, register.province, provinces.RM)
  await fills(page, { [access.email]: email, [register.username]: username, [access.password]: password })
  await presses(page, register.submit)
  await sees(page, dashboard.title)
}

/** Opens the link of the letter. */
export const confirmsAddress = async (page: Page, { email }: House) => {
  const { confirm } = access
  await page.goto(linkIn(await letterIn(page, email)))
  await sees(page, confirm.title)
  await page.getByText(confirm.done).waitFor()
}

/** A client, from the front door through the code of the letter into the client's own area. */
export const registersGuest = async (page: Page, guest: Guest) => {
  await comesIn(page, guest)
  await presses(page, biometrics.enrol.later)
  await sees(page, dashboard.client.title(`${guest.firstName} ${guest.lastName}`))
}

/** As far as the offer of a passkey (S-04). */
export const comesIn = async (page: Page, { firstName, lastName, email }: Guest) => {
  const { clientAuth, verify } = access
  await page.goto('/')
  await page.getByRole('link', { name: home.client }).click()
  await sees(page, clientAuth.titleLogin)
  await presses(page, clientAuth.noAccount)
  await sees(page, clientAuth.titleRegister)
  await fills(page, { [clientAuth.firstName]: firstName, [clientAuth.lastName]: lastName, [access.email]: email })
  await fills(page, { [clientAuth.phone]: '+39 333 1234567', [access.password]: password })
  await page.getByLabel(access.registerClientScreen.privacy).check()
  await presses(page, clientAuth.register)
  await sees(page, verify.title)
  await fills(page, { [verify.code]: codeIn(await letterIn(page, email)) })
  await presses(page, verify.submit)
  await hears(page, verify.doneTitle)
  await sees(page, biometrics.titles.register)
}

/** The address of a business's page, which a house gives to its guests. */
export const pageOf = async (page: Page, name: string): Promise<string> => {
  const found = await page.request.get('/api/businesses', { params: { query: name } })
  const [house] = (await found.json()) as readonly { readonly id: string }[]
  return `/business/${house?.id}`
}

/** A moderator takes the only case of the lane and opens it. */
export const takesTheCase = async (page: Page) => {
  await presses(page, moderation.claim)
  await hears(page, moderation.claimed)
  await page.getByText(moderation.claimedByMe).waitFor()
  await presses(page, moderation.open)
  await page.getByRole('region', { name: moderation.timeline }).waitFor()
  await sees(page, moderation.title)
}

/** The letter to an address, by the page's own browser. */
const letterIn = (page: Page, email: string) =>
  letterTo({ get: async (path) => ({ body: (await (await page.request.get(path)).json()) as unknown }) }, email)

/** Signs out by the menu and stands before the door again. */
export const leaves = async (page: Page, name: string) => {
  await page.getByRole('button', { name: shell.userMenu(name) }).click()
  await page.getByRole('menuitem', { name: shell.logout }).click()
  await page.getByRole('button', { name: landing.login, exact: true }).waitFor()
}

/** Signed in already: with the cookies of somebody who came by the API. */
export const seats = async (page: Page, url: string, { cookie }: Pick<Visitor, 'cookie'>) => {
  const cookies = cookie()
    .split('; ')
    .map((one) => {
      const [name = '', ...value] = one.split('=')
      return { name, value: value.join('='), url }
    })
  await page.context().addCookies(cookies)
}
