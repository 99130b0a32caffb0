// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { avaProfile, standing } from '../support/fixtures.ts'
import { giulia, locanda, moderator, signedInAs, visitor } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { failure, neverAnswers, noContent, ok } from '../support/stub-server.ts'

const quiet = {
  'GET /api/rewards': ok([]),
  'GET /api/rewards/issued': ok([]),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/ava/transactions': ok([]),
  'GET /api/standing': ok(standing),
}
const places = async () => {
  const [navigation] = await screen.findAllByRole('navigation', { name: 'Navigazione principale' })
  if (navigation === undefined) throw new Error('no navigation')
  return within(navigation)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
}

describe('the header', () => {
  it('R-34, B-06: shows visitors the product name and the sign-in menu', async () => {
    renderApp('/nessuna', visitor)
    expect(screen.getByRole('link', { name: 'Garbo, Vai alla pagina iniziale' })).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Accedi' })).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'Registrati' }).getAttribute('href')).toBe('/register')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('R-34, R-35, B-06, P-09: shows a business its name and its five pages', async () => {
    renderApp('/rewards', { ...signedInAs(locanda), ...quiet })
    expect(await places()).toEqual(['/dashboard', '/clients', '/ratings', '/rewards', '/book-travel'])
    expect(screen.getByRole('link', { name: 'Locanda del Borgo, Vai alla pagina iniziale' })).toBeTruthy()
  })

  it('R-36, P-09, Q-42: shows a client the product name and the client pages', async () => {
    renderApp('/rewards', { ...signedInAs(giulia), ...quiet })
    expect(await places()).toEqual(['/dashboard', '/my-reviews', '/my-travels', '/my-rewards', '/favorites'])
    expect(screen.getByRole('link', { name: 'Garbo, Vai alla pagina iniziale' })).toBeTruthy()
  })

  it('R-37, T-143, T-144: shows the account in the user menu, which signs out', async () => {
    const { user, server, at } = renderApp('/rewards', {
      ...signedInAs(moderator),
      ...quiet,
      'POST /api/auth/logout': noContent,
    })
    await user.click(await screen.findByRole('button', { name: 'Menu di Locanda del Borgo' }))
    const menu = await screen.findByRole('menu')
    for (const words of ['info@locanda.it', 'Esercente', 'Moderatore'])
      expect(within(menu).getByText(words)).toBeTruthy()
    expect(within(menu).getByRole('menuitem', { name: 'Moderazione' }).getAttribute('href')).toBe('/admin/reviews')
    await user.click(within(menu).getByRole('menuitem', { name: 'Esci' }))
    await screen.findByRole('button', { name: 'Login' })
    expect(server.to('POST /api/auth/logout')).toHaveLength(1)
    expect(at()).toBe('/')
  })

  it('S-01: signs out even when the server is unreachable', async () => {
    const { user } = renderApp('/rewards', {
      ...signedInAs(giulia),
      ...quiet,
      'POST /api/auth/logout': failure(500, 'boom'),
    })
    await user.click(await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' }))
    expect(within(await screen.findByRole('menu')).getByText('Cliente')).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Esci' }))
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy()
    expect(localStorage.getItem('garbo.user')).toBeNull()
  })

  it('has a small-screen menu that opens, closes with Escape and announces its state', async () => {
    const { user } = renderApp('/rewards', { ...signedInAs(giulia), ...quiet })
    const button = await screen.findByRole('button', { name: 'Apri il menu' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Chiudi il menu' }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getAllByRole('navigation')).toHaveLength(2)
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('navigation')).toHaveLength(1)
  })
})

describe('the route guards', () => {
  it.each([
    '/dashboard',
    '/clients',
    '/ratings',
    '/rewards',
    '/book-travel',
    '/affiliate',
    '/ava-wallet',
    '/admin/reviews',
    '/my-reviews',
    '/my-travels',
    '/my-rewards',
  ])('P-06: ask visitors of %s to sign in', async (path) => {
    const { at } = renderApp(path, visitor)
    await screen.findByRole('heading', { name: 'Accedi al tuo account' })
    expect(at()).toBe('/auth/login')
  })

  it.each(['/login', '/auth/login', '/register', '/auth/register'])(
    'P-05: redirect signed-in users from %s to the dashboard',
    async (path) => {
      const { at } = renderApp(path, { ...signedInAs(giulia), ...quiet })
      await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
    },
  )

  it.each(['/clients', '/ratings'])('Q-13: redirect clients from %s to their dashboard', async (path) => {
    const { at, server } = renderApp(path, { ...signedInAs(giulia), ...quiet })
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
    expect(server.to('GET /api/clients')).toEqual([])
  })

  it('P-06: show nothing of a guarded page before the session is known', async () => {
    const { server } = renderApp('/rewards', { ...quiet, 'GET /api/auth/user': neverAnswers })
    await screen.findByText('Caricamento in corso…')
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
    expect(server.to('GET /api/rewards')).toEqual([])
  })

  it('redirect to the login when the session ends while loading', async () => {
    const { at } = renderApp('/rewards', {
      ...signedInAs(giulia),
      'GET /api/rewards': failure(401, 'Accedi per continuare.', 'NotSignedIn'),
    })
    await screen.findByRole('heading', { name: 'Accedi al tuo account' })
    expect(at()).toBe('/auth/login')
  })

  it('retry when the session cannot be determined', async () => {
    let answers = 0
    const { user } = renderApp('/rewards', {
      ...quiet,
      'GET /api/auth/user': () => (++answers === 1 ? failure(500, 'boom') : ok(giulia)),
    })
    await user.click(await screen.findByRole('button', { name: 'Riprova' }))
    expect(await screen.findByRole('heading', { name: 'Sistema Ricompense' })).toBeTruthy()
  })
})

describe('navigation', () => {
  it('R-33, T-228: shows a page that leads home for an unknown address', async () => {
    renderApp('/nessuna', visitor)
    expect(await screen.findByRole('heading', { name: 'Pagina non trovata' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Torna alla pagina iniziale' }).getAttribute('href')).toBe('/')
    expect(document.title).toBe('Pagina non trovata · Garbo')
  })

  it('sets the title and focuses the main heading of each page', async () => {
    const { user } = renderApp('/', visitor)
    expect(document.title).toBe('L’ospitalità si ricambia con garbo · Garbo')
    await user.click(screen.getByRole('link', { name: /Sono un Esercente/ }))
    const heading = await screen.findByRole('heading', { name: 'Accedi al tuo account' })
    expect(document.activeElement).toBe(heading)
    expect(document.title).toBe('Accedi al tuo account · Garbo')
  })

  it('T-011, T-012, Q-40: asks for client or business on the first page', () => {
    renderApp('/', visitor)
    expect(screen.getByRole('link', { name: /Sono un Cliente/ }).getAttribute('href')).toBe('/client-auth')
    expect(screen.getByRole('link', { name: /Sono un Esercente/ }).getAttribute('href')).toBe('/login')
  })
})
