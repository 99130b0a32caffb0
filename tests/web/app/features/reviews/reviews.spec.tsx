// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { disputed, noon, ownReview, review } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs, visitor } from '../../support/people.ts'
import { locandaPerson, reviewReadBy } from '../../support/reviews.ts'
import { findInToast, renderApp, toastArea } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const received = 'GET /api/reviews/target/BUSINESS/locanda'
const full: Answers = {
  ...signedInAs(locanda),
  [received]: ok([review]),
  'GET /api/disputes': ok([]),
  'GET /api/appeals/mine': ok([]),
  'GET /api/businesses': ({ query }) =>
    ok([
      ...(query.includes('reviewable=true')
        ? []
        : [{ id: 'locanda', businessName: 'Locanda del Borgo', location: 'Siena', isPremium: false }]),
      { id: 'miramare', businessName: 'Hotel Miramare', location: 'Rimini', isPremium: false },
    ]),
}
const disputeId = 'review-1'
const saved = { ...ownReview, newlyIssuedRewards: [] }
const flagged = { id: 'f', reviewId: 'review-1', reason: 'FAKE', note: null, status: 'PENDING', createdAt: noon }

describe('reviews received by a business', () => {
  it('T-157, R-59: show the possible actions', async () => {
    renderApp('/ratings', full)
    expect(await screen.findByRole('heading', { name: 'Recensioni' })).toBeTruthy()
    const row = within(await within(await screen.findByRole('main')).findByRole('listitem'))
    for (const words of ['Colazione ottima.', '4 stelle su 5', 'Servizio', 'Pubblica', '20 novembre 2026'])
      expect(row.getByText(words)).toBeTruthy()
    expect(row.getAllByRole('button').map((button) => button.textContent)).toEqual(['Rispondi', 'Segnala', 'Contesta'])
  })

  it.each([
    ['T-169, S-11', { moderationStatus: 'HIDDEN' }, 'Nascosta', []],
    ['T-169, S-11', { moderationStatus: 'REMOVED' }, 'Rimossa', []],
    ['T-169', { moderationStatus: 'PENDING_REVIEW' }, 'In Revisione', ['Rispondi', 'Segnala', 'Contesta']],
    ['T-170', { disputeStatus: 'OPEN', disputeId }, 'Contestata', ['Rispondi', 'Segnala']],
    ['T-170, Q-57', { disputeStatus: 'UNDER_REVIEW', disputeId }, 'In revisione', ['Rispondi', 'Segnala']],
    ['T-170', { disputeStatus: 'RESOLVED_UPHELD', disputeId }, 'Contestazione accolta', ['Rispondi', 'Segnala']],
    ['T-170', { disputeStatus: 'RESOLVED_REJECTED', disputeId }, 'Contestazione respinta', ['Rispondi', 'Segnala']],
    ['B-28', { disputeId }, 'Contestazione già presente', ['Rispondi', 'Segnala']],
    ['Q-50', { mine: true, edited: true, targetId: 'miramare' }, 'Modificata', []],
  ] as const)('%s: one that is %o says so and offers the remaining actions', async (_, overrides, label, actions) => {
    renderApp('/ratings', { ...full, [received]: ok([reviewReadBy(locandaPerson, overrides)]) })
    const row = within(await within(await screen.findByRole('main')).findByRole('listitem'))
    expect(row.getByText(label)).toBeTruthy()
    expect(row.queryAllByRole('button').map((button) => button.textContent)).toEqual(actions)
  })

  it('S-11: explain why a hidden one cannot be disputed', async () => {
    renderApp('/ratings', { ...full, [received]: ok([reviewReadBy(locandaPerson, { moderationStatus: 'HIDDEN' })]) })
    expect(await screen.findByText('Questa recensione non è più visibile e non può essere contestata.')).toBeTruthy()
  })

  it('Q-09: ask a business to confirm its address before it replies or disputes', async () => {
    const unconfirmed = { ...locandaPerson, emailConfirmed: false }
    renderApp('/ratings', { ...full, [received]: ok([reviewReadBy(unconfirmed)]) })
    const row = within(await within(await screen.findByRole('main')).findByRole('listitem'))
    expect(row.getAllByRole('button').map((button) => button.textContent)).toEqual(['Segnala'])
    expect(row.getByText('Conferma prima il tuo indirizzo email.')).toBeTruthy()
  })

  it('show that they are loading', async () => {
    renderApp('/ratings', { ...full, [received]: neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
  it('show that there are none', async () => {
    renderApp('/ratings', { ...full, [received]: ok([]) })
    expect(await screen.findByText('Non hai ancora ricevuto recensioni.')).toBeTruthy()
  })
  it('show an error and can be reloaded', async () => {
    let answers = 0
    const { user } = renderApp('/ratings', {
      ...full,
      [received]: () => (++answers === 1 ? failure(500, 'boom') : ok([review])),
    })
    await user.click(await screen.findByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Colazione ottima.')).toBeTruthy()
  })
})

describe('the review dialog', () => {
  const openForm = async (answers: Answers) => {
    const opened = renderApp('/ratings', { ...full, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: 'Nuova recensione' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Scrivi una recensione' })) }
  }
  const choose = async ({ user, dialog }: Awaited<ReturnType<typeof openForm>>) => {
    await user.type(dialog.getByRole('combobox', { name: 'Struttura da recensire' }), 'mira')
    await user.click(await dialog.findByRole('option', { name: /Hotel Miramare/ }))
    await user.click(dialog.getByRole('radio', { name: '5 stelle' }))
  }

  it('Q-47: finds another business by name and not the user’s own', async () => {
    const form = await openForm({ 'POST /api/reviews': created(saved) })
    const { user, dialog, server } = form
    await choose(form)
    expect(dialog.queryByRole('option', { name: /Locanda/ })).toBeNull()
    expect(server.to('GET /api/businesses').map(({ query }) => query)).toEqual(['?query=mira&reviewable=true'])
    await user.type(dialog.getByRole('textbox', { name: /Commento/ }), 'Ottimo.')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Chi può leggerla' }), 'PRIVATE_TO_BUSINESS')
    await user.click(dialog.getByRole('button', { name: 'Salva recensione' }))
    expect(await screen.findByText('Recensione salvata')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.to('POST /api/reviews')[0]?.body).toEqual({
      rating: 5,
      comment: 'Ottimo.',
      reasonCode: 'OTHER',
      visibility: 'PRIVATE_TO_BUSINESS',
      targetType: 'BUSINESS',
      targetId: 'miramare',
    })
  })

  it('moves the focus to the chosen business, and back to the search when it is changed', async () => {
    const { user, dialog } = await openForm({})
    await user.type(dialog.getByRole('combobox', { name: 'Struttura da recensire' }), 'mira')
    await dialog.findByRole('option', { name: /Hotel Miramare/ })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cambia struttura' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Struttura da recensire' }))
  })

  it('does not offer the results of an earlier text', async () => {
    const { user, dialog } = await openForm({})
    const field = dialog.getByRole('combobox', { name: 'Struttura da recensire' })
    await user.type(field, 'mira')
    await dialog.findByRole('option', { name: /Hotel Miramare/ })
    await user.type(field, 'zzz')
    expect(dialog.queryByRole('option', { name: /Hotel/ })).toBeNull()
  })

  it('T-163, Q-115: lists every reward code in one toast', async () => {
    const form = await openForm({
      'POST /api/reviews': created({
        ...saved,
        newlyIssuedRewards: [
          { discountPercent: 2, code: 'PRIMA123' },
          { discountPercent: 10, code: 'FEDELE10' },
        ],
      }),
    })
    await choose(form)
    await form.user.click(form.dialog.getByRole('button', { name: 'Salva recensione' }))
    expect(await screen.findByText('Ricompensa sbloccata')).toBeTruthy()
    expect(within(toastArea()).getByText(/2% di sconto con il codice PRIMA123/).textContent).toContain('FEDELE10')
    expect(screen.queryByText('Recensione salvata')).toBeNull()
  })

  it('V-34, V-38, T-158, T-159: requires stars and a business', async () => {
    const { user, dialog, server } = await openForm({})
    await user.click(dialog.getByRole('button', { name: 'Salva recensione' }))
    expect(screen.getByText('Valutazione mancante')).toBeTruthy()
    expect(within(toastArea()).getByText('Seleziona una valutazione da 1 a 5 stelle.')).toBeTruthy()
    expect(dialog.getByText('Seleziona una valutazione da 1 a 5 stelle.')).toBeTruthy()
    expect(dialog.getByText('Scegli la struttura da recensire')).toBeTruthy()
    expect(server.to('POST /api/reviews')).toEqual([])
  })

  it('R-60, Q-49: accepts five hundred characters', async () => {
    const { dialog } = await openForm({})
    expect(dialog.getByRole('textbox', { name: /Commento/ }).getAttribute('maxlength')).toBe('500')
    expect(dialog.getByText('0/500')).toBeTruthy()
  })

  it('T-162: shows its own message for a server error', async () => {
    const form = await openForm({ 'POST /api/reviews': failure(500, 'boom') })
    await choose(form)
    await form.user.click(form.dialog.getByRole('button', { name: 'Salva recensione' }))
    expect(await findInToast('Si è verificato un errore durante il salvataggio della recensione.')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})

describe('the quick review on the dashboard', () => {
  it('S-18, Q-49, T-161: accepts two thousand characters and resets after saving', async () => {
    let broken = true
    const { user } = renderApp('/dashboard', {
      ...full,
      'POST /api/reviews': () => (broken ? failure(500, 'boom') : created(saved)),
    })
    const form = within(await screen.findByRole('form', { name: 'Recensione veloce' }))
    const comment = form.getByRole('textbox', { name: /Commento/ })
    expect(comment.getAttribute('maxlength')).toBe('2000')
    await user.type(form.getByRole('combobox', { name: 'Struttura da recensire' }), 'mira')
    await user.click(await form.findByRole('option', { name: /Hotel Miramare/ }))
    await user.click(form.getByRole('radio', { name: '5 stelle' }))
    await user.type(comment, 'Bello')
    await user.selectOptions(form.getByRole('combobox', { name: 'Motivo principale' }), 'PRICE')
    await user.click(form.getByRole('button', { name: 'Salva recensione' }))
    expect(await findInToast('Si è verificato un errore durante il salvataggio.')).toBeTruthy()

    broken = false
    await user.click(form.getByRole('button', { name: 'Salva recensione' }))
    await screen.findByText('Recensione salvata')
    expect(form.getByRole('radio', { name: '5 stelle' })).toHaveProperty('checked', false)
    expect(form.getByRole('textbox', { name: /Commento/ })).toHaveProperty('value', '')
    expect(form.getByRole('combobox', { name: 'Motivo principale' })).toHaveProperty('value', 'OTHER')
    expect(form.getByRole('combobox', { name: 'Chi può leggerla' })).toHaveProperty('value', 'PUBLIC_ANONYMOUS')
  })
})

describe('the flag dialog', () => {
  const openForm = async (answers: Answers) => {
    const opened = renderApp('/ratings', { ...full, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: 'Segnala' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Segnala la recensione' })) }
  }

  it('R-74: takes a reason and a note', async () => {
    const { user, dialog, server } = await openForm({ 'POST /api/reviews/review-1/flag': created(flagged) })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'FAKE')
    await user.type(dialog.getByRole('textbox', { name: /Nota/ }), 'Mai stato qui')
    await user.click(dialog.getByRole('button', { name: 'Invia segnalazione' }))
    expect(await screen.findByText('Segnalazione inviata')).toBeTruthy()
    expect(server.to('POST /api/reviews/review-1/flag')[0]?.body).toEqual({ reason: 'FAKE', note: 'Mai stato qui' })
  })

  it('T-164, V-45: requires a reason', async () => {
    const { user, dialog, server } = await openForm({})
    await user.click(dialog.getByRole('button', { name: 'Invia segnalazione' }))
    expect(within(toastArea()).getByText('Motivo richiesto')).toBeTruthy()
    expect(dialog.getByText('Motivo richiesto')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Motivo' }))
    expect(server.to('POST /api/reviews/review-1/flag')).toEqual([])
  })

  it.each([
    ['T-165', failure(409, 'Segnalazione già presente', 'AlreadyFlagged'), 'Segnalazione già presente'],
    ['T-166', failure(500, 'boom'), 'Invio della segnalazione non riuscito.'],
    ['T-166', failure(409, 'Non è più visibile.', 'ReviewNotFlaggable'), 'Non è più visibile.'],
  ])('%s: shows why it was rejected', async (_, answer, words) => {
    const { user, dialog } = await openForm({ 'POST /api/reviews/review-1/flag': answer })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'FAKE')
    await user.click(dialog.getByRole('button', { name: 'Invia segnalazione' }))
    expect(await findInToast(words)).toBeTruthy()
  })
})

describe('the dispute dialog', () => {
  const openForm = async (answers: Answers) => {
    const opened = renderApp('/ratings', { ...full, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: 'Contesta' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Contesta la recensione' })) }
  }
  const why = 'Il cliente non ha mai soggiornato da noi.'

  it('R-75, T-172, Q-51: takes a reason, an explanation and evidence', async () => {
    const { user, dialog, server } = await openForm({ 'POST /api/reviews/review-1/dispute': created(disputed) })
    expect(await dialog.findByText(/entro 5 giorni lavorativi/)).toBeTruthy()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'INCORRECT_INFO')
    await user.type(dialog.getByRole('textbox', { name: 'Spiegazione' }), why)
    await user.type(dialog.getByRole('textbox', { name: /Prove/ }), 'https://a.it/1{Enter}{Enter}https://a.it/2')
    await user.click(dialog.getByRole('button', { name: 'Invia contestazione' }))
    expect(await screen.findByText('Contestazione inviata')).toBeTruthy()
    expect(server.to('POST /api/reviews/review-1/dispute')[0]?.body).toEqual({
      reason: 'INCORRECT_INFO',
      message: why,
      evidenceUrls: ['https://a.it/1', 'https://a.it/2'],
    })
  })

  it('T-167, V-47, V-48: requires a reason and a sufficient explanation', async () => {
    const { user, dialog, server } = await openForm({})
    await user.type(dialog.getByRole('textbox', { name: 'Spiegazione' }), 'Troppo corta')
    await user.click(dialog.getByRole('button', { name: 'Invia contestazione' }))
    expect(screen.getByText('Dati mancanti')).toBeTruthy()
    expect(dialog.getByText('Motivo richiesto')).toBeTruthy()
    expect(dialog.getByText('Deve avere almeno 20 caratteri')).toBeTruthy()
    expect(server.to('POST /api/reviews/review-1/dispute')).toEqual([])
  })

  it('V-49: accepts https evidence only', async () => {
    const { user, dialog } = await openForm({})
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'OTHER')
    await user.type(dialog.getByRole('textbox', { name: 'Spiegazione' }), why)
    await user.type(dialog.getByRole('textbox', { name: /Prove/ }), 'http://a.it')
    await user.click(dialog.getByRole('button', { name: 'Invia contestazione' }))
    expect(dialog.getByText('Inserisci al massimo 5 indirizzi che iniziano con https://')).toBeTruthy()
  })

  it('T-168: shows that a second one is rejected', async () => {
    const { user, dialog } = await openForm({
      'POST /api/reviews/review-1/dispute': failure(409, 'Contestazione già presente', 'AlreadyDisputed'),
    })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'OTHER')
    await user.type(dialog.getByRole('textbox', { name: 'Spiegazione' }), why)
    await user.click(dialog.getByRole('button', { name: 'Invia contestazione' }))
    expect(await findInToast('Contestazione già presente')).toBeTruthy()
  })
})

describe('the public page of a business', () => {
  const profile = {
    id: 'locanda',
    businessName: 'Locanda del Borgo',
    businessType: 'bnb',
    location: 'Via Roma 12, Siena',
    province: 'SI',
    provinceName: 'Siena',
    businessPhoto: null,
    theForkRating: 8.7,
    avgScore: 4.34,
    totalReviews: 38,
    isPremium: false,
    disputes: { reviews: 38, opened: 0, won: 0, lost: 0, waiting: 0 },
    scores: {
      asOf: '2026-11-20',
      inForce: { average: 4.34, opinions: 35 },
      all: { average: 4.34, opinions: 35 },
      exclusions: [],
    },
  }
  const page: Answers = { ...full, 'GET /api/businesses/locanda': ok(profile) }

  it('A-83, R-105, Q-32, Q-102: is public; reviewing and flagging ask for sign-in', async () => {
    renderApp('/business/locanda', { ...page, ...visitor, [received]: ok([reviewReadBy(null)]) })
    expect(await screen.findByRole('heading', { name: 'Locanda del Borgo' })).toBeTruthy()
    for (const words of ['B&B', 'Via Roma 12, Siena (SI)', 'The Fork 8,7/10 (dichiarato)', '4,3', '38 recensioni'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(await screen.findByText('Colazione ottima.')).toBeTruthy()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Accedi per scrivere una recensione')).toBe('/login')
    expect(link('Segnala')).toBe('/login')
  })

  it('Q-32: lets a client write a review', async () => {
    const { user, server } = renderApp('/business/locanda', {
      ...page,
      ...signedInAs(giulia),
      'POST /api/reviews': created(saved),
    })
    await user.click(await screen.findByRole('button', { name: 'Scrivi una recensione' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('radio', { name: '5 stelle' }))
    await user.click(dialog.getByRole('button', { name: 'Salva recensione' }))
    await screen.findByText('Recensione salvata')
    expect(server.to('POST /api/reviews')[0]?.body).toMatchObject({ targetType: 'BUSINESS', targetId: 'locanda' })
    expect(server.to('GET /api/businesses/locanda')).toHaveLength(2)
  })

  it('Q-47: does not ask a business to review itself', async () => {
    renderApp('/business/locanda', page)
    await screen.findByText('Colazione ottima.')
    expect(screen.queryByRole('button', { name: 'Scrivi una recensione' })).toBeNull()
  })

  it('Q-32: for an unknown business is the not-found page', async () => {
    renderApp('/business/nessuno', { ...visitor, 'GET /api/businesses/nessuno': failure(404, 'Non trovata') })
    expect(await screen.findByRole('heading', { name: 'Pagina non trovata' })).toBeTruthy()
  })
})
