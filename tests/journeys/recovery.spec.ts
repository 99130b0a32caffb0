import { describe, expect, it } from 'vitest'
import { codeIn, temporaryPasswordIn, waitForMessageMatching } from '../support/dev-mailbox.ts'
import { password } from '../support/users.ts'
import { clickButton, expectFitsPhone, expectPage, expectToast, fillFields } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { registerClient, signOut } from './steps.ts'
import { recoveryTexts } from '../../web/app/features/accounts/recovery/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const home = dashboardTexts.client.title('Ana Bianchi')
const second = 'Nuovissima.2027!'
const third = 'Ancora.Nuova.28!'

const { garbo, chromium, ana } = await startSandbox(['ana'])

/** Reads a message without a session. */
const waitForLetter = (to: string, what: RegExp) =>
  waitForMessageMatching(
    { get: async (path) => ({ body: await (await fetch(garbo.address + path)).json() }) },
    to,
    what,
  )

const signIn = async (word: string) => {
  await ana.getByRole('radio', { name: signInTexts.client }).check()
  await fillFields(ana, { [signInTexts.email]: bianchi.email, [signInTexts.password]: word })
  await clickButton(ana, signInTexts.submit)
}
/** Goes from the login page to the step that asks for the e-mail address. */
const startRecovery = async (means: string, ...numbers: readonly string[]) => {
  await ana.goto('/login')
  await ana.getByRole('link', { name: signInTexts.forgot }).click()
  await expectPage(ana, recoveryTexts.title)
  await ana.getByRole('radio', { name: signInTexts.client }).check()
  await ana.getByRole('radio', { name: means }).check()
  await clickButton(ana, recoveryTexts.next)
  await expectPage(ana, recoveryTexts.phoneTitle)
  for (const [n, number] of numbers.entries()) {
    await fillFields(ana, { [recoveryTexts.phone]: number })
    await clickButton(ana, recoveryTexts.next)
    await expectPage(ana, n === numbers.length - 1 ? recoveryTexts.emailTitle : recoveryTexts.alternateTitle)
  }
}

describe('credential recovery', { timeout: 120_000 }, () => {
  it('R-25, R-26, R-27, R-28, R-29: by SMS with the address, through another number, and by an e-mailed code', async () => {
    await registerClient(ana, bianchi)
    await signOut(ana, 'Ana Bianchi')
    await startRecovery(recoveryTexts.emailBySms, '+39 333 7654321', '+39 333 1234567')
    await expectToast(ana, recoveryTexts.smsTitle)
    expect(await waitForLetter('+393331234567', /accedi/)).toContain(bianchi.email)
    await ana.getByText(recoveryTexts.emailHint('a•••••@example.it')).waitFor()
    await fillFields(ana, { [recoveryTexts.email]: bianchi.email })
    await clickButton(ana, recoveryTexts.sendCode)
    await expectPage(ana, recoveryTexts.passwordTitle)
    await fillFields(ana, { [recoveryTexts.code]: codeIn(await waitForLetter(bianchi.email, /nuova password è/)) })
    await fillFields(ana, { [recoveryTexts.newPassword]: second, [recoveryTexts.confirmation]: second })
    await clickButton(ana, recoveryTexts.save)
    await expectToast(ana, recoveryTexts.savedTitle)
    await expectPage(ana, signInTexts.titleClient)
    await signIn(password)
    await ana.getByRole('alert').getByText(signInTexts.clientNotFound).waitFor()
    await signIn(second)
    await expectPage(ana, home)
    await waitForLetter(bianchi.email, /è stata cambiata/)
    await signOut(ana, 'Ana Bianchi')
  })

  it('Q-04, Q-117: by a temporary password, which must be changed first', async () => {
    await startRecovery(recoveryTexts.temporaryPassword, '+39 333 1234567')
    await fillFields(ana, { [recoveryTexts.email]: bianchi.email })
    await clickButton(ana, recoveryTexts.sendTemporary)
    await expectPage(ana, recoveryTexts.checkMail)
    await expectPage(ana, signInTexts.titleClient)
    const temporary = temporaryPasswordIn(await waitForLetter(bianchi.email, /password provvisoria è/))
    await signIn(temporary)
    await expectPage(ana, recoveryTexts.change.title)
    await ana.goto('/client-dashboard')
    await expectPage(ana, recoveryTexts.change.title)
    const words = { [recoveryTexts.newPassword]: third, [recoveryTexts.confirmation]: third }
    await fillFields(ana, { [recoveryTexts.change.currentDue]: temporary, ...words })
    await clickButton(ana, recoveryTexts.save)
    await expectToast(ana, recoveryTexts.savedTitle)
    await expectPage(ana, home)
    await signOut(ana, 'Ana Bianchi')
  })

  it('its pages fit a phone', async () => {
    await expectFitsPhone(ana, '/recover-password', recoveryTexts.title)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
