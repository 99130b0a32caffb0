import { describe, expect, it } from 'vitest'
import { apiClient, type ApiClient } from '../support/api-client.ts'
import { messagesTo, waitForMessageMatching } from '../support/dev-mailbox.ts'
import { postRating } from '../support/reviews/posted-reviews.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { clickButton, expectFitsPhone, expectPage, expectToast, selectOption } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { useSessionOf } from './steps.ts'
import {
  notificationPreferenceTexts,
  notificationTexts,
  unsubscribeTexts,
} from '../../web/app/features/accounts/notifications/texts.ts'

const { garbo, chromium, ana, stranger } = await startSandbox(['ana', 'stranger'], {
  settings: { NOTIFICATION_PAUSE_MINUTES: '0' },
})
const visitor = () => apiClient(garbo.address)
const people = async () => ({
  venue: await signUpBusiness({ visitor }, 'rosa'),
  guest: await signUpClient({ visitor }, 'ana'),
})

describe('notifications', { timeout: 120_000 }, () => {
  let venue: { readonly browser: ApiClient }
  let guest: { readonly browser: ApiClient; readonly email: string }

  it('D-28: a guest sees a rating arrive, opens it and finds it read', async () => {
    ;({ venue, guest } = await people())
    const settings = (await guest.browser.get('/api/notifications/preferences')).body as object
    // no letter about what she reads in the app, however long that takes
    await guest.browser.send('PUT', '/api/notifications/preferences', { ...settings, digest: 'weekly' })
    await useSessionOf(ana, garbo.address, guest.browser)
    await ana.goto('/notifications')
    await expectPage(ana, notificationTexts.title)
    await ana.getByText(notificationTexts.empty).waitFor()
    await postRating(venue.browser, guest.email, 3)
    await ana.getByRole('link', { name: notificationTexts.headerLink(1), exact: true }).waitFor()
    await ana.getByRole('link', { name: 'Nuova valutazione', exact: true }).waitFor()
    await checkScreen(ana, 'notifications')
    await ana.getByRole('link', { name: 'Nuova valutazione', exact: true }).click()
    await ana.waitForURL('**/client-dashboard')
    await ana.getByRole('link', { name: notificationTexts.headerLink(0), exact: true }).waitFor()
    await expectFitsPhone(ana, '/notifications', notificationTexts.title)
  })

  it('D-29: she has her e-mails sent one by one, at any hour', async () => {
    await ana.goto('/notifications/preferences')
    await expectPage(ana, notificationPreferenceTexts.title)
    await selectOption(ana, notificationPreferenceTexts.digest, notificationPreferenceTexts.digests.none)
    await ana.getByRole('checkbox', { name: notificationPreferenceTexts.quietHours }).uncheck()
    await clickButton(ana, notificationPreferenceTexts.save)
    await expectToast(ana, notificationPreferenceTexts.saved)
    await expectFitsPhone(ana, '/notifications/preferences', notificationPreferenceTexts.title)
  })

  it('D-30: away from Garbo she gets a letter for a rating, ends them with one click, and gets none for the next', async () => {
    await postRating(venue.browser, guest.email, 4)
    const letter = await waitForMessageMatching(guest.browser, guest.email, /ti ha valutato/)
    await stranger.goto(/https?:\S+\/unsubscribe\/\S+/.exec(letter)?.[0] ?? '')
    await expectPage(stranger, unsubscribeTexts.title)
    await checkScreen(stranger, 'unsubscribe')
    await clickButton(stranger, unsubscribeTexts.submit)
    await stranger.getByText(unsubscribeTexts.done).waitFor()
    await postRating(venue.browser, guest.email, 5)
    // a later notification of another kind has arrived, so the rating's letter would have too
    await visitor().send('POST', '/api/auth/login-client', { email: guest.email, password: 'Benvenuti.2026!' })
    await waitForMessageMatching(guest.browser, guest.email, /mai usato prima/)
    const letters = await messagesTo(guest.browser, guest.email)
    expect(letters.filter((text) => text.includes('ti ha valutato'))).toHaveLength(1)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
