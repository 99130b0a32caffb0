// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { giulia, locanda, profileOfGiulia, profileOfLocanda, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, noContent, ok, type StubReply } from '../../support/stub-server.ts'

const phrase = 'ELIMINA IL MIO ACCOUNT'
const remove = 'POST /api/user/delete-account'
const preview = {
  accountInfo: { businessName: 'Giulia Bianchi', email: 'giulia@example.it', createdAt: '2026-03-02T10:00:00.000Z' },
  dataToBeDeleted: { bookings: 1, avaBalance: 12, walletConnections: 0 },
  dataToBeAnonymized: { reviews: 3, businessReviews: 1 },
}
const may: Answers = {
  ...signedInAs(giulia),
  'GET /api/user/deletion-eligibility': ok({ canDelete: true, reason: null }),
  'GET /api/user/deletion-preview': ok(preview),
}
const blocked = (reason: string | null): Answers => ({
  ...may,
  'GET /api/user/deletion-eligibility': ok({ canDelete: false, reason }),
})
const button = (name: string) => screen.findByRole('button', { name })
const step = () => document.querySelector('[aria-current="step"]')?.textContent
const consents = () => screen.getAllByRole('checkbox')

type User = ReturnType<typeof renderApp>['user']
const toPreview = async (user: User) => user.click(await button('Continua'))
const toConfirm = async (user: User) => {
  await toPreview(user)
  await screen.findByText('1 prenotazione')
  await user.click(await button('Continua'))
  await button('Elimina definitivamente')
}
const fill = async (user: User, words = phrase) => {
  await user.type(screen.getByLabelText(/Testo di conferma/), words)
  await user.type(screen.getByLabelText(/La tua password/), 'Benvenuti.2026!')
}
const agree = async (user: User) => {
  for (const box of consents()) await user.click(box)
}
const press = async (user: User) => user.click(await button('Elimina definitivamente'))

