import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { letterSaying } from '../support/letters.ts'
import {
  expectNoBarrier,
  fills,
  fitsATelephone,
  givesScores,
  givesStars,
  hears,
  opens,
  presses,
  sees,
  walksTo,
} from './browser.ts'
import { confirmsAddress, dayFromNow, registersGuest, registersHouse } from './people.ts'
import { stage } from './stage.ts'

const { clients, dashboard, photos, profile, ratings, rewards, shell } = texts
const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const ana = 'Ana Bianchi'

const { garbo, chromium, house, guest } = await stage(['house', 'guest'])

describe('a business and its clients', { timeout: 180_000 }, () => {
  it('R-47, Q-90: the business rates a new client by the exact e-mail address', async () => {
    await registersHouse(house, locanda)
    await confirmsAddress(house, locanda)
    await registersGuest(guest, bianchi)
    await walksTo(house, shell.clients, clients.title)
    await house.getByText(clients.empty).waitFor()
    const dialog = await opens(house, clients.rate, ratings.dialogTitle)
    await fills(dialog, { [ratings.clientEmail]: bianchi.email, [ratings.stayDate]: dayFromNow(-3) })
    await givesStars(dialog, 4)
    await givesScores(dialog, 9)
    await presses(dialog, ratings.submit)
    await hears(house, ratings.saved)
    await house.getByRole('heading', { name: ana }).waitFor()
    await sees(house, clients.title)
  })

  it('S-24, R-62: the client is notified, and clicking the badge clears it', async () => {
    await guest.getByRole('button', { name: dashboard.client.newRatings(1) }).click()
    await expect.poll(() => guest.getByRole('button', { name: dashboard.client.newRatings(1) }).count()).toBe(0)
    await guest.getByRole('region', { name: ratings.received }).getByText(ratings.receivedPrivate).waitFor()
    expect(await guest.getByText(locanda.name).count()).toBe(0)
  })

  it('P-18, R-64: the client tries the synchronisation where developer tools are enabled', async () => {
    await presses(guest, dashboard.client.test)
    await guest.getByRole('button', { name: dashboard.client.newRatings(1) }).waitFor()
    const panel = guest.getByRole('region', { name: dashboard.client.sync.title })
    await presses(panel, dashboard.client.sync.again)
    await panel.getByText(/2 valutazioni$/).waitFor()
  })

  it('the business amends its rating, and the client sees the change', async () => {
    await walksTo(house, shell.dashboard, dashboard.title)
    const dialog = await opens(house, `${ratings.amend} ${ana}`, ratings.amendTitle)
    await givesStars(dialog, 5)
    await dialog.getByLabel(ratings.comment).fill('Ospite perfetta')
    await presses(dialog, ratings.amendSubmit)
    await hears(house, ratings.amended)
    await guest.getByRole('region', { name: ratings.received }).getByText('Ospite perfetta').waitFor()
  })

  it('Q-89: the business changes her photo only with her consent, and she is notified', async () => {
    await walksTo(house, shell.clients, clients.title)
    const refused = await opens(house, `${clients.photo} ${ana}`, clients.photoTitle(ana))
    await refused.getByText(clients.photoNoConsent).waitFor()
    await presses(refused, texts.kit.close)

    await guest.request.patch('/api/user/profile', { data: { photoConsent: true }, headers: { origin: garbo.address } })
    await house.reload()
    await sees(house, clients.title)
    const dialog = await opens(house, `${clients.photo} ${ana}`, clients.photoTitle(ana))
    await dialog.getByRole('tab', { name: photos.tabs.url }).click()
    await fills(dialog, { [photos.url]: 'https://foto.example/ana.jpg' })
    await presses(dialog, clients.photoSave)
    await hears(house, clients.photoSaved)
    const outbox = { get: async (path: string) => ({ body: await (await fetch(garbo.address + path)).json() }) }
    await letterSaying(outbox, bianchi.email, /ha cambiato le foto del tuo profilo/)
  })

  it('R-58: the business looks up the rewards she has earned', async () => {
    const dialog = await opens(house, `${clients.rewards} ${ana}`, clients.rewardsTitle(ana))
    await dialog.getByText(clients.codesNone).waitFor()
    await dialog.getByText(clients.trusted).waitFor()
    await expectNoBarrier(house)
    await presses(dialog, texts.kit.close)
  })

  it('R-71: the guide explains to her how to earn more', async () => {
    await guest.getByRole('region', { name: rewards.guide.title }).getByText(rewards.rulesNote).waitFor()
    await sees(guest, dashboard.client.title(ana))
  })

  it('the business withdraws the rating', async () => {
    await walksTo(house, shell.dashboard, dashboard.title)
    const dialog = await opens(house, `${ratings.withdraw} ${ana}`, ratings.withdrawTitle)
    await presses(dialog, ratings.withdrawSubmit)
    await hears(house, ratings.withdrawn)
    await house.getByText(ratings.recentEmpty).waitFor()
  })

  it('every page fits a phone', async () => {
    const again = await opens(house, ratings.add, ratings.dialogTitle)
    await fills(again, { [ratings.clientEmail]: bianchi.email, [ratings.stayDate]: dayFromNow(-9) })
    await givesStars(again, 5)
    await givesScores(again, 9)
    await presses(again, ratings.submit)
    await hears(house, ratings.saved)
    await fitsATelephone(house, '/dashboard', dashboard.title)
    await fitsATelephone(house, '/clients', clients.title)
    await opens(house, `${clients.photo} ${ana}`, clients.photoTitle(ana))
    await house.keyboard.press('Escape')
    await opens(house, `${clients.rewards} ${ana}`, clients.rewardsTitle(ana))
    await house.keyboard.press('Escape')
    await fitsATelephone(guest, '/client-dashboard', dashboard.client.title(ana))
    await fitsATelephone(guest, '/profile', profile.title)
    expect(chromium.complaints()).toEqual([])
  })
})
