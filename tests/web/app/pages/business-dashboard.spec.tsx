// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { avaProfile, guest, ratingReceived } from '../support/fixtures.ts'
import { giulia, locanda, signedInAs } from '../support/people.ts'
import { renderApp, toastArea } from '../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, noContent, ok } from '../support/stub-server.ts'

const given = {
  ...ratingReceived,
  clientId: guest.id,
  clientName: guest.name,
  clientIsPremium: false,
  clientPhoto: null,
  isTopClient: true,
  clientAverageRating: 4.9,
  changeableUntil: '2198-01-01T00:00:00.000Z',
  changeable: true,
}
const statistics = {
  totalRatedClients: 19,
  topRatedClients: 4,
  averageRating: 4.4,
  growth: { monthlyPercent: 12, quarterlyPercent: 7, demo: true, monthlyDemo: true, quarterlyDemo: true },
}
const full: Answers = {
  ...signedInAs(locanda),
  'GET /api/dashboard/stats': ok(statistics),
  'GET /api/ratings': ok([given]),
  'GET /api/clients': ok([guest]),
  'GET /api/clients/top': ok([guest]),
  'GET /api/bookings': ok([]),
  'GET /api/hotels/partner': ok({ address: 'https://hotel.example/', trackingId: null }),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/ava/wallet': ok({
    id: 'locanda',
    virtualBalance: 12,
    payoutThreshold: 10,
    publicWalletAddress: null,
    payoutsFrom: null,
  }),
  'GET /api/ava/payouts': ok([]),
}
/** Scores nine on all four criteria. */
const scoreAll = (dialog: Pick<typeof screen, 'getByRole'>) => {
  for (const name of ['Puntualità', 'Cortesia', 'Pagamento', 'Stato della camera'])
    fireEvent.change(dialog.getByRole('slider', { name }), { target: { value: '9' } })
}
const card = (name: string) => screen.findByRole('region', { name })

