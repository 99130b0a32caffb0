import { describe, expect, it } from 'vitest'
import { clickButton, expectPage, expectToast, fillFields, tabTo } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { confirmEmail, registerBusiness } from './steps.ts'
import { avaTexts } from '../../web/app/features/ava/wallet.texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

const aurora = { name: 'Hotel Aurora', username: 'aurora', email: 'info@aurora.example' }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

const { house } = await startSandbox(['house'])

describe('a business that configures payouts', { timeout: 180_000 }, () => {
  it('R-49, R-50, T-188: enters the wallet address on its dashboard by keyboard', async () => {
    await registerBusiness(house, aurora)
    await confirmEmail(house, aurora)
    await house.goto('/dashboard')
    await expectPage(house, dashboardTexts.title)
    const form = house.getByRole('form', { name: avaTexts.setup.title })
    await fillFields(form, { [avaTexts.setup.address]: address, [avaTexts.setup.threshold]: '20' })
    await form.getByLabel(avaTexts.setup.address).focus()
    await tabTo(house, form.getByRole('button', { name: avaTexts.setup.save }))
    await house.keyboard.press('Enter')
    await expectToast(house, avaTexts.setup.saved)
    await house.getByRole('region', { name: avaTexts.payouts.title }).getByText(avaTexts.payouts.empty).waitFor()
    await checkScreen(house, 'wallet-dashboard')
  })

  it('R-79, R-80, R-81, R-82: finds it on the wallet page, with the Premium details', async () => {
    await house.goto('/ava-wallet')
    await expectPage(house, avaTexts.title)
    expect(await house.getByLabel(avaTexts.setup.address).inputValue()).toBe(address)
    await checkScreen(house, 'ava-wallet')
    for (const tab of [avaTexts.tabs.premium, avaTexts.tabs.transactions]) {
      await house.getByRole('tab', { name: tab }).click()
      await checkScreen(house, `ava-${tab.toLowerCase()}`)
    }
    await house.getByRole('tab', { name: avaTexts.tabs.premium }).click()
    await house.getByText(avaTexts.upgrade.insufficientBalance).waitFor()
    expect(await house.getByRole('button', { name: avaTexts.upgrade.buy }).isDisabled()).toBe(true)
  })

  it('V-61: sees an error for an invalid address', async () => {
    await house.goto('/ava-wallet')
    await expectPage(house, avaTexts.title)
    await fillFields(house, { [avaTexts.setup.address]: '0x12' })
    await clickButton(house, avaTexts.address.save)
    await house.getByText('Inserisci un indirizzo wallet AVA valido').waitFor()
  })
})
