import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deletionPhrase } from '../../web/contract/privacy/privacy.ts'
import { waitForMessageMatching } from '../support/dev-mailbox.ts'
import { password } from '../support/users.ts'
import {
  clickButton,
  expectAccessible,
  expectFitsPhone,
  expectNoHorizontalScroll,
  expectPage,
  fillFields,
  tabTo,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { registerClient } from './steps.ts'
import { profileTexts } from '../../web/app/features/accounts/profile/texts.ts'
import { accountDeletionTexts } from '../../web/app/features/privacy/texts.ts'
import { homeTexts } from '../../web/app/pages/marketing/landing.texts.ts'

const ana = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const { garbo, chromium, page } = await startSandbox(['page'])

const stepHeading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const mailbox = { get: async (path: string) => ({ body: await (await fetch(garbo.address + path)).json() }) }

describe('deleting an account', { timeout: 120_000 }, () => {
  it('A-76, R-85, P-17: the profile offers a full export first, on a phone', async () => {
    await registerClient(page, ana)
    await expectFitsPhone(page, '/profile', profileTexts.title)
    const zone = page.getByRole('region', { name: accountDeletionTexts.dangerZone.title })
    const waiting = page.waitForEvent('download')
    await zone.getByRole('link', { name: accountDeletionTexts.export.json }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toMatch(/^garbo-dati-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ userProfile: { email: ana.email } })
    await zone.getByRole('link', { name: accountDeletionTexts.dangerZone.link }).click()
    await expectPage(page, accountDeletionTexts.title)
  })

  it('R-95..R-97: the consequences and the data are shown before any confirmation', async () => {
    await expectNoHorizontalScroll(page)
    await clickButton(page, accountDeletionTexts.overview.next)
    await stepHeading(accountDeletionTexts.steps[1]).waitFor()
    await page.getByText(ana.email).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await clickButton(page, accountDeletionTexts.preview.next)
    await stepHeading(accountDeletionTexts.steps[2]).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })

  it('R-98, R-99, A-66: it is confirmed by keyboard, the user is signed out and a last e-mail confirms it', async () => {
    for (const label of Object.values(accountDeletionTexts.confirm.consentLabels)) {
      await tabTo(page, page.getByRole('checkbox', { name: label }))
      await page.keyboard.press('Space')
    }
    await tabTo(page, page.getByLabel(accountDeletionTexts.confirm.phrase))
    await page.keyboard.type(deletionPhrase)
    await fillFields(page, { [accountDeletionTexts.confirm.password]: password })
    await page.keyboard.press('Enter')
    await page.getByText(accountDeletionTexts.completed.text).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await expectPage(page, homeTexts.title)
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
    await waitForMessageMatching(mailbox, ana.email, /è stato eliminato/)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
