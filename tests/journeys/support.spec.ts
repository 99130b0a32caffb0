import { beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { clickButton, expectPage, expectToast, fillFields, openDialog } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { useSessionOf } from './steps.ts'
import { notificationTexts } from '../../web/app/features/accounts/notifications/texts.ts'
import { supportTexts as texts } from '../../web/app/features/support/texts.ts'

const { garbo, chromium, ana, mario } = await startSandbox(['ana', 'mario'])
const visitor = () => apiClient(garbo.address)

beforeAll(async () => {
  // in another province, so that it does not compete with the venue whose request it answers
  const staff = await signUpBusiness({ visitor }, 'mario', { businessName: 'Masseria Mario', province: 'LE' })
  await garbo.operator('role', 'grant', staff.email, 'MODERATORE')
  const guest = await signUpClient({ visitor }, 'ana', { firstName: 'Ana' })
  const venue = await signUpBusiness({ visitor }, 'rosa', { businessName: 'Locanda Rosa' })
  const waiting = { subject: 'Fattura', message: 'Dove trovo la fattura di Premium?' }
  await venue.browser.post('/api/support/messages', waiting, venue.browser.idempotencyKey())
  await useSessionOf(ana, garbo.address, guest.browser)
  await useSessionOf(mario, garbo.address, staff.browser)
}, 60_000)

describe('the help desk', { timeout: 120_000 }, () => {
  it('D-32: a client writes to it', async () => {
    await ana.goto('/support')
    await expectPage(ana, texts.title)
    const dialog = await openDialog(ana, texts.newRequest, texts.newRequest)
    await fillFields(dialog, {
      [texts.subject]: 'Codice sconto',
      [texts.message]: 'Il mio codice non viene accettato alla cassa.',
    })
    await clickButton(dialog, texts.send)
    await expectToast(ana, texts.sent)
    await ana.getByText(texts.states.open).waitFor()
  })

  it('D-33: a moderator finds both requests, the one that has waited longer first, and answers hers', async () => {
    await mario.goto('/admin/support')
    await expectPage(mario, texts.queue.title)
    const requests = mario.getByRole('listitem').filter({ has: mario.getByRole('heading', { level: 2 }) })
    await requests.nth(1).waitFor()
    expect(await requests.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Fattura', 'Codice sconto'])
    await checkScreen(mario, 'support-queue')
    const hers = requests.filter({ hasText: 'Codice sconto' })
    await clickButton(hers, texts.queue.answer)
    await fillFields(hers, {
      [texts.queue.answerLabel]: 'Il codice era scaduto: ne trovi uno nuovo tra i tuoi sconti.',
    })
    await clickButton(hers, texts.queue.send)
    await expectToast(mario, texts.queue.sent)
    await hers.waitFor({ state: 'detached' })
  })

  it('D-32: she is notified and reads the answer', async () => {
    await ana.getByRole('link', { name: notificationTexts.headerLink(1), exact: true }).click()
    await expectPage(ana, notificationTexts.title)
    await ana.getByRole('link', { name: 'Assistenza', exact: true }).last().click()
    await expectPage(ana, texts.title)
    await ana.getByRole('link', { name: 'Codice sconto', exact: true }).click()
    await ana.getByText('Il codice era scaduto', { exact: false }).waitFor()
    await checkScreen(ana, 'support')
    expect(chromium.consoleErrors()).toEqual([])
  })
})
