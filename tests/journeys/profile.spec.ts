import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { businessTypes } from '../../web/contract/businesses.ts'
import { codeIn, letterSaying } from '../support/letters.ts'
import { password } from '../support/people.ts'
import { chooses, fills, fitsATelephone, fitsItsWindow, hears, opens, presses, sees, walksTo } from './browser.ts'
import { confirmsAddress, leaves, pageOf, registersGuest, registersHouse } from './people.ts'
import { stage } from './stage.ts'

const { access, dashboard, favourites, photos, profile, shell } = texts
const { setup, newEmail } = profile
const aurora = { name: 'Hotel Aurora', username: 'aurora', email: 'info@aurora.example' }
const renamed = 'Albergo Aurora'
const moved = 'direzione@aurora.example'
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const { garbo, chromium, house, ana } = await stage(['house', 'ana'])

const letter = (to: string, what: RegExp) =>
  letterSaying({ get: async (path) => ({ body: await (await fetch(garbo.address + path)).json() }) }, to, what)
/** By the menu of whoever is signed in. */
const goesTo = async (page: Page, name: string, place: string, title: string) => {
  await page.getByRole('button', { name: shell.userMenu(name) }).click()
  await page.getByRole('menuitem', { name: place, exact: true }).click()
  await sees(page, title)
}
const desk = { width: 1440, height: 900 }

describe('a user’s own profile', { timeout: 120_000 }, () => {
  it('R-88..R-92, Q-41: a new business completes three steps and gets a confirmation', async () => {
    await registersHouse(house, aurora)
    await confirmsAddress(house, aurora)
    await house.goto('/dashboard')
    await sees(house, dashboard.title)
    await house.getByRole('link', { name: setup.toSetup }).click()
    await sees(house, setup.title)
    await fitsATelephone(house, '/profile/setup', setup.title)
    await house.setViewportSize(desk)
    await presses(house, setup.next)
    await presses(house, setup.next)
    await hears(house, setup.missingTitle)
    await house.getByRole('checkbox', { name: setup.privacy }).check()
    await sees(house, setup.title)
    await presses(house, setup.next)
    await house.getByRole('heading', { name: setup.steps[2] }).waitFor()
    await sees(house, setup.title)
    await presses(house, setup.finish)
    await hears(house, setup.done)
    await sees(house, dashboard.title)
    await expect.poll(() => house.getByText(setup.banner).count()).toBe(0)
    await house.goto('/profile/setup')
    await house.getByText(setup.already).waitFor()
    await sees(house, dashboard.title)
  })

  it('R-51, R-85, R-86: changing the name updates it everywhere immediately', async () => {
    await goesTo(house, aurora.name, shell.editProfile, profile.editTitle)
    await fills(house, { [access.register.businessName]: renamed })
    await chooses(house, access.register.businessType, businessTypes.bnb)
    await presses(house, profile.save)
    await hears(house, profile.saved)
    await sees(house, profile.title)
    await house.getByRole('region', { name: profile.account }).getByText(businessTypes.bnb).waitFor()
    await house.getByRole('button', { name: shell.userMenu(renamed) }).waitFor()
    await house.goto('/dashboard')
    const form = await opens(house, profile.edit, profile.editDialog)
    await presses(form, profile.save)
    await hears(house, profile.saved)
  })

  it('R-87: a photo can be added and removed', async () => {
    await house.goto('/profile/photo')
    const dialog = house.getByRole('dialog', { name: profile.photoPlace })
    await dialog.getByRole('tab', { name: photos.tabs.url }).click()
    await fills(dialog, { [photos.url]: 'https://foto.example/aurora.jpg' })
    await presses(dialog, photos.save)
    await hears(house, profile.savedPhoto)
    await sees(house, profile.title)
    await house.getByRole('link', { name: profile.changePhoto }).click()
    await presses(house.getByRole('dialog', { name: profile.photoPlace }), photos.none)
    await house.getByText(profile.noPhoto).waitFor()
  })

  it('Q-91: a new address takes effect with its code, and the old one is notified', async () => {
    await house.goto('/profile/edit')
    await sees(house, profile.editTitle)
    await fills(house, { [profile.email]: moved })
    await fills(house, { [profile.password]: password })
    await presses(house, profile.save)
    await sees(house, profile.title)
    await fills(house, { [newEmail.code]: codeIn(await letter(moved, /confermare questo indirizzo/)) })
    await presses(house, newEmail.submit)
    await hears(house, newEmail.done)
    await letter(aurora.email, /è stato cambiato/)
    await leaves(house, renamed)
    await house.goto('/auth/login?type=business')
    await fills(house, { [access.email]: moved, [access.password]: password })
    await presses(house, access.submit)
    await sees(house, dashboard.title)
  })

  it('Q-31, Q-74: a client edits the profile and saves a favourite', async () => {
    await registersGuest(ana, bianchi)
    const form = await opens(ana, profile.clientDialog, profile.clientDialog)
    await fills(form, { [profile.lastName]: 'Verdi' })
    await presses(form, profile.save)
    await hears(ana, profile.saved)
    await sees(ana, dashboard.client.title('Ana Verdi'))

    await walksTo(ana, shell.favourites, favourites.title)
    await ana.getByText(favourites.empty).waitFor()
    await ana.goto(await pageOf(ana, renamed))
    await sees(ana, renamed)
    await ana.getByRole('button', { name: favourites.save }).click()
    await hears(ana, favourites.saved)
    await walksTo(ana, shell.favourites, favourites.title)
    await ana.getByRole('link', { name: renamed }).waitFor()
  })

  it('its pages fit a phone and a wide desktop', async () => {
    for (const [path, title] of [
      ['/favorites', favourites.title],
      ['/profile', profile.title],
      ['/profile/edit', profile.editTitle],
    ] as const) {
      await fitsATelephone(ana, path, title)
      await ana.setViewportSize(desk)
      await fitsItsWindow(ana)
    }
    await ana.goto('/favorites')
    await ana.getByRole('button', { name: favourites.drop }).click()
    await ana.getByText(favourites.empty).waitFor()
    await fitsATelephone(house, '/profile', profile.title)
    await fitsATelephone(house, '/profile/edit', profile.editTitle)
    expect(chromium.complaints()).toEqual([])
  })
})