describe('the account deletion page', () => {
  it('R-95, T-218: starts with the consequences, in four steps', async () => {
    renderApp('/account-deletion', may)
    await screen.findByText(/ecco che cosa succede/)
    const steps = within(screen.getByRole('list', { name: 'Avanzamento' })).getAllByRole('listitem')
    expect(steps.map((one) => one.textContent)).toEqual([
      '1. Panoramica',
      '2. Anteprima Dati',
      '3. Conferma',
      '4. Completato',
    ])
    expect(step()).toBe('1. Panoramica')
    expect(screen.getByRole('link', { name: 'Torna al profilo' }).getAttribute('href')).toBe('/profile')
  })

  it('R-96, E-45: shows what is deleted or anonymised, and the export', async () => {
    const { user } = renderApp('/account-deletion', may)
    await toPreview(user)
    for (const words of ['Giulia Bianchi', 'giulia@example.it', '2 marzo 2026', '1 prenotazione', '12 AVA'])
      await screen.findByText(words)
    expect(screen.getByText('3 recensioni e valutazioni scritte da te')).toBeTruthy()
    expect(screen.getByText('1 recensione o valutazione su di te')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Scarica in JSON' }).getAttribute('href')).toBe(
      '/api/user/export?format=json',
    )
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Anteprima Dati' }))
  })

  it('T-224: stops when the preview cannot be loaded', async () => {
    let asked = 0
    const answer = (): StubReply => (++asked === 1 ? failure(500, 'boom') : ok(preview))
    const { user } = renderApp('/account-deletion', { ...may, 'GET /api/user/deletion-preview': answer })
    await toPreview(user)
    await screen.findByText("Errore nel caricamento dell'anteprima dati.")
    expect(((await button('Continua')) as HTMLButtonElement).disabled).toBe(true)
    await user.click(await button('Riprova'))
    await screen.findByText('12 AVA')
  })

  it('T-219, T-220, V-79, C-34: requires the exact phrase', async () => {
    const { user, server } = renderApp('/account-deletion', may)
    await toConfirm(user)
    expect(screen.getByText(`Scrivi esattamente: ${phrase}`)).toBeTruthy()
    await agree(user)
    await fill(user, 'elimina il mio account')
    await press(user)
    expect((await screen.findAllByText('Testo di conferma errato')).length).toBeGreaterThan(0)
    expect(server.to(remove)).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText(/Testo di conferma/))
  })

  it('T-221, T-222, V-80: requires each of the three consents', async () => {
    const { user, server } = renderApp('/account-deletion', may)
    await toConfirm(user)
    expect(consents()).toHaveLength(3)
    await fill(user)
    for (const box of consents().slice(0, 2)) await user.click(box)
    await press(user)
    await screen.findByText('Consenso richiesto')
    const why = "Devi accettare tutti i consensi per procedere con l'eliminazione."
    expect(screen.getByRole('status').textContent).toContain(why)
    expect(screen.getByRole('alert').textContent).toBe(why)
    expect(server.to(remove)).toEqual([])
  })

  it('R-97, R-98, R-99, C-17: can be completed by keyboard and returns home after five seconds', async () => {
    let settle: (reply: StubReply) => void = () => undefined
    const answer = new Promise<StubReply>((resolve) => (settle = resolve))
    const { user, server, at } = renderApp('/account-deletion', { ...may, [remove]: answer })
    await toConfirm(user)
    await user.type(screen.getByLabelText(/Perché elimini l’account/), 'Non viaggio più')
    for (const box of consents()) {
      box.focus()
      await user.keyboard(' ')
    }
    await fill(user)
    await user.keyboard('{Enter}')
    await screen.findByRole('progressbar', { name: 'Stiamo eliminando il tuo account…' })
    expect(server.to(remove)[0]?.body).toEqual({
      reason: 'Non viaggio più',
      confirmationText: phrase,
      password: 'Benvenuti.2026!',
    })
    settle(noContent)
    await screen.findByText('Il tuo account è stato eliminato.')
    expect(step()).toBe('4. Completato')
    expect(at()).toBe('/account-deletion')
    await vi.waitFor(() => expect(at()).toBe('/'), 9_000)
  })

  it('T-223, S-27: returns to the confirmation with its content after a failure', async () => {
    const { user } = renderApp('/account-deletion', { ...may, [remove]: failure(500, 'boom') })
    await toConfirm(user)
    await agree(user)
    await fill(user)
    await press(user)
    await findInToast("Si è verificato un errore durante l'eliminazione dell'account")
    expect(step()).toBe('3. Conferma')
    expect(screen.getByLabelText<HTMLInputElement>(/Testo di conferma/).value).toBe(phrase)
  })

  it('shows what the server rejects', async () => {
    const { user } = renderApp('/account-deletion', {
      ...may,
      [remove]: failure(400, 'La password attuale non è corretta.'),
    })
    await toConfirm(user)
    await agree(user)
    await fill(user)
    await press(user)
    await findInToast('La password attuale non è corretta.')
  })

  it.each([
    ['C’è un pagamento in AVA in corso.', 'C’è un pagamento in AVA in corso.'],
    [null, 'Il tuo account non può essere eliminato in questo momento.'],
  ])('R-100, T-225: explains why deletion is not possible: %s', async (reason, says) => {
    renderApp('/account-deletion', blocked(reason))
    await screen.findByText(says)
    expect(screen.getByRole('link', { name: 'Torna al profilo' }).getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('button', { name: 'Continua' })).toBeNull()
  })

  it('shows loading and can retry the eligibility check', async () => {
    renderApp('/account-deletion', { ...may, 'GET /api/user/deletion-eligibility': neverAnswers })
    await screen.findByText('Caricamento in corso…')
  })

  it('Q-55: is available to suspended users', async () => {
    const until = { until: '2026-11-27T10:00:00.000Z' }
    const { at } = renderApp('/account-deletion', { ...may, ...signedInAs({ ...giulia, suspended: until }) })
    await screen.findByText(/ecco che cosa succede/)
    expect(at()).toBe('/account-deletion')
  })
})

describe('the danger zone of the profile page', () => {
  it.each([
    ['a business', { ...signedInAs(locanda), 'GET /api/user/profile': ok(profileOfLocanda) }],
    ['a client', { ...signedInAs(giulia), 'GET /api/user/profile': ok(profileOfGiulia) }],
  ])('R-85, P-17, Q-36, Q-93: links %s to deletion and export', async (_, answers) => {
    renderApp('/profile', answers)
    const zone = within(await screen.findByRole('region', { name: 'Eliminazione dell’account' }))
    expect(zone.getByRole('link', { name: 'Elimina account' }).getAttribute('href')).toBe('/account-deletion')
    expect(zone.getByRole('link', { name: 'Scarica in CSV (zip)' }).getAttribute('href')).toBe(
      '/api/user/export?format=csv',
    )
  })
})
