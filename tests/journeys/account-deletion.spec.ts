import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { deletionPhrase } from '../../web/contract/privacy.ts'
import { letterSaying } from '../support/letters.ts'
import { password } from '../support/people.ts'
import { expectNoBarrier, fills, fitsATelephone, fitsItsWindow, presses, sees, tabsTo } from './browser.ts'
import { registersGuest } from './people.ts'
import { stage } from './stage.ts'

const { deletion: words, home, profile } = texts
const ana = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

const { garbo, chromium, page } = await stage(['page'])

const step = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const outbox = { get: async (path: string) => ({ body: await (await fetch(garbo.address + path)).json() }) }

describe('deleting an account', { timeout: 120_000 }, () => {
  it('A-76, R-85, P-17: the profile offers a full export first, on a phone', async () => {
    await registersGuest(page, ana)
    await fitsATelephone(page, '/profile', profile.title)
    const zone = page.getByRole('region', { name: words.danger.title })
    const waiting = page.waitForEvent('download')
    await zone.getByRole('link', { name: words.export.json }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toMatch(/^garbo-dati-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ userProfile: { email: ana.email } })
    await zone.getByRole('link', { name: words.danger.link }).click()
    await sees(page, words.title)
  })

  it('R-95..R-97: the consequences and the data are shown before any confirmation', async () => {
    await fitsItsWindow(page)
    await presses(page, words.overview.next)
    await step(words.steps[1]).waitFor()
    await page.getByText(ana.email).waitFor()
    await expectNoBarrier(page)
    await fitsItsWindow(page)
    await presses(page, words.preview.next)
    await step(words.steps[2]).waitFor()
    await expectNoBarrier(page)
    await fitsItsWindow(page)
  })

  it('R-98, R-99, A-66: it is confirmed by keyboard, the user is signed out and a last letter confirms it', async () => {
    for (const label of Object.values(words.confirm.consentLabels)) {
      await tabsTo(page, page.getByRole('checkbox', { name: label }))
      await page.keyboard.press('Space')
    }
    await tabsTo(page, page.getByLabel(words.confirm.phrase))
    await page.keyboard.type(deletionPhrase)
    await fills(page, { [words.confirm.password]: password })
    await page.keyboard.press('Enter')
    await page.getByText(words.completed.text).waitFor()
    await expectNoBarrier(page)
    await fitsItsWindow(page)
    await sees(page, home.title)
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
    await letterSaying(outbox, ana.email, /è stato eliminato/)
    expect(chromium.complaints()).toEqual([])
  })
})
