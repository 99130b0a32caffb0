import { describe, expect, it } from 'vitest'
import { clickButton, expectPage, expectToast, fillFields, tabTo } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { confirmEmail, registerBusiness } from './steps.ts'
import { password } from '../support/users.ts'
import { avaTexts } from '../../web/app/features/ava/wallet.texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

const aurora = { name: 'Hotel Aurora', username: 'aurora', email: 'info@aurora.example' }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

const { business } = await startSandbox(['business'])

describe('a business that configures payouts', { timeout: 180_000 }, () => {
  it('R-49, R-50, T-188: enters the wallet address on its dashboard by keyboard', async () => {
    await registerBusiness(business, aurora)
    await confirmEmail(business, aurora)
    await business.goto('/dashboard')
    await expectPage(business, dashboardTexts.title)
    const form = business.getByRole('form', { name: avaTexts.setup.title })
    await fillFields(form, { [avaTexts.setup.address]: address, [avaTexts.setup.threshold]: '20' })
    await fillFields(form, { [avaTexts.password]: password })
    await form.getByLabel(avaTexts.setup.address).focus()
    await tabTo(business, form.getByRole('button', { name: avaTexts.setup.save }))
    await business.keyboard.press('Enter')
    await expectToast(business, avaTexts.setup.saved)
    await business.getByRole('region', { name: avaTexts.payouts.title }).getByText(avaTexts.payouts.empty).waitFor()
    await checkScreen(business, 'wallet-dashboard')
  })

  it('R-79, R-80, R-81, R-82: finds it on the wallet page, with the Premium details', async () => {
    await business.goto('/ava-wallet')
    await expectPage(business, avaTexts.title)
    expect(await business.getByLabel(avaTexts.setup.address).inputValue()).toBe(address)
    await checkScreen(business, 'ava-wallet')
    for (const tab of [avaTexts.tabs.premium, avaTexts.tabs.transactions]) {
      await business.getByRole('tab', { name: tab }).click()
      await checkScreen(business, `ava-${tab.toLowerCase()}`)
    }
    await business.getByRole('tab', { name: avaTexts.tabs.premium }).click()
    await business.getByText(avaTexts.upgrade.insufficientBalance).waitFor()
    expect(await business.getByRole('button', { name: avaTexts.upgrade.buy }).isDisabled()).toBe(true)
  })

  it('V-61: sees an error for an invalid address', async () => {
    await business.goto('/ava-wallet')
    await expectPage(business, avaTexts.title)
    await fillFields(business, { [avaTexts.setup.address]: '0x12' })
    await clickButton(business, avaTexts.address.save)
    await business.getByText('Inserisci un indirizzo wallet AVA valido').waitFor()
  })
})
