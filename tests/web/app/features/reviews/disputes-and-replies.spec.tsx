// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { disputed, noon, ownReview, ratingReceived, review } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { giuliaPerson, locandaPerson, ownReviewReadBy, reviewReadBy } from '../../support/reviews.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const midnight = '2026-11-20T00:00:00.000Z'
const received = 'GET /api/reviews/target/BUSINESS/locanda'
const reply = { text: 'Grazie della visita.', edited: false, overtaken: false, repliedAt: midnight }
const business: Answers = { ...signedInAs(locanda), [received]: ok([review]), 'GET /api/disputes': ok([]) }
const client: Answers = {
  ...signedInAs(giulia),
  'GET /api/reviews/mine': ok([ownReview]),
  'GET /api/client/ratings': ok([ratingReceived]),
  'GET /api/flags/mine': ok([]),
  'GET /api/reviews/target/USER/cli-giulia': ok([]),
}
const openThread = {
  ...disputed,
  reason: 'INCORRECT_INFO',
  message: 'La camera descritta non esiste.',
  undecided: true,
  side: 'author',
  statements: [],
  maySpeak: true,
  statementObstacle: null,
}
const statementBy = (party: 'business' | 'author', message: string, n = 1) => ({
  id: `s-${n}`,
  party,
  message,
  filedAt: midnight,
})

