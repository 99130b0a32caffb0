import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { fills, hears, presses, sees, tabsTo } from './browser.ts'
import { looksRight } from './looking.ts'
import { confirmsAddress, registersHouse } from './people.ts'
import { stage } from './stage.ts'

const { ava, dashboard } = texts
const { setup } = ava
const aurora = { name: 'Hotel Aurora', username: 'aurora', email: 'info@aurora.example' }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

const { house } = await stage(['house'])

describe('a business that configures payouts', { timeout: 180_000 }, () => {
  it('R-49, R-50, T-188: enters the wallet address on its dashboard by keyboard', async () => {
    await registersHouse(house, aurora)
    await confirmsAddress(house, aurora)
    await house.goto('/dashboard')
    await sees(house, dashboard.title)
    const form = house.getByRole('form', { name: setup.title })
    await fills(form, { [setup.address]: address, [setup.threshold]: '20' })
    await form.getByLabel(setup.address).focus()
    await tabsTo(house, form.getByRole('button', { name: setup.save }))
    await house.keyboard.press('Enter')
    await hears(house, setup.saved)
    await house.getByRole('region', { name: ava.payouts.title }).getByText(ava.payouts.empty).waitFor()
    await looksRight(house, 'wallet-dashboard')
  })

  it('R-79, R-80, R-81, R-82: finds it on the wallet page, with the Premium details', async () => {
    await house.goto('/ava-wallet')
    await sees(house, ava.title)
    expect(await house.getByLabel(setup.address).inputValue()).toBe(address)
    await looksRight(house, 'ava-wallet')
    for (const tab of [ava.tabs.premium, ava.tabs.transactions]) {
      await house.getByRole('tab', { name: tab }).click()
      await looksRight(house, `ava-${tab.toLowerCase()}`)
    }
    await house.getByRole('tab', { name: ava.tabs.premium }).click()
    await house.getByText(ava.upgrade.short).waitFor()
    expect(await house.getByRole('button', { name: ava.upgrade.buy }).isDisabled()).toBe(true)
  })

  it('V-61: sees an error for an invalid address', async () => {
    await house.goto('/ava-wallet')
    await sees(house, ava.title)
    await fills(house, { [setup.address]: '0x12' })
    await presses(house, ava.address.save)
    await house.getByText('Inserisci un indirizzo wallet AVA valido').waitFor()
  })
})
