import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { codeIn, letterSaying, temporaryPasswordIn } from '../support/letters.ts'
import { password } from '../support/people.ts'
import { fills, fitsATelephone, hears, presses, sees } from './browser.ts'
import { leaves, registersGuest } from './people.ts'
import { stage } from './stage.ts'

const { access, dashboard, recovery } = texts
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const home = dashboard.client.title('Ana Bianchi')
const second = 'Nuovissima.2027!'
const third = 'Ancora.Nuova.28!'

const { garbo, chromium, ana } = await stage(['ana'])

/** A letter or SMS, read by somebody without a session. */
const letter = (to: string, what: RegExp) =>
  letterSaying({ get: async (path) => ({ body: await (await fetch(garbo.address + path)).json() }) }, to, what)

const signsIn = async (word: string) => {
  await ana.getByRole('radio', { name: access.client }).check()
  await fills(ana, { [access.email]: bianchi.email, [access.password]: word })
  await presses(ana, access.submit)
}
/** From the login to the step that asks for the e-mail address. */
const asksFor = async (means: string, ...numbers: readonly string[]) => {
  await ana.goto('/login')
  await ana.getByRole('link', { name: recovery.forgot }).click()
  await sees(ana, recovery.title)
  await ana.getByRole('radio', { name: access.client }).check()
  await ana.getByRole('radio', { name: means }).check()
  await presses(ana, recovery.next)
  await sees(ana, recovery.phoneTitle)
  for (const [n, number] of numbers.entries()) {
    await fills(ana, { [recovery.phone]: number })
    await presses(ana, recovery.next)
    await sees(ana, n === numbers.length - 1 ? recovery.emailTitle : recovery.alternateTitle)
  }
}

describe('credential recovery', { timeout: 120_000 }, () => {
  it('R-25, R-26, R-27, R-28, R-29: by SMS with the address, through another number, and by an e-mailed code', async () => {
    await registersGuest(ana, bianchi)
    await leaves(ana, 'Ana Bianchi')
    await asksFor(recovery.emailBySms, '+39 333 7654321', '+39 333 1234567')
    await hears(ana, recovery.smsTitle)
    expect(await letter('+393331234567', /accedi/)).toContain(bianchi.email)
    await ana.getByText(recovery.emailHint('a•••••@example.it')).waitFor()
    await fills(ana, { [recovery.email]: bianchi.email })
    await presses(ana, recovery.sendCode)
    await sees(ana, recovery.passwordTitle)
    await fills(ana, { [recovery.code]: codeIn(await letter(bianchi.email, /nuova password è/)) })
    await fills(ana, { [recovery.newPassword]: second, [recovery.confirmation]: second })
    await presses(ana, recovery.save)
    await hears(ana, recovery.savedTitle)
    await sees(ana, access.titleClient)
    await signsIn(password)
    await ana.getByRole('alert').getByText(access.clientNotFound).waitFor()
    await signsIn(second)
    await sees(ana, home)
    await letter(bianchi.email, /è stata cambiata/)
    await leaves(ana, 'Ana Bianchi')
  })

  it('Q-04, Q-117: by a temporary password, which must be changed first', async () => {
    await asksFor(recovery.temporaryPassword, '+39 333 1234567')
    await fills(ana, { [recovery.email]: bianchi.email })
    await presses(ana, recovery.sendTemporary)
    await sees(ana, recovery.checkMail)
    await sees(ana, access.titleClient)
    const temporary = temporaryPasswordIn(await letter(bianchi.email, /password provvisoria è/))
    await signsIn(temporary)
    await sees(ana, recovery.change.title)
    await ana.goto('/client-dashboard')
    await sees(ana, recovery.change.title)
    const words = { [recovery.newPassword]: third, [recovery.confirmation]: third }
    await fills(ana, { [recovery.change.currentDue]: temporary, ...words })
    await presses(ana, recovery.save)
    await hears(ana, recovery.savedTitle)
    await sees(ana, home)
    await leaves(ana, 'Ana Bianchi')
  })

  it('its pages fit a phone', async () => {
    await fitsATelephone(ana, '/recover-password', recovery.title)
    expect(chromium.complaints()).toEqual([])
  })
})
