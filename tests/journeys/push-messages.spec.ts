import type { CDPSession } from 'playwright-core'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { apiClient, type ApiClient } from '../support/api-client.ts'
import { startPushService } from '../support/push-service.ts'
import { postRating } from '../support/reviews/posted-reviews.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { clickButton, expectPage, expectToast, pageTimeout } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { useSessionOf } from './steps.ts'
import { notificationPreferenceTexts as texts } from '../../web/app/features/accounts/notifications/texts.ts'

const pushService = await startPushService()
afterAll(pushService.stop)
const { garbo, chromium, ana } = await startSandbox(['ana'], {
  complete: true,
  settings: {
    NOTIFICATION_PAUSE_MINUTES: '0',
    PUSH_SERVICES: pushService.host,
    NODE_EXTRA_CA_CERTS: pushService.certificate,
  },
})
const visitor = () => apiClient(garbo.address)

/** Registrations of service workers, as the browser names them. */
const watchRegistrations = async (cdp: CDPSession) => {
  const ids: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  )
  await cdp.send('ServiceWorker.enable')
  return ids
}

/** Notifications that the browser shows. */
const shownNotifications = () =>
  ana.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }))
  })

describe('push messages', { timeout: 120_000 }, () => {
  let venue: { readonly browser: ApiClient }
  let guest: { readonly browser: ApiClient; readonly email: string }

  it('D-28: a guest has her browser receive them', async () => {
    venue = await signUpBusiness({ visitor }, 'rosa')
    guest = await signUpClient({ visitor }, 'ana')
    await guest.browser.send('PUT', '/api/notifications/preferences', {
      ...((await guest.browser.get('/api/notifications/preferences')).body as object),
      quietHours: false,
    })
    await useSessionOf(ana, garbo.address, guest.browser)
    await ana.context().grantPermissions(['notifications'], { origin: garbo.address })
    // browsers subscribe at their vendor's push service, which a test does not reach
    await ana.addInitScript((subscription) => {
      PushManager.prototype.subscribe = () =>
        Promise.resolve({ toJSON: () => subscription } as unknown as PushSubscription)
    }, pushService.subscription)
    await ana.goto('/notifications/preferences')
    await expectPage(ana, texts.title)
    await ana.getByRole('button', { name: texts.push.enable }).waitFor()
    await checkScreen(ana, 'notification-preferences')
    await clickButton(ana, texts.push.enable)
    await expectToast(ana, texts.push.enabled)
  })

  it('D-28: a rating reaches her browser, encrypted for it alone, and opens the page that shows it', async () => {
    const cdp = await ana.context().newCDPSession(ana)
    const registrations = await watchRegistrations(cdp)
    // a service worker controls only pages loaded after it
    await ana.reload()
    await vi.waitUntil(() => registrations.length > 0, pageTimeout)
    await postRating(venue.browser, guest.email)
    await vi.waitUntil(() => pushService.messages().length > 0, { timeout: 30_000 })
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: garbo.address,
      registrationId: registrations[0] ?? '',
      data: pushService.messages()[0] ?? '',
    })
    await expect
      .poll(shownNotifications, pageTimeout)
      .toEqual([{ title: 'Nuova valutazione', body: 'Una struttura ti ha valutato come ospite.', lang: 'it' }])

    const [worker] = ana.context().serviceWorkers()
    await worker?.evaluate(async () => {
      const { registration, WindowClient, NotificationEvent } = globalThis as unknown as ServiceWorkerScope
      const [notification] = await registration.getNotifications()
      // a browser only lets a person's click bring a tab to the front
      WindowClient.prototype.focus = () => Promise.resolve()
      dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })
    await ana.waitForURL('**/client-dashboard')
    await expect.poll(shownNotifications, pageTimeout).toEqual([])
    expect(pushService.messages()).toHaveLength(1)
    expect(chromium.consoleErrors()).toEqual([])
  })
})

/** Globals of a service worker. */
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly WindowClient: { readonly prototype: { focus: () => Promise<void> } }
  readonly NotificationEvent: new (type: string, init: { readonly notification: Notification | undefined }) => Event
}
