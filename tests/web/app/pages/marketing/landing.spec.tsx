// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { settings } from '../../../../../web/app/settings.ts'
import { giulia, signedInAs, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { homeTexts, landingTexts } from '../../../../../web/app/pages/marketing/landing.texts.ts'

const both = ['/', '/landing'] as const
const headings = (level: number) => screen.getAllByRole('heading', { level }).map((one) => one.textContent)
const addressOf = (link: HTMLElement) => link.getAttribute('href')
const linksIn = (place: HTMLElement) => within(place).getAllByRole('link').map(addressOf)

/** The landing page with one of the header menus. */
const before = async (door: 'Login' | 'Register') => {
  const { user } = await openHome()
  return { user, button: await screen.findByRole('button', { name: door }) }
}
const openMenu = async (door: 'Login' | 'Register') => {
  const { user } = await openHome()
  await user.click(await screen.findByRole('button', { name: door }))
  await screen.findByRole('menu')
  return user
}
/** The home page, once its code is loaded. */
const openHome = async () => {
  const opened = renderApp('/', visitor)
  await screen.findByRole('heading', { level: 1, name: homeTexts.title })
  return opened
}
const waysIn = () =>
  within(screen.getByRole('menu'))
    .getAllByRole('menuitem')
    .map((way) => addressOf(way))

describe('the first page', () => {
  it('R-01, R-07, Q-29: asks for client or business and then explains Garbo', async () => {
    await openHome()
    const cards = [
      screen.getByRole('link', { name: /Sono un Cliente/ }),
      screen.getByRole('link', { name: /Sono un Esercente/ }),
    ]
    expect(cards.map(addressOf)).toEqual(['/client-auth', '/login'])
    const [hero] = screen.getAllByRole('heading', { name: landingTexts.title })
    expect(cards.every((card) => hero?.compareDocumentPosition(card) === Node.DOCUMENT_POSITION_PRECEDING)).toBe(true)
    expect(headings(1)).toEqual([homeTexts.title])
  })

  it('R-07: links to the privacy notice and our e-mail address', async () => {
    await openHome()
    expect(addressOf(screen.getByRole('link', { name: homeTexts.privacy }))).toBe('/privacy-policy')
    expect(addressOf(screen.getByRole('link', { name: homeTexts.contact }))).toBe(`mailto:${settings.supportEmail}`)
  })

  it('R-32, Q-43: is the target of /download', async () => {
    const { at } = renderApp('/download', visitor)
    await screen.findByRole('heading', { name: homeTexts.title })
    expect(at()).toBe('/')
  })
})

describe('the landing page', () => {
  it('R-02, Q-29: is at /landing without the choice of a side', async () => {
    renderApp('/landing', visitor)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(landingTexts.title)
    expect(screen.queryByRole('link', { name: /Sono un/ })).toBeNull()
    expect(document.title).toBe(`${landingTexts.title} · Garbo`)
  })

  it.each(both)('R-03: %s addresses managers and clients, mentions rewards and lists four benefits', async (path) => {
    renderApp(path, visitor)
    const how = await screen.findByRole('region', { name: landingTexts.howTitle })
    expect(
      within(how)
        .getAllByRole('heading', { level: 3 })
        .map((one) => one.textContent),
    ).toEqual(['Per i gestori', 'Per i clienti', 'Le ricompense'])
    const why = screen.getByRole('region', { name: landingTexts.whyTitle })
    expect(within(why).getAllByRole('heading', { level: 3 })).toHaveLength(4)
  })

  it.each([
    ['T-006', '500+'],
    ['T-007', '15K+'],
    ['T-008', '2M+ €'],
    ['T-009', '+300%'],
    ['T-010', '5 minuti'],
    ['T-010', '24/7'],
    ['T-010', 'GDPR'],
  ])('%s, C-39, Q-99: shows the specified claim %s once', async (_, claim) => {
    await openHome()
    expect(screen.getAllByText(claim)).toHaveLength(1)
  })

  it('R-03: has registration links at top and bottom', async () => {
    await openHome()
    expect(addressOf(screen.getByRole('link', { name: landingTexts.start }))).toBe('/register')
    expect(linksIn(screen.getByRole('region', { name: landingTexts.ctaTitle }))).toEqual([
      '/register',
      '/register-client',
    ])
  })

  it.each([
    ['T-003', 'Scopri Come Funziona', landingTexts.howTitle],
    ['T-004', 'Scopri i Vantaggi', landingTexts.whyTitle],
  ])('%s: scrolls from “%s” to its section and moves the focus', async (_, name, section) => {
    const { user, at } = await openHome()
    await user.click(screen.getByRole('link', { name }))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: section }))
    expect(at()).toBe('/')
  })

  it('R-06, A-34, T-005, Q-38: ends with the rules, the privacy notice and a contact', async () => {
    await openHome()
    const foot = within(screen.getByRole('contentinfo'))
    const to = (name: string) => addressOf(foot.getByRole('link', { name }))
    expect([to('Regole della community'), to('Terms of Service')]).toEqual([
      '/community-guidelines',
      '/community-guidelines',
    ])
    expect([to('Privacy Policy'), to('Eliminazione dei dati')]).toEqual(Object.values(settings.pages))
    expect(to('Informativa sulla privacy')).toBe('/privacy-policy')
    expect(to(settings.supportEmail)).toBe(`mailto:${settings.supportEmail}`)
  })

  it('R-34: shows signed-in users their menu instead of the sign-in menus', async () => {
    renderApp('/', signedInAs(giulia))
    expect(await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Login' })).toBeNull()
  })
})

describe('the sign-in menus of the landing page', () => {
  it('R-04, T-001, A-24, A-25: lead businesses and clients in under Login, and to Google and Facebook by leaving the page', async () => {
    await openMenu('Login')
    expect(waysIn()).toEqual(['/login?type=business', '/api/auth/google', '/api/auth/facebook', '/login?type=client'])
  })

  it('R-05, T-002: offer new users the same under Register', async () => {
    await openMenu('Register')
    expect(waysIn()).toEqual(['/register', '/api/auth/google', '/api/auth/facebook', '/register-client'])
  })

  it('R-04: label each option with its audience', async () => {
    await openMenu('Login')
    expect(linksOf('Per gli esercenti')).toEqual(['/login?type=business'])
    expect(linksOf('Per i clienti')).toHaveLength(3)
  })

  it.each(['Login', 'Register'] as const)('R-04, R-05: close on a click outside (%s)', async (door) => {
    const user = await openMenu(door)
    await user.click(screen.getByRole('heading', { level: 1, hidden: true }))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it.each(['Login', 'Register'] as const)('R-04, R-05: open and close by keyboard (%s)', async (door) => {
    const { user, button } = await before(door)
    button.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('menu')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: door }))
  })

  it('R-04: open even if their button is pressed before their code is loaded', async () => {
    const { button } = await before('Register')
    fireEvent.click(button)
    expect(await screen.findByRole('menu', { name: 'Register' })).toBeTruthy()
  })

  it('R-04: preselect the business login by the business option', async () => {
    const user = await openMenu('Login')
    await user.click(await screen.findByRole('menuitem', { name: /Accedi come esercente/ }))
    expect(await screen.findByRole('heading', { name: 'Accesso Esercente' })).toBeTruthy()
  })
})

const linksOf = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('menuitem')
    .map((way) => addressOf(way))