describe('the business dashboard', () => {
  it('R-43, R-44, B-04, Q-110, Q-112: shows four statistics, including ratings given', async () => {
    renderApp('/dashboard', full)
    const shown = await card('Le tue statistiche')
    await within(shown).findByText('Clienti valutati')
    const terms = within(shown)
      .getAllByRole('term')
      .map((term) => term.textContent)
    const values = within(shown)
      .getAllByRole('definition')
      .map((value) => value.textContent)
    expect(terms).toEqual(['Valutazioni fatte', 'Clienti valutati', 'Media delle valutazioni', 'Clienti top'])
    expect(values).toEqual(['27', '19', '4,4 su 5', '4'])
  })

  it('R-44: shows no average without ratings, instead of zero', async () => {
    renderApp('/dashboard', { ...full, 'GET /api/dashboard/stats': ok({ ...statistics, averageRating: 0 }) })
    const shown = await card('Le tue statistiche')
    expect(await within(shown).findByText('Ancora nessuna')).toBeTruthy()
    expect(within(await card('In breve')).getByText('ancora nessuna media')).toBeTruthy()
    expect(screen.queryByText(/0 su 5|media 0/)).toBeNull()
  })

  it('E-50, R-46, B-08, C-19: shows the last five ratings with their four criteria', async () => {
    const { server } = renderApp('/dashboard', full)
    const ratings = await card('Valutazioni recenti')
    const [row] = await within(ratings).findAllByRole('listitem')
    expect(server.to('GET /api/ratings').map(({ query }) => query)).toContain('?limit=5')
    for (const words of [
      'Giulia Bianchi',
      'Cliente Top',
      'media 4,9',
      '5 stelle su 5',
      'Ospite gentile.',
      /Vacanza · 3 novembre 2026/,
    ])
      expect(within(row as HTMLElement).getByText(words)).toBeTruthy()
    expect(
      within(row as HTMLElement)
        .getAllByRole('definition')
        .map((score) => score.textContent),
    ).toEqual(['9/10', '10/10', '8/10', '7/10'])
  })

  it('Q-59, B-38, C-41, T-149: marks sampled growth', async () => {
    renderApp('/dashboard', full)
    const ratings = await card('Valutazioni recenti')
    expect(await within(ratings).findByText('+12% mensile')).toBeTruthy()
    expect(within(ratings).getByText('+7% trimestrale')).toBeTruthy()
    expect(within(ratings).getAllByText('dato dimostrativo')).toHaveLength(2)
  })

  it('Q-59: shows real monthly growth unmarked where only the quarter is sampled', async () => {
    const growth = { monthlyPercent: 50, quarterlyPercent: 7, demo: true, monthlyDemo: false, quarterlyDemo: true }
    renderApp('/dashboard', { ...full, 'GET /api/dashboard/stats': ok({ ...statistics, growth }) })
    const ratings = await card('Valutazioni recenti')
    const month = (await within(ratings).findByText('+50% mensile')).parentElement as HTMLElement
    expect(within(month).queryByText('dato dimostrativo')).toBeNull()
    expect(within(ratings).getAllByText('dato dimostrativo')).toHaveLength(1)
  })

  it('Q-59: does not mark real growth', async () => {
    const growth = { monthlyPercent: -3.5, quarterlyPercent: 20, demo: false, monthlyDemo: false, quarterlyDemo: false }
    renderApp('/dashboard', { ...full, 'GET /api/dashboard/stats': ok({ ...statistics, growth }) })
    const ratings = await card('Valutazioni recenti')
    expect(await within(ratings).findByText('-3,5% mensile')).toBeTruthy()
    expect(within(ratings).queryByText('dato dimostrativo')).toBeNull()
  })

  it('Q-59: shows no arrow for an unchanged value', async () => {
    const growth = { monthlyPercent: 0, quarterlyPercent: 20, demo: false, monthlyDemo: false, quarterlyDemo: false }
    renderApp('/dashboard', { ...full, 'GET /api/dashboard/stats': ok({ ...statistics, growth }) })
    const ratings = await card('Valutazioni recenti')
    const trendOf = async (text: string) => (await within(ratings).findByText(text)).innerHTML
    expect(await trendOf('+20% trimestrale')).toContain('trending-up')
    expect(await trendOf('+0% mensile')).not.toMatch(/trending-(up|down)/)
  })

  it('R-53, B-17, B-18, C-19, T-145, T-148: shows the three best clients with tier and discount', async () => {
    const { server } = renderApp('/dashboard', full)
    const best = await card('I tuoi clienti migliori')
    expect(await within(best).findByText('Cliente Top')).toBeTruthy()
    expect(within(best).getByText('20%')).toBeTruthy()
    expect(server.to('GET /api/clients/top')[0]?.query).toBe('?limit=3')
  })

  it('R-45, B-11, B-30: shows the AVA and the ratings left until the next', async () => {
    renderApp('/dashboard', full)
    const ava = await card('AVA')
    expect(await within(ava).findByText('12 AVA')).toBeTruthy()
    expect(within(ava).getByText('3 AVA in maturazione')).toBeTruthy()
    expect(
      within(ava).getByRole('progressbar', { name: 'Ancora 3 valutazioni o recensioni per il prossimo AVA' }),
    ).toBeTruthy()
  })

  it('Q-24: shows that the e-mail is unconfirmed and can resend the link', async () => {
    const { user, server } = renderApp('/dashboard', {
      ...full,
      ...signedInAs({ ...locanda, emailVerified: false }),
      'POST /api/auth/resend-verification': noContent,
    })
    await user.click(await screen.findByRole('button', { name: 'Invia di nuovo il link' }))
    expect(await screen.findByText('Ti abbiamo inviato un nuovo link di conferma')).toBeTruthy()
    expect(server.to('POST /api/auth/resend-verification')[0]?.body).toEqual({})
  })

  it('R-48: has four states, and empty parts explain what will be there', async () => {
    renderApp('/dashboard', { ...full, 'GET /api/ratings': ok([]), 'GET /api/clients/top': ok([]) })
    expect(await screen.findByText('Non hai ancora valutato nessun ospite.')).toBeTruthy()
    expect(await screen.findByText('Non hai ancora prenotato un viaggio.')).toBeTruthy()
  })

  it('shows the other cards when one fails', async () => {
    renderApp('/dashboard', { ...full, 'GET /api/ratings': failure(500, 'boom') })
    const ratings = await card('Valutazioni recenti')
    expect(await within(ratings).findByRole('alert')).toBeTruthy()
    expect(await within(await card('AVA')).findByText('12 AVA')).toBeTruthy()
  })
})