describe('a business’s reply', () => {
  const openForm = async (answers: Answers, button = 'Rispondi') => {
    const opened = renderApp('/ratings', { ...business, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: button }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Rispondi alla recensione' })) }
  }

  it('D-26: is written in a dialog of a thousand characters', async () => {
    const { user, dialog, server } = await openForm({ 'PUT /api/reviews/review-1/reply': ok(reply) })
    const text = dialog.getByRole('textbox', { name: /La tua risposta/ })
    expect(text.getAttribute('maxlength')).toBe('1000')
    await user.type(text, 'Grazie della visita.')
    await user.click(dialog.getByRole('button', { name: 'Pubblica risposta' }))
    expect(await screen.findByText('Risposta pubblicata')).toBeTruthy()
    expect(server.to('PUT /api/reviews/review-1/reply')[0]?.body).toEqual({ text: 'Grazie della visita.' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('Q-60: warns while it names a person, who could be the author', async () => {
    const { user, dialog } = await openForm({})
    const text = dialog.getByRole('textbox')
    await user.type(text, 'Gentile signora Ferri, ')
    expect(dialog.getByRole('status').textContent).toMatch(/«Ferri» sembra il nome di una persona/)
    await user.clear(text)
    await user.type(text, 'Gentile ospite, grazie.')
    expect(dialog.getByRole('status').textContent).toBe('')
  })

  it('that is too short is kept with a message', async () => {
    const { user, dialog, server } = await openForm({})
    await user.type(dialog.getByRole('textbox'), 'Grazie')
    await user.click(dialog.getByRole('button', { name: 'Pubblica risposta' }))
    expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(server.to('PUT /api/reviews/review-1/reply')).toEqual([])
  })

  it('shows why it was rejected', async () => {
    const answer = failure(409, 'Questa recensione non è più visibile: non puoi rispondere.', 'ReviewNotAnswerable')
    const { user, dialog } = await openForm({ 'PUT /api/reviews/review-1/reply': answer })
    await user.type(dialog.getByRole('textbox'), 'Grazie della visita.')
    await user.click(dialog.getByRole('button', { name: 'Pubblica risposta' }))
    expect(await dialog.findByText(/non puoi rispondere/)).toBeTruthy()
  })

  it('is shown under the review, marks later edits and can be changed or withdrawn', async () => {
    const { user, dialog, server } = await openForm(
      {
        [received]: ok([{ ...review, edited: true, reply: { ...reply, edited: true, overtaken: true } }]),
        'DELETE /api/reviews/review-1/reply': noContent,
      },
      'Modifica risposta',
    )
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Grazie della visita.')
    await user.keyboard('{Escape}')
    expect(screen.getByText('La recensione è stata modificata dopo questa risposta.')).toBeTruthy()
    expect(screen.getByText(/20 novembre 2026 · modificata/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ritira risposta' }))
    const confirmation = within(await screen.findByRole('dialog', { name: 'Ritira risposta' }))
    await user.click(confirmation.getByRole('button', { name: 'Ritira risposta' }))
    expect(await screen.findByText('Risposta ritirata')).toBeTruthy()
    expect(server.to('DELETE /api/reviews/review-1/reply')).toHaveLength(1)
  })

  describe.each(['HIDDEN', 'REMOVED'] as const)('to a review that is %s', (moderationStatus) => {
    it('S-11: is not offered, with the reason', async () => {
      renderApp('/ratings', { ...business, [received]: ok([reviewReadBy(locandaPerson, { moderationStatus })]) })
      expect(await screen.findByText('Questa recensione non è più visibile: non puoi rispondere.')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Rispondi' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Ritira risposta' })).toBeNull()
    })

    it('D-26: can still be withdrawn', async () => {
      const replied = { replyText: reply.text, replyEdited: false, repliedAt: midnight }
      const answered = reviewReadBy(locandaPerson, { moderationStatus, ...replied })
      renderApp('/ratings', { ...business, [received]: ok([answered]) })
      expect(await screen.findByRole('button', { name: 'Ritira risposta' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Modifica risposta' })).toBeNull()
    })
  })

  it('Q-24: shows an unconfirmed business once why it may neither reply nor dispute', async () => {
    const unconfirmed = reviewReadBy({ ...locandaPerson, emailConfirmed: false })
    renderApp('/ratings', { ...business, [received]: ok([unconfirmed]) })
    expect(await screen.findAllByText(/[Cc]onferma/)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Rispondi' })).toBeNull()
  })
})

describe('a dispute as its author sees it', () => {
  const disputedReview = ok([ownReviewReadBy(giuliaPerson, { disputeStatus: 'OPEN', disputeId: 'review-1' })])
  const openDispute = async (answers: Answers) => {
    const opened = renderApp('/my-reviews', { ...client, 'GET /api/reviews/mine': disputedReview, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: 'Vedi la contestazione' }))
    return { ...opened, panel: within(await screen.findByRole('region', { name: 'Contestazione della recensione' })) }
  }

  it('shows the reason and the message, and takes an anonymous answer', async () => {
    const filed = {
      ...openThread,
      statements: [statementBy('author', 'Ho soggiornato tre notti.')],
      maySpeak: false,
      statementObstacle: 'not-your-turn',
    }
    let answered = false
    const { user, panel, server } = await openDispute({
      'GET /api/disputes/review-1': () => ok(answered ? filed : openThread),
      'POST /api/disputes/review-1/statements': () => {
        answered = true
        return created(filed)
      },
    })
    expect(await panel.findByText('Informazioni errate')).toBeTruthy()
    expect(panel.getByText('La camera descritta non esiste.')).toBeTruthy()
    expect(panel.getByText(/Decisione entro il 20 novembre 2026/)).toBeTruthy()
    expect(panel.getByText(/non sa chi sei/)).toBeTruthy()
    await user.type(panel.getByRole('textbox', { name: /La tua dichiarazione/ }), 'Ho soggiornato tre notti.')
    await user.click(panel.getByRole('button', { name: 'Invia dichiarazione' }))
    expect(await screen.findByText('Dichiarazione inviata')).toBeTruthy()
    expect(server.to('POST /api/disputes/review-1/statements')[0]?.body).toEqual({
      message: 'Ho soggiornato tre notti.',
    })
    expect(await panel.findByText('Potrai scrivere di nuovo quando l’altra parte avrà risposto.')).toBeTruthy()
    expect(panel.getByText('Tu · 20 novembre 2026')).toBeTruthy()
  })

  it.each([
    [
      { status: 'RESOLVED_REJECTED', maySpeak: false, statementObstacle: 'decided' },
      'Non si possono più aggiungere dichiarazioni.',
    ],
    [
      {
        maySpeak: false,
        statementObstacle: 'used-up',
        statements: [1, 2, 3].map((n) => statementBy('author', `Dichiarazione numero ${n}.`, n)),
      },
      'Hai inviato tutte le dichiarazioni previste.',
    ],
  ])('explains when no statement can be made: %#', async (overrides, text) => {
    const { panel } = await openDispute({ 'GET /api/disputes/review-1': ok({ ...openThread, ...overrides }) })
    expect(await panel.findByText(text)).toBeTruthy()
    expect(panel.queryByRole('textbox')).toBeNull()
  })

  it('shows loading and errors', async () => {
    const { panel } = await openDispute({ 'GET /api/disputes/review-1': neverAnswers })
    expect(panel.getByText('Caricamento in corso…')).toBeTruthy()
  })
  it('is not offered for an undisputed review', async () => {
    renderApp('/my-reviews', client)
    await screen.findByText('Colazione ottima.')
    expect(screen.queryByRole('button', { name: 'Vedi la contestazione' })).toBeNull()
  })

  it.each([
    ['HIDDEN', 'Nascosta'],
    ['REMOVED', 'Rimossa'],
    ['PENDING_REVIEW', 'In Revisione'],
  ])('S-11: explains why a review is %s', async (moderationStatus, label) => {
    const why = { facts: 'Tre segnalazioni per spam.', ground: 'SPAM' }
    renderApp('/my-reviews', { ...client, 'GET /api/reviews/mine': ok([{ ...ownReview, moderationStatus, why }]) })
    expect(await screen.findByText(label)).toBeTruthy()
    expect(screen.getByText('Perché: spam')).toBeTruthy()
    expect(screen.getByText('Tre segnalazioni per spam.')).toBeTruthy()
  })

  it('Q-48: replaces editing by the reason while the review is held or under dispute', async () => {
    renderApp('/my-reviews', {
      ...client,
      'GET /api/reviews/mine': ok([
        ownReviewReadBy(giuliaPerson, { moderationStatus: 'PENDING_REVIEW' }),
        ownReviewReadBy(giuliaPerson, { id: 'review-2', disputeStatus: 'UNDER_REVIEW', disputeId: 'review-2' }),
      ]),
    })
    expect(await screen.findByText('Puoi modificare la recensione solo quando è pubblicata.')).toBeTruthy()
    expect(screen.getByText('Finché la contestazione non è decisa non puoi modificare la recensione.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
  })
})

describe('a dispute as the business sees it', () => {
  it('R-75: suggests evidence for the chosen reason', async () => {
    const { user } = renderApp('/ratings', business)
    await user.click(await screen.findByRole('button', { name: 'Contesta' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Contesta la recensione' }))
    expect(dialog.queryByText('Che cosa aiuta a decidere')).toBeNull()
    for (const [reason, proof] of [
      ['INCORRECT_INFO', 'Che cosa, nella recensione, non corrisponde al vero'],
      ['UNFAIR_RATING', 'Il fatto che rende ingiusto il punteggio, non il punteggio in sé'],
      ['POLICY_VIOLATION', 'La frase della recensione che viola le regole'],
      ['OTHER', 'Che cosa è accaduto e quando'],
    ] as const) {
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), reason)
      expect(dialog.getByText(proof)).toBeTruthy()
    }
  })

  it('V-49, Q-51: shows evidence as text, never as link or picture', async () => {
    const evidenceUrls = ['https://hotel.example/piantina.png']
    renderApp('/ratings', { ...business, 'GET /api/disputes': ok([{ ...disputed, evidenceUrls }]) })
    expect(await screen.findByText('https://hotel.example/piantina.png')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /hotel.example/ })).toBeNull()
    expect(document.querySelector('img[src*="hotel.example"]')).toBeNull()
  })

  it('shows the author’s answer without a name', async () => {
    const statements = [statementBy('author', 'Ho soggiornato tre notti.')]
    const { user } = renderApp('/ratings', {
      ...business,
      'GET /api/disputes': ok([disputed]),
      'GET /api/disputes/d': ok({ ...openThread, side: 'business', statements }),
    })
    await user.click(await screen.findByRole('button', { name: 'Dichiarazioni delle parti' }))
    expect(await screen.findByText('Chi ha scritto la recensione · 20 novembre 2026')).toBeTruthy()
    expect(screen.getByText('Ho soggiornato tre notti.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: /La tua dichiarazione/ })).toBeTruthy()
  })
})

describe('the user’s flags page', () => {
  const flagged = {
    id: 'flag-1',
    reviewId: 'review-1',
    reason: 'FAKE',
    note: 'Mai stata qui.',
    status: 'PENDING',
    createdAt: noon,
    decidedAt: null,
    targetName: 'Locanda del Borgo',
    rating: 2,
    why: null,
  }
  const region = async () => within(await screen.findByRole('region', { name: 'Le tue segnalazioni' }))

  it.each([
    ['PENDING', 'In attesa', 'Un moderatore la esaminerà.'],
    ['REVIEWED', 'Esaminata', /senza accoglierla né respingerla/],
    ['DISMISSED', 'Respinta', /resta visibile/],
    ['UPHELD', 'Accolta', /ti ha dato ragione/],
  ])('S-14: shows one that is %s', async (status, label, outcome) => {
    renderApp('/my-reviews', { ...client, 'GET /api/flags/mine': ok([{ ...flagged, status }]) })
    const flags = await region()
    expect(await flags.findByText(label)).toBeTruthy()
    expect(flags.getByText(outcome)).toBeTruthy()
    expect(flags.getByText('Recensione su Locanda del Borgo')).toBeTruthy()
    expect(flags.getByText('Recensione falsa: Mai stata qui.')).toBeTruthy()
  })

  it('shows the findings once decided', async () => {
    const why = { facts: 'La recensione è stata esaminata.', ground: 'NO_VIOLATION' }
    renderApp('/my-reviews', { ...client, 'GET /api/flags/mine': ok([{ ...flagged, status: 'DISMISSED', why }]) })
    const flags = await region()
    expect(await flags.findByText('Perché: nessuna violazione')).toBeTruthy()
    expect(flags.getByText('La recensione è stata esaminata.')).toBeTruthy()
  })

  it('shows that there are none', async () => {
    renderApp('/my-reviews', client)
    expect(await (await region()).findByText('Non hai segnalato nessuna recensione.')).toBeTruthy()
  })

  it('shows a business its flags next to the received reviews', async () => {
    const { user } = renderApp('/ratings', {
      ...business,
      'GET /api/flags/mine': ok([flagged]),
      'GET /api/reviews/mine': ok([ownReview]),
    })
    await user.click(await screen.findByRole('tab', { name: 'Segnalazioni' }))
    expect(await (await region()).findByText('In attesa')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Scritte' }))
    expect(await screen.findByRole('button', { name: 'Modifica' })).toBeTruthy()
  })
})

describe('private remarks (Q-113, P-15)', () => {
  it('are visible to the client they are about', async () => {
    const remark = { ...review, targetType: 'USER', targetId: 'cli-giulia', comment: 'Ospite attenta.' }
    renderApp('/my-reviews', {
      ...client,
      'GET /api/reviews/target/USER/cli-giulia': ok([{ ...remark, visibility: 'PRIVATE_TO_BUSINESS' }]),
    })
    const remarks = within(await screen.findByRole('region', { name: 'Note private degli esercenti' }))
    expect(await remarks.findByText('Ospite attenta.')).toBeTruthy()
    expect(remarks.getByText('Privata')).toBeTruthy()
  })

  it('show that there are none', async () => {
    renderApp('/my-reviews', client)
    expect(await screen.findByText('Nessun esercente ti ha lasciato una nota.')).toBeTruthy()
  })
})

describe('a venue’s dispute record', () => {
  const profile = {
    id: 'locanda',
    businessName: 'Locanda del Borgo',
    businessType: 'bnb',
    location: 'Siena',
    province: null,
    provinceName: null,
    businessPhoto: null,
    theForkRating: null,
    avgScore: 4,
    totalReviews: 3,
    isPremium: false,
    scores: {
      asOf: '2026-11-20',
      inForce: { average: 4, opinions: 3 },
      all: { average: 4, opinions: 3 },
      exclusions: [],
    },
  }
  it.each([
    [{ reviews: 40, opened: 0, won: 0, lost: 0, waiting: 0 }, 'Questa struttura non ha mai contestato una recensione.'],
    [
      { reviews: 40, opened: 4, won: 1, lost: 2, waiting: 1 },
      'Questa struttura ha contestato 4 delle 40 recensioni ricevute (10%): una accolta, 2 respinte, una in attesa.',
    ],
    [
      { reviews: 1, opened: 1, won: 0, lost: 0, waiting: 0 },
      'Questa struttura ha contestato una recensione, l’unica ricevuta.',
    ],
  ])('R-105: is summarised in a sentence: %#', async (disputes, sentence) => {
    renderApp('/business/locanda', {
      ...signedInAs(giulia),
      'GET /api/businesses/locanda': ok({ ...profile, disputes }),
      [received]: ok([]),
    })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })
})
