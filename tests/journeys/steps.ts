import type { Page } from 'playwright-core'
import { businessTypes } from '../../web/contract/accounts/businesses.ts'
import { provinces } from '../../web/contract/accounts/provinces.ts'
import type { ApiClient } from '../support/api-client.ts'
import { codeIn, linkIn, waitForMessage } from '../support/dev-mailbox.ts'
import { dateInDays } from '../support/sample-values.ts'
import { password } from '../support/users.ts'
import {
  clickButton,
  expectPage,
  expectToast,
  fillFields,
  fillScores,
  openDialog,
  selectOption,
  selectStars,
} from './browser.ts'
import { passkeyTexts } from '../../web/app/features/accounts/passkeys/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { appealTexts } from '../../web/app/features/moderation/appeals.texts.ts'
import { moderationTexts } from '../../web/app/features/moderation/texts.ts'
import { ratingTexts } from '../../web/app/features/ratings/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'
import { homeTexts, landingTexts } from '../../web/app/pages/marketing/landing.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

interface BusinessDetails {
  readonly name: string
  readonly username: string
  readonly email: string
  /** A hotel by default; staff have another type, because they do not decide about competitors. */
  readonly type?: keyof typeof businessTypes
}

interface ClientDetails {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Registers a business, from the home page to its dashboard. */
export const registerBusiness = async (page: Page, { name, username, email, type = 'hotel' }: BusinessDetails) => {
  const { register } = signInTexts
  await page.goto('/')
  await expectPage(page, homeTexts.title)
  await page.getByRole('link', { name: homeTexts.business }).click()
  await expectPage(page, signInTexts.titleWithoutType)
  await page.getByRole('link', { name: signInTexts.registerBusiness }).click()
  await expectPage(page, register.title)
  await fillFields(page, { [register.businessName]: name, [register.location]: 'Via del Corso 12, Roma' })
  await selectOption(page, register.businessType, businessTypes[type])
  await selectOption(page, register.province, provinces.RM)
  await fillFields(page, {
    [signInTexts.email]: email,
    [register.username]: username,
    [signInTexts.password]: password,
  })
  await clickButton(page, register.submit)
  await expectPage(page, dashboardTexts.title)
}

/** Opens the link of an e-mail. */
export const confirmEmail = async (page: Page, { email }: BusinessDetails) => {
  const { confirm } = signInTexts
  await page.goto(linkIn(await waitForMessageIn(page, email)))
  await expectPage(page, confirm.title)
  await page.getByText(confirm.done).waitFor()
}

/** Registers a client, from the home page through the e-mailed code to the client's dashboard. */
export const registerClient = async (page: Page, guest: ClientDetails) => {
  await registerClientUntilPasskey(page, guest)
  await clickButton(page, passkeyTexts.enrol.later)
  await expectPage(page, dashboardTexts.client.title(`${guest.firstName} ${guest.lastName}`))
}

/** Registers a client up to the offer of a passkey. @rule S-04 */
export const registerClientUntilPasskey = async (page: Page, { firstName, lastName, email }: ClientDetails) => {
  const { clientAuth, verify } = signInTexts
  await page.goto('/')
  await page.getByRole('link', { name: homeTexts.client }).click()
  await expectPage(page, clientAuth.titleLogin)
  await clickButton(page, clientAuth.noAccount)
  await expectPage(page, clientAuth.titleRegister)
  await fillFields(page, {
    [clientAuth.firstName]: firstName,
    [clientAuth.lastName]: lastName,
    [signInTexts.email]: email,
  })
  await fillFields(page, { [clientAuth.phone]: '+39 333 1234567', [signInTexts.password]: password })
  await page.getByLabel(signInTexts.clientRegistration.privacy).check()
  await clickButton(page, clientAuth.register)
  await expectPage(page, verify.title)
  await fillFields(page, { [verify.code]: codeIn(await waitForMessageIn(page, email)) })
  await clickButton(page, verify.submit)
  await expectToast(page, verify.doneTitle)
  await expectPage(page, passkeyTexts.titles.register)
}

interface RatingDetails {
  readonly email: string
  readonly stars: 1 | 2 | 3 | 4 | 5
  /** Of each criterion. */
  readonly score: number
  readonly daysAgo?: number
  readonly comment?: string
}

/** Fills the dialog of a new rating and submits it. */
export const rateGuest = async (page: Page, { email, stars, score, daysAgo = 3, comment = '' }: RatingDetails) => {
  const dialog = page.getByRole('dialog', { name: ratingTexts.dialogTitle })
  await fillFields(dialog, { [ratingTexts.clientEmail]: email, [ratingTexts.stayDate]: dateInDays(-daysAgo) })
  await selectStars(dialog, stars)
  await fillScores(dialog, score)
  await dialog.getByLabel(ratingTexts.comment).fill(comment)
  await clickButton(dialog, ratingTexts.submit)
  await expectToast(page, ratingTexts.saved)
}

/** Appeals against the only decision on the page that allows it. */
export const lodgeAppeal = async (page: Page, reason: string) => {
  const dialog = await openDialog(page, appealTexts.appeal, appealTexts.dialogTitle)
  await dialog.getByLabel(appealTexts.reason).fill(reason)
  await clickButton(dialog, appealTexts.send)
  await expectToast(page, appealTexts.sent)
  await page.getByText(appealTexts.status.OPEN).waitFor()
}

/** Path of a business's public page. */
export const businessPath = async (page: Page, name: string): Promise<string> => {
  const found = await page.request.get('/api/businesses', { params: { query: name } })
  const [business] = (await found.json()) as readonly { readonly id: string }[]
  return `/business/${business?.id}`
}

/** Claims the only case of a queue and opens it. */
export const claimAndOpenCase = async (page: Page) => {
  await clickButton(page, moderationTexts.claim)
  await expectToast(page, moderationTexts.claimed)
  await page.getByText(moderationTexts.claimedByMe).waitFor()
  await clickButton(page, moderationTexts.open)
  await page.getByRole('region', { name: moderationTexts.timeline }).waitFor()
  await expectPage(page, moderationTexts.title)
}

/** Waits for the latest message to an address, with the page's session. */
const waitForMessageIn = (page: Page, email: string) =>
  waitForMessage({ get: async (path) => ({ body: (await (await page.request.get(path)).json()) as unknown }) }, email)

/** Signs out from the user menu and waits for the home page. */
export const signOut = async (page: Page, name: string) => {
  await page.getByRole('button', { name: shellTexts.userMenu(name) }).click()
  await page.getByRole('menuitem', { name: shellTexts.logout }).click()
  await page.getByRole('button', { name: landingTexts.login, exact: true }).waitFor()
}

/** Signs a page in with the session of an API client. */
export const useSessionOf = async (page: Page, url: string, { cookie }: Pick<ApiClient, 'cookie'>) => {
  const cookies = cookie()
    .split('; ')
    .map((one) => {
      const [name = '', ...value] = one.split('=')
      return { name, value: value.join('='), url }
    })
  await page.context().addCookies(cookies)
}
