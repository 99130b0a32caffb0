import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { businessTypes } from '../../web/contract/accounts/businesses.ts'
import { codeIn, waitForMessageMatching } from '../support/dev-mailbox.ts'
import { password } from '../support/users.ts'
import {
  clickButton,
  expectFitsPhone,
  expectNoHorizontalScroll,
  expectPage,
  expectToast,
  fillFields,
  navigateTo,
  openDialog,
  selectOption,
  waitForPage,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { businessPath, confirmEmail, registerBusiness, registerClient, signOut } from './steps.ts'
import { photoTexts } from '../../web/app/components/photo/texts.ts'
import { favouriteTexts } from '../../web/app/features/accounts/favourites/texts.ts'
import { profileTexts } from '../../web/app/features/accounts/profile/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

const aurora = { name: 'Hotel Aurora', username: 'aurora', email: 'info@aurora.example' }
const renamed = 'Albergo Aurora'
const moved = 'direzione@aurora.example'
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const { garbo, chromium, business, ana } = await startSandbox(['business', 'ana'])

const waitForLetter = (to: string, what: RegExp) =>
  waitForMessageMatching(
    { get: async (path) => ({ body: await (await fetch(garbo.address + path)).json() }) },
    to,
    what,
  )
/** Opens a page from the user menu. */
const openFromUserMenu = async (page: Page, name: string, place: string, title: string) => {
  await page.getByRole('button', { name: shellTexts.userMenu(name) }).click()
  await page.getByRole('menuitem', { name: place, exact: true }).click()
  await expectPage(page, title)
}
const desktopViewport = { width: 1440, height: 900 }

describe('a user’s own profile', { timeout: 120_000 }, () => {
  it('R-88..R-92, Q-41: a new business completes three steps and gets a confirmation', async () => {
    await registerBusiness(business, aurora)
    await confirmEmail(business, aurora)
    await business.goto('/dashboard')
    await expectPage(business, dashboardTexts.title)
    await business.getByRole('link', { name: profileTexts.setup.toSetup }).click()
    await expectPage(business, profileTexts.setup.title)
    await expectFitsPhone(business, '/profile/setup', profileTexts.setup.title)
    await business.setViewportSize(desktopViewport)
    await clickButton(business, profileTexts.setup.next)
    await clickButton(business, profileTexts.setup.next)
    await expectToast(business, profileTexts.setup.missingTitle)
    await business.getByRole('checkbox', { name: profileTexts.setup.privacy }).check()
    await expectPage(business, profileTexts.setup.title)
    await clickButton(business, profileTexts.setup.next)
    await business.getByRole('heading', { name: profileTexts.setup.steps[2] }).waitFor()
    await expectPage(business, profileTexts.setup.title)
    await clickButton(business, profileTexts.setup.finish)
    await expectToast(business, profileTexts.setup.done)
    await expectPage(business, dashboardTexts.title)
    await expect.poll(() => business.getByText(profileTexts.setup.banner).count()).toBe(0)
    await business.goto('/profile/setup')
    await business.getByText(profileTexts.setup.already).waitFor()
    await expectPage(business, dashboardTexts.title)
  })

  it('R-51, R-85, R-86: changing the name updates it everywhere immediately', async () => {
    await openFromUserMenu(business, aurora.name, shellTexts.editProfile, profileTexts.editTitle)
    await fillFields(business, { [signInTexts.register.businessName]: renamed })
    await selectOption(business, signInTexts.register.businessType, businessTypes.bnb)
    await clickButton(business, profileTexts.save)
    await expectToast(business, profileTexts.saved)
    await expectPage(business, profileTexts.title)
    await business.getByRole('region', { name: profileTexts.account }).getByText(businessTypes.bnb).waitFor()
    await business.getByRole('button', { name: shellTexts.userMenu(renamed) }).waitFor()
    await business.goto('/dashboard')
    await waitForPage(business, dashboardTexts.title)
    const form = await openDialog(business, profileTexts.edit, profileTexts.editDialog)
    await clickButton(form, profileTexts.save)
    await expectToast(business, profileTexts.saved)
  })

  it('R-87: a photo can be added and removed', async () => {
    await business.goto('/profile/photo')
    const dialog = business.getByRole('dialog', { name: profileTexts.photoPlace })
    await dialog.getByRole('tab', { name: photoTexts.tabs.url }).click()
    await fillFields(dialog, { [photoTexts.url]: 'https://foto.example/aurora.jpg' })
    await clickButton(dialog, photoTexts.save)
    await expectToast(business, profileTexts.savedPhoto)
    await expectPage(business, profileTexts.title)
    await business.getByRole('link', { name: profileTexts.changePhoto }).click()
    await clickButton(business.getByRole('dialog', { name: profileTexts.photoPlace }), photoTexts.none)
    await business.getByText(profileTexts.noPhoto).waitFor()
  })

  it('Q-91: a new address takes effect with its code, and the old one is notified', async () => {
    await business.goto('/profile/edit')
    await expectPage(business, profileTexts.editTitle)
    await fillFields(business, { [profileTexts.email]: moved })
    await fillFields(business, { [profileTexts.password]: password })
    await clickButton(business, profileTexts.save)
    await expectPage(business, profileTexts.title)
    await fillFields(business, {
      [profileTexts.newEmail.code]: codeIn(await waitForLetter(moved, /confermare questo indirizzo/)),
    })
    await clickButton(business, profileTexts.newEmail.submit)
    await expectToast(business, profileTexts.newEmail.done)
    await waitForLetter(aurora.email, /è stato cambiato/)
    await signOut(business, renamed)
    await business.goto('/auth/login?type=business')
    await fillFields(business, { [signInTexts.email]: moved, [signInTexts.password]: password })
    await clickButton(business, signInTexts.submit)
    await expectPage(business, dashboardTexts.title)
  })

  it('Q-31, Q-74: a client edits the profile and saves a favourite', async () => {
    await registerClient(ana, bianchi)
    const form = await openDialog(ana, profileTexts.clientDialog, profileTexts.clientDialog)
    await fillFields(form, { [profileTexts.lastName]: 'Verdi' })
    await clickButton(form, profileTexts.save)
    await expectToast(ana, profileTexts.saved)
    await expectPage(ana, dashboardTexts.client.title('Ana Verdi'))

    await navigateTo(ana, shellTexts.favourites, favouriteTexts.title)
    await ana.getByText(favouriteTexts.empty).waitFor()
    await ana.goto(await businessPath(ana, renamed))
    await expectPage(ana, renamed)
    await ana.getByRole('button', { name: favouriteTexts.save }).click()
    await expectToast(ana, favouriteTexts.saved)
    await navigateTo(ana, shellTexts.favourites, favouriteTexts.title)
    await ana.getByRole('link', { name: renamed }).waitFor()
  })

  it('its pages fit a phone and a wide desktop', async () => {
    for (const [path, title] of [
      ['/favorites', favouriteTexts.title],
      ['/profile', profileTexts.title],
      ['/profile/edit', profileTexts.editTitle],
    ] as const) {
      await expectFitsPhone(ana, path, title)
      await ana.setViewportSize(desktopViewport)
      await expectNoHorizontalScroll(ana)
    }
    await ana.goto('/favorites')
    await ana.getByRole('button', { name: favouriteTexts.remove }).click()
    await ana.getByText(favouriteTexts.empty).waitFor()
    await expectFitsPhone(business, '/profile', profileTexts.title)
    await expectFitsPhone(business, '/profile/edit', profileTexts.editTitle)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