describe('the rating dialog', () => {
  const openForm = async (answers: Answers) => {
    const opened = renderApp('/dashboard', { ...full, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: 'Aggiungi valutazione' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Valuta un ospite' }))
    await dialog.findByRole('button', { name: 'Salva valutazione' })
    return { ...opened, dialog }
  }

  it('R-47, Q-44, Q-45: takes five stars, four criteria and the stay, and shows the AVA earned', async () => {
    const { user, dialog, server } = await openForm({ 'POST /api/ratings': created({ rating: given, avaEarned: 1 }) })
    await user.type(dialog.getByRole('textbox', { name: 'Email del cliente' }), 'giulia@posta.it')
    await user.click(dialog.getByRole('radio', { name: '4 stelle' }))
    const day = dialog.getByLabelText('Data del soggiorno')
    await user.type(day, '2026-11-03')
    scoreAll(dialog)
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))

    expect(await screen.findByText('Valutazione salvata')).toBeTruthy()
    expect(screen.getByText('Hai guadagnato 1 AVA.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const [sent] = server.to('POST /api/ratings')
    expect(sent?.headers['idempotency-key']).toBeTruthy()
    expect(sent?.body).toEqual({
      clientEmail: 'giulia@posta.it',
      overallRating: 4,
      punctualityScore: 9,
      kindnessScore: 9,
      paymentScore: 9,
      roomConditionScore: 9,
      stayType: 'leisure',
      stayDate: '2026-11-03',
    })
    expect(server.to('GET /api/ratings').filter(({ query }) => query === '?limit=5')).toHaveLength(2)
  })

  it('V-34, T-158, T-159: sends nothing without stars', async () => {
    const { user, dialog, server } = await openForm({})
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))
    expect(screen.getByText('Valutazione mancante')).toBeTruthy()
    expect(within(toastArea()).getByText('Seleziona una valutazione da 1 a 5 stelle.')).toBeTruthy()
    expect(dialog.getByText('Seleziona una valutazione da 1 a 5 stelle.')).toBeTruthy()
    expect(server.to('POST /api/ratings')).toEqual([])
  })

  it('Q-45, C-18: requires each criterion to be rated explicitly', async () => {
    const { user, dialog, server } = await openForm({})
    await user.type(dialog.getByRole('textbox', { name: 'Email del cliente' }), 'giulia@posta.it')
    await user.click(dialog.getByRole('radio', { name: '4 stelle' }))
    await user.type(dialog.getByLabelText('Data del soggiorno'), '2026-11-03')
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))
    expect(dialog.getAllByText('Scegli un punteggio da 0 a 10.')).toHaveLength(4)
    expect(document.activeElement).toBe(dialog.getByRole('slider', { name: 'Puntualità' }))
    expect(server.to('POST /api/ratings')).toEqual([])
  })

  it('keeps its content when the server rejects', async () => {
    const { user, dialog } = await openForm({
      'POST /api/ratings': failure(404, 'Cliente non trovato.', 'ClientUnknown'),
    })
    await user.type(dialog.getByRole('textbox', { name: 'Email del cliente' }), 'ignota@posta.it')
    await user.click(dialog.getByRole('radio', { name: '4 stelle' }))
    await user.type(dialog.getByLabelText('Data del soggiorno'), '2026-11-03')
    scoreAll(dialog)
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))
    const complaint = await dialog.findByText('Cliente non trovato.')
    const email = dialog.getByRole('textbox', { name: 'Email del cliente' })
    expect(email).toHaveProperty('value', 'ignota@posta.it')
    expect(email.getAttribute('aria-describedby')?.split(' ')).toContain(complaint.id)
  })

  it('T-161: shows general errors next to the form until it is sent again', async () => {
    const { user, dialog } = await openForm({
      'POST /api/ratings': failure(403, 'Conferma prima il tuo indirizzo email.', 'EmailNotConfirmed'),
    })
    await user.type(dialog.getByRole('textbox', { name: 'Email del cliente' }), 'giulia@posta.it')
    await user.click(dialog.getByRole('radio', { name: '4 stelle' }))
    const day = dialog.getByLabelText('Data del soggiorno')
    await user.type(day, '2026-11-03')
    scoreAll(dialog)
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Conferma prima il tuo indirizzo email.')
    await user.clear(day)
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))
    expect(dialog.queryByRole('alert')).toBeNull()
  })
})

