import { describe, expect, it } from 'vitest'
import { waitForMessageMatching } from '../support/dev-mailbox.ts'
import {
  clickButton,
  expectAccessible,
  expectFitsPhone,
  expectPage,
  expectToast,
  fillFields,
  navigateTo,
  openDialog,
  selectStars,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { confirmEmail, registerBusiness, registerClient, rateGuest } from './steps.ts'
import { photoTexts } from '../../web/app/components/photo/texts.ts'
import { componentTexts } from '../../web/app/components/texts.ts'
import { profileTexts } from '../../web/app/features/accounts/profile/texts.ts'
import { clientTexts } from '../../web/app/features/ratings/clients.texts.ts'
import { ratingTexts } from '../../web/app/features/ratings/texts.ts'
import { rewardTexts } from '../../web/app/features/rewards/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const ana = 'Ana Bianchi'

const { garbo, chromium, business, guest } = await startSandbox(['business', 'guest'])

describe('a business and its clients', { timeout: 180_000 }, () => {
  it('R-47, Q-90: the business rates a new client by the exact e-mail address', async () => {
    await registerBusiness(business, locanda)
    await confirmEmail(business, locanda)
    await registerClient(guest, bianchi)
    await navigateTo(business, shellTexts.clients, clientTexts.title)
    await business.getByText(clientTexts.empty).waitFor()
    await openDialog(business, clientTexts.rate, ratingTexts.dialogTitle)
    await rateGuest(business, { email: bianchi.email, stars: 4, score: 9 })
    await business.getByRole('heading', { name: ana }).waitFor()
    await expectPage(business, clientTexts.title)
  })

  it('S-24, R-62: the client is notified, and clicking the badge clears it', async () => {
    await guest.getByRole('button', { name: dashboardTexts.client.newRatings(1) }).click()
    await expect.poll(() => guest.getByRole('button', { name: dashboardTexts.client.newRatings(1) }).count()).toBe(0)
    await guest.getByRole('region', { name: ratingTexts.received }).getByText(ratingTexts.receivedPrivate).waitFor()
    expect(await guest.getByText(locanda.name).count()).toBe(0)
  })

  it('P-18, R-64: the client tries the synchronisation where developer tools are enabled', async () => {
    await clickButton(guest, dashboardTexts.client.test)
    await guest.getByRole('button', { name: dashboardTexts.client.newRatings(1) }).waitFor()
    const panel = guest.getByRole('region', { name: dashboardTexts.client.sync.title })
    await clickButton(panel, dashboardTexts.client.sync.again)
    await panel.getByText(/2 valutazioni$/).waitFor()
  })

  it('the business amends its rating, and the client sees the change', async () => {
    await navigateTo(business, shellTexts.dashboard, dashboardTexts.title)
    const dialog = await openDialog(business, `${ratingTexts.amend} ${ana}`, ratingTexts.amendTitle)
    await selectStars(dialog, 5)
    await dialog.getByLabel(ratingTexts.comment).fill('Ospite perfetta')
    await clickButton(dialog, ratingTexts.amendSubmit)
    await expectToast(business, ratingTexts.amended)
    await guest.getByRole('region', { name: ratingTexts.received }).getByText('Ospite perfetta').waitFor()
  })

  it('Q-89: the business changes her photo only with her consent, and she is notified', async () => {
    await navigateTo(business, shellTexts.clients, clientTexts.title)
    const rejected = await openDialog(business, `${clientTexts.photo} ${ana}`, clientTexts.photoTitle(ana))
    await rejected.getByText(clientTexts.photoNoConsent).waitFor()
    await clickButton(rejected, componentTexts.close)

    await guest.request.patch('/api/user/profile', { data: { photoConsent: true }, headers: { origin: garbo.address } })
    await business.reload()
    await expectPage(business, clientTexts.title)
    const dialog = await openDialog(business, `${clientTexts.photo} ${ana}`, clientTexts.photoTitle(ana))
    await dialog.getByRole('tab', { name: photoTexts.tabs.url }).click()
    await fillFields(dialog, { [photoTexts.url]: 'https://foto.example/ana.jpg' })
    await clickButton(dialog, clientTexts.photoSave)
    await expectToast(business, clientTexts.photoSaved)
    const mailbox = { get: async (path: string) => ({ body: await (await fetch(garbo.address + path)).json() }) }
    await waitForMessageMatching(mailbox, bianchi.email, /ha cambiato le foto del tuo profilo/)
  })

  it('R-58: the business looks up the rewards she has earned', async () => {
    const dialog = await openDialog(business, `${clientTexts.rewards} ${ana}`, clientTexts.rewardsTitle(ana))
    await dialog.getByText(clientTexts.codesNone).waitFor()
    await dialog.getByText(clientTexts.badges.trusted).waitFor()
    await expectAccessible(business)
    await clickButton(dialog, componentTexts.close)
  })

  it('R-71: the guide explains to her how to earn more', async () => {
    await guest.getByRole('region', { name: rewardTexts.guide.title }).getByText(rewardTexts.rulesNote).waitFor()
    await expectPage(guest, dashboardTexts.client.title(ana))
  })

  it('the business withdraws the rating', async () => {
    await navigateTo(business, shellTexts.dashboard, dashboardTexts.title)
    const dialog = await openDialog(business, `${ratingTexts.withdraw} ${ana}`, ratingTexts.withdrawTitle)
    await clickButton(dialog, ratingTexts.withdrawSubmit)
    await expectToast(business, ratingTexts.withdrawn)
    await business.getByText(ratingTexts.recentEmpty).waitFor()
  })

  it('every page fits a phone', async () => {
    await openDialog(business, ratingTexts.add, ratingTexts.dialogTitle)
    await rateGuest(business, { email: bianchi.email, stars: 5, score: 9, daysAgo: 9 })
    await expectFitsPhone(business, '/dashboard', dashboardTexts.title)
    await expectFitsPhone(business, '/clients', clientTexts.title)
    await openDialog(business, `${clientTexts.photo} ${ana}`, clientTexts.photoTitle(ana))
    await business.keyboard.press('Escape')
    await openDialog(business, `${clientTexts.rewards} ${ana}`, clientTexts.rewardsTitle(ana))
    await business.keyboard.press('Escape')
    await expectFitsPhone(guest, '/client-dashboard', dashboardTexts.client.title(ana))
    await expectFitsPhone(guest, '/profile', profileTexts.title)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
