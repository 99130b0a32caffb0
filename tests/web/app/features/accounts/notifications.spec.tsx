// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultNotificationSettings, settingsSeenBy } from '../../../../../domain/accounts/notification-settings.ts'
import type { Notification } from '../../../../../web/contract/accounts/notifications.ts'
import { noon } from '../../support/fixtures.ts'
import { giulia, profileOfGiulia, signedInAs, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const rated: Notification = {
  id: 'event-1.0',
  kind: 'rating-received',
  at: noon,
  title: 'Nuova valutazione',
  text: 'Una struttura ti ha valutato come ospite.',
  link: '/client-dashboard',
  read: false,
}
const list = 'GET /api/notifications'
const page = (items: readonly Notification[], nextCursor: string | null = null) =>
  ok({ items, unread: items.filter(({ read }) => !read).length, nextCursor })

describe('the notifications', () => {
  it('are announced in the header with the number of unread ones', async () => {
    renderApp('/notifications', { ...signedInAs(giulia), [list]: page([rated, { ...rated, id: 'event-2.0' }]) })
    const link = await screen.findByRole('link', { name: 'Notifiche, 2 da leggere' })
    expect(link.getAttribute('href')).toBe('/notifications')
  })

  it('are listed with a link to what they are about, which marks them as read', async () => {
    const { user, at, server } = renderApp('/notifications', {
      ...signedInAs(giulia),
      [list]: page([rated]),
      'POST /api/notifications/event-1.0/read': noContent,
    })
    await user.click(await screen.findByRole('link', { name: 'Nuova valutazione' }))
    await waitFor(() => expect(at()).toBe('/client-dashboard'))
    expect(server.to('POST /api/notifications/event-1.0/read')).toHaveLength(1)
  })

  it('are marked as read one by one, or all at once', async () => {
    const { user, server } = renderApp('/notifications', {
      ...signedInAs(giulia),
      [list]: page([rated]),
      'POST /api/notifications/event-1.0/read': noContent,
      'POST /api/notifications/read-all': noContent,
    })
    await user.click(await screen.findByRole('button', { name: 'Segna come letta: Nuova valutazione' }))
    await user.click(await screen.findByRole('button', { name: 'Segna tutte come lette' }))
    expect(server.to('POST /api/notifications/event-1.0/read')).toHaveLength(1)
    expect(server.to('POST /api/notifications/read-all')).toHaveLength(1)
    // the list and the header load again
    await waitFor(() => expect(server.to(list).length).toBeGreaterThan(2))
  })

  it('load more on request', async () => {
    const { user } = renderApp('/notifications', {
      ...signedInAs(giulia),
      [list]: ({ query }) =>
        query.includes('cursor=next')
          ? page([{ ...rated, id: 'event-0.0', title: 'Hai un nuovo sconto' }])
          : page([rated], 'next'),
    })
    await user.click(await screen.findByRole('button', { name: 'Carica altro' }))
    expect(await screen.findByText('Hai un nuovo sconto')).toBeTruthy()
  })

  it('show that there are none, that they are loading, and that they cannot be loaded', async () => {
    renderApp('/notifications', signedInAs(giulia))
    expect(await screen.findByText(/Non hai ancora notifiche/)).toBeTruthy()
    renderApp('/notifications', { ...signedInAs(giulia), [list]: neverAnswers })
    expect((await screen.findAllByText('Caricamento in corso…')).length).toBeGreaterThan(0)
    renderApp('/notifications', { ...signedInAs(giulia), [list]: failure(503, 'Riprova tra poco.') })
    expect(await screen.findByText('Non riusciamo a caricare le notifiche.')).toBeTruthy()
  })
})

describe('the notification preferences', () => {
  const preferences = {
    'GET /api/notifications/preferences': ok(settingsSeenBy('client', defaultNotificationSettings)),
    'GET /api/user/profile': ok(profileOfGiulia),
  }

  it('D-28, D-29: are chosen for each kind and channel, with a digest and quiet hours', async () => {
    const { user, server } = renderApp('/notifications/preferences', {
      ...signedInAs(giulia),
      ...preferences,
      'PUT /api/notifications/preferences': ok(defaultNotificationSettings),
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Email: Prenotazioni' }))
    await user.selectOptions(screen.getByLabelText('Email raccolte'), 'Una email al giorno, alle 8')
    await user.click(screen.getByRole('checkbox', { name: 'Non inviarmi nulla dalle 21 alle 8' }))
    await user.click(screen.getByRole('button', { name: 'Salva le preferenze' }))
    expect(await screen.findByText('Preferenze salvate')).toBeTruthy()
    expect(server.to('PUT /api/notifications/preferences')[0]?.body).toMatchObject({
      kinds: { booking: { email: false, sms: true, push: true }, reply: { email: true } },
      digest: 'daily',
      quietHours: false,
    })
  })

  it('D-28: leave out kinds that nothing can bring, such as the report of a business with Premium', async () => {
    renderApp('/notifications/preferences', { ...signedInAs(giulia), ...preferences })
    expect(await screen.findByRole('row', { name: /Valutazioni ricevute/ })).toBeTruthy()
    expect(screen.queryByRole('row', { name: /Report del mese/ })).toBeNull()
  })

  it('D-30: offer no switch for the e-mail about a sign-in on a new device', async () => {
    renderApp('/notifications/preferences', { ...signedInAs(giulia), ...preferences })
    const row = await screen.findByRole('row', { name: /Accessi da un nuovo dispositivo/ })
    expect(within(row).getByText('sempre')).toBeTruthy()
    expect(within(row).getAllByRole('checkbox')).toHaveLength(2)
  })

  it('Q-114: say which channels are switched off in the profile', async () => {
    renderApp('/notifications/preferences', {
      ...signedInAs(giulia),
      ...preferences,
      'GET /api/user/profile': ok({ ...profileOfGiulia, emailNotifications: false, smsNotifications: true }),
    })
    expect(await screen.findByText(/Le email di notifica sono disattivate nel profilo/)).toBeTruthy()
    expect(screen.queryByText(/Gli SMS sono disattivati/)).toBeNull()
  })

  it('say when the browser cannot show notifications', async () => {
    renderApp('/notifications/preferences', { ...signedInAs(giulia), ...preferences })
    expect(await screen.findByText('Questo browser non permette le notifiche.')).toBeTruthy()
  })
})

describe('push messages in this browser', () => {
  const endpoint = 'https://push.example/browser'
  /** A browser that has a subscription, made in whatever session. */
  const stubBrowser = () => {
    const unsubscribe = vi.fn(() => Promise.resolve(true))
    const registration = { pushManager: { getSubscription: () => Promise.resolve({ endpoint, unsubscribe }) } }
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('Notification', { permission: 'granted' })
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: () => Promise.resolve(registration) },
    })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'serviceWorker')
      vi.unstubAllGlobals()
    })
    return unsubscribe
  }
  const answers = (endpoints: readonly string[]) => ({
    ...signedInAs(giulia),
    'GET /api/notifications/preferences': ok(settingsSeenBy('client', defaultNotificationSettings)),
    'GET /api/user/profile': ok(profileOfGiulia),
    'GET /api/notifications/push': ok({ publicKey: 'key', endpoints }),
  })

  it('D-28: are on if this session asked for them', async () => {
    stubBrowser()
    renderApp('/notifications/preferences', answers([endpoint]))
    expect(await screen.findByRole('button', { name: 'Disattiva su questo dispositivo' })).toBeTruthy()
  })

  it('D-28: are off if the browser kept the subscription of another account or session', async () => {
    stubBrowser()
    renderApp('/notifications/preferences', answers([]))
    expect(await screen.findByRole('button', { name: 'Attiva su questo dispositivo' })).toBeTruthy()
  })

  it('D-28: end on sign-out, also in the browser', async () => {
    const unsubscribe = stubBrowser()
    const { user } = renderApp('/', { ...signedInAs(giulia), 'POST /api/auth/logout': noContent })
    await user.click(await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Esci' }))
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
  })
})

describe('the link that ends e-mails', () => {
  it('D-30: asks for one click, without sign-in', async () => {
    const { user, server } = renderApp('/unsubscribe/token-1', { ...visitor, 'POST /api/unsubscribe': noContent })
    const button = await screen.findByRole('button', { name: 'Non inviarmene più' })
    expect(server.to('POST /api/unsubscribe')).toEqual([])
    await user.click(button)
    expect(await screen.findByText('Fatto: non riceverai più email di questo tipo.')).toBeTruthy()
    expect(server.to('POST /api/unsubscribe')[0]?.body).toEqual({ token: 'token-1' })
  })

  it('says when the link is not valid', async () => {
    const { user } = renderApp('/unsubscribe/token-1', {
      ...visitor,
      'POST /api/unsubscribe': failure(400, 'Questo link non è valido.', 'UnsubscribeLinkInvalid'),
    })
    await user.click(await screen.findByRole('button', { name: 'Non inviarmene più' }))
    expect(await screen.findByText('Questo link non è valido.')).toBeTruthy()
  })
})