describe('the clients page of a business', () => {
  it('T-154, R-56, B-20: lists them with their badges', async () => {
    renderApp('/clients', full)
    expect(await screen.findByRole('heading', { name: 'Gestione Clienti' })).toBeTruthy()
    const row = within(await within(await screen.findByRole('main')).findByRole('listitem'))
    expect(row.getByRole('heading', { name: 'Giulia Bianchi' })).toBeTruthy()
    for (const words of [
      'giulia@posta.it',
      'Firenze · 34 anni · Vacanza',
      '6 valutazioni',
      'Cliente Top',
      'Sconto 2%',
      '5/10',
    ])
      expect(row.getByText(words)).toBeTruthy()
  })

  it.each([
    ['T-146', { tierBadge: 'trusted' }, 'Cliente Fidato'],
    ['T-147', { tierBadge: 'new' }, 'Nuovo Cliente'],
    ['B-20', { rewardBadges: [{ type: 'elite', percent: 5 }] }, 'Bonus 5%'],
  ])('%s: shows the badge the server states', async (_, standing, badge) => {
    renderApp('/clients', { ...full, 'GET /api/clients': ok([{ ...guest, ...standing }]) })
    expect(await screen.findByText(badge)).toBeTruthy()
  })

  it('rates one of them without asking for the e-mail', async () => {
    const { user, server } = renderApp('/clients', {
      ...full,
      'POST /api/ratings': created({ rating: given, avaEarned: 0 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Aggiungi valutazione Giulia Bianchi' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('button', { name: 'Salva valutazione' })
    expect(dialog.queryByRole('textbox', { name: 'Email del cliente' })).toBeNull()
    await user.click(dialog.getByRole('radio', { name: '5 stelle' }))
    await user.type(dialog.getByLabelText('Data del soggiorno'), '2026-11-03')
    scoreAll(dialog)
    await user.click(dialog.getByRole('button', { name: 'Salva valutazione' }))
    await screen.findByText('Valutazione salvata')
    expect(server.to('POST /api/ratings')[0]?.body).toMatchObject({ clientId: 'cli-giulia', overallRating: 5 })
  })

  it('distinguishes loading, empty and failed', async () => {
    renderApp('/clients', { ...full, 'GET /api/clients': neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
  it('shows that it is empty', async () => {
    renderApp('/clients', { ...full, 'GET /api/clients': ok([]) })
    expect(await screen.findByText(/Non hai ancora clienti/)).toBeTruthy()
  })
  it('shows that loading failed', async () => {
    renderApp('/clients', { ...full, 'GET /api/clients': failure(500, 'Qualcosa si è rotto') })
    expect((await screen.findByRole('alert')).textContent).toContain('Qualcosa si è rotto')
    expect(screen.getByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})

describe('the client dashboard', () => {
  it('R-42, B-09, T-152, Q-33: shows the reviews, the status and a link to the full list', async () => {
    const { server } = renderApp('/dashboard', { ...signedInAs(giulia), 'GET /api/ava/profile': ok(avaProfile) })
    expect(await screen.findByRole('heading', { name: 'Ciao, Giulia Bianchi' })).toBeTruthy()
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['4', 'Attivo'])
    expect(screen.getByRole('link', { name: 'Apri la tua area cliente completa' }).getAttribute('href')).toBe(
      '/client-dashboard',
    )
    expect(server.to('GET /api/dashboard/stats')).toEqual([])
  })
})
