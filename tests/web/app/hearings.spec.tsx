// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open } from './support/open.tsx'
import { as, giulia, locanda } from './support/people.ts'
import { created, done, no, ok, silence, type Answers } from './support/server.ts'
import { disputed, noon, ownReview, ratingReceived, review } from './support/things.ts'

const midnight = '2026-11-20T00:00:00.000Z'
const received = 'GET /api/reviews/target/BUSINESS/locanda'
const reply = { text: 'Grazie della visita.', edited: false, overtaken: false, repliedAt: midnight }
const business: Answers = { ...as(locanda), [received]: ok([review]), 'GET /api/disputes': ok([]) }
const client: Answers = {
  ...as(giulia),
  'GET /api/reviews/mine': ok([ownReview]),
  'GET /api/client/ratings': ok([ratingReceived]),
  'GET /api/flags/mine': ok([]),
  'GET /api/reviews/target/USER/cli-giulia': ok([]),
}
const hearing = {
  ...disputed,
  reason: 'INCORRECT_INFO',
  message: 'La camera descritta non esiste.',
  side: 'author',
  statements: [],
  maySpeak: true,
}
const said = (party: 'business' | 'author', message: string, n = 1) => ({
  id: `s-${n}`,
  party,
  message,
  filedAt: midnight,
})

describe('the owner’s reply', () => {
  const openForm = async (answers: Answers, button = 'Rispondi') => {
    const opened = open('/ratings', { ...business, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: button }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Rispondi alla recensione' })) }
  }

  it('B-05: is written in a dialog of a thousand characters', async () => {
    const { user, dialog, server } = await openForm({ 'PUT /api/reviews/review-1/reply': ok(reply) })
    const text = dialog.getByRole('textbox', { name: /La tua risposta/ })
    expect(text.getAttribute('maxlength')).toBe('1000')
    await user.type(text, 'Grazie della visita.')
    await user.click(dialog.getByRole('button', { name: 'Pubblica risposta' }))
    expect(await screen.findByText('Risposta pubblicata')).toBeTruthy()
    expect(server.to('PUT /api/reviews/review-1/reply')[0]?.body).toEqual({ text: 'Grazie della visita.' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('too short, it stays and says so', async () => {
    const { user, dialog, server } = await openForm({})
    await user.type(dialog.getByRole('textbox'), 'Grazie')
    await user.click(dialog.getByRole('button', { name: 'Pubblica risposta' }))
    expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(server.to('PUT /api/reviews/review-1/reply')).toEqual([])
  })

  it('refused, it says why', async () => {
    const answer = no(409, 'Questa recensione non è più visibile: non puoi rispondere.', 'ReviewNotAnswerable')
    const { user, dialog } = await openForm({ 'PUT /api/reviews/review-1/reply': answer })
    await user.type(dialog.getByRole('textbox'), 'Grazie della visita.')
    await user.click(dialog.getByRole('button', { name: 'Pubblica risposta' }))
    expect(await screen.findByText(/non puoi rispondere/)).toBeTruthy()
  })

  it('stands under the review, says when the review has changed since, and is edited or taken back', async () => {
    const { user, dialog, server } = await openForm(
      {
        [received]: ok([{ ...review, edited: true, reply: { ...reply, edited: true, overtaken: true } }]),
        'DELETE /api/reviews/review-1/reply': done,
      },
      'Modifica risposta',
    )
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Grazie della visita.')
    await user.keyboard('{Escape}')
    expect(screen.getByText('La recensione è stata modificata dopo questa risposta.')).toBeTruthy()
    expect(screen.getByText(/20 novembre 2026 · modificata/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ritira risposta' }))
    const sure = within(screen.getByRole('dialog', { name: 'Ritira risposta' }))
    await user.click(sure.getByRole('button', { name: 'Ritira risposta' }))
    expect(await screen.findByText('Risposta ritirata')).toBeTruthy()
    expect(server.to('DELETE /api/reviews/review-1/reply')).toHaveLength(1)
  })

  it.each(['HIDDEN', 'REMOVED'])('S-11: is not offered for a review that is %s', async (moderationStatus) => {
    open('/ratings', { ...business, [received]: ok([{ ...review, moderationStatus }]) })
    await screen.findByText('Colazione ottima.')
    expect(screen.queryByRole('button', { name: 'Rispondi' })).toBeNull()
  })
})

describe('the author of a disputed review', () => {
  const mine = ok([{ ...ownReview, disputeStatus: 'OPEN' }])
  const openHearing = async (answers: Answers) => {
    const opened = open('/my-reviews', { ...client, 'GET /api/reviews/mine': mine, ...answers })
    await opened.user.click(await screen.findByRole('button', { name: 'Vedi la contestazione' }))
    return { ...opened, panel: within(await screen.findByRole('region', { name: 'Contestazione della recensione' })) }
  }

  it('reads the ground and the message, and answers without a name', async () => {
    const filed = { ...hearing, statements: [said('author', 'Ho soggiornato tre notti.')], maySpeak: false }
    let answered = false
    const { user, panel, server } = await openHearing({
      'GET /api/disputes/review-1': () => ok(answered ? filed : hearing),
      'POST /api/disputes/review-1/statements': () => {
        answered = true
        return created(filed)
      },
    })
    expect(await panel.findByText('Informazioni errate')).toBeTruthy()
    expect(panel.getByText('La camera descritta non esiste.')).toBeTruthy()
    expect(panel.getByText(/Risposta entro il 20 novembre 2026/)).toBeTruthy()
    expect(panel.getByText(/non sa chi sei/)).toBeTruthy()
    await user.type(panel.getByRole('textbox', { name: /La tua dichiarazione/ }), 'Ho soggiornato tre notti.')
    await user.click(panel.getByRole('button', { name: 'Invia dichiarazione' }))
    expect(await screen.findByText('Dichiarazione inviata')).toBeTruthy()
    expect(server.to('POST /api/disputes/review-1/statements')[0]?.body).toEqual({
      message: 'Ho soggiornato tre notti.',
    })
    expect(await panel.findByText('Potrai scrivere ancora dopo la risposta dell’altra parte.')).toBeTruthy()
    expect(panel.getByText('Tu · 20 novembre 2026')).toBeTruthy()
  })

  it.each([
    [{ status: 'RESOLVED_REJECTED', maySpeak: false }, 'Non si possono più aggiungere dichiarazioni.'],
    [
      { maySpeak: false, statements: [1, 2, 3].map((n) => said('author', `Dichiarazione numero ${n}.`, n)) },
      'Hai inviato tutte le dichiarazioni previste.',
    ],
  ])('when there is nothing to say, learns why: %#', async (differing, words) => {
    const { panel } = await openHearing({ 'GET /api/disputes/review-1': ok({ ...hearing, ...differing }) })
    expect(await panel.findByText(words)).toBeTruthy()
    expect(panel.queryByRole('textbox')).toBeNull()
  })

  it('loading, and failed', async () => {
    const { panel } = await openHearing({ 'GET /api/disputes/review-1': silence })
    expect(panel.getByText('Caricamento in corso…')).toBeTruthy()
  })
  it('a review nobody disputes offers none', async () => {
    open('/my-reviews', client)
    await screen.findByText('Colazione ottima.')
    expect(screen.queryByRole('button', { name: 'Vedi la contestazione' })).toBeNull()
  })

  it.each([
    ['HIDDEN', 'Nascosta'],
    ['REMOVED', 'Rimossa'],
    ['PENDING_REVIEW', 'In Revisione'],
  ])('S-11: is told why a review is %s', async (moderationStatus, label) => {
    const why = { facts: 'Tre segnalazioni per spam.', ground: 'SPAM' }
    open('/my-reviews', { ...client, 'GET /api/reviews/mine': ok([{ ...ownReview, moderationStatus, why }]) })
    expect(await screen.findByText(label)).toBeTruthy()
    expect(screen.getByText('Perché: spam o pubblicità')).toBeTruthy()
    expect(screen.getByText('Tre segnalazioni per spam.')).toBeTruthy()
  })

  it('Q-48: a review that is being judged is not offered for editing', async () => {
    open('/my-reviews', {
      ...client,
      'GET /api/reviews/mine': ok([{ ...ownReview, moderationStatus: 'PENDING_REVIEW' }]),
    })
    await screen.findByText('Colazione ottima.')
    expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
  })
})

describe('the business that disputes', () => {
  it('R-75: sees which proof helps for the ground it chose', async () => {
    const { user } = open('/ratings', business)
    await user.click(await screen.findByRole('button', { name: 'Contesta' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Contesta la recensione' }))
    expect(dialog.queryByText('Che cosa aiuta a decidere')).toBeNull()
    for (const [ground, proof] of [
      ['INCORRECT_INFO', 'Che cosa, nella recensione, non corrisponde al vero'],
      ['UNFAIR_RATING', 'Il fatto che rende ingiusto il voto, non il voto in sé'],
      ['POLICY_VIOLATION', 'La frase della recensione che viola le regole'],
      ['OTHER', 'Che cosa è accaduto e quando'],
    ] as const) {
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), ground)
      expect(dialog.getByText(proof)).toBeTruthy()
    }
  })

  it('V-49, Q-51: its evidence is words, never a link nor a picture', async () => {
    const evidenceUrls = ['https://hotel.example/piantina.png']
    open('/ratings', { ...business, 'GET /api/disputes': ok([{ ...disputed, evidenceUrls }]) })
    expect(await screen.findByText('https://hotel.example/piantina.png')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /hotel.example/ })).toBeNull()
    expect(document.querySelector('img[src*="hotel.example"]')).toBeNull()
  })

  it('reads the author’s answer without a name', async () => {
    const statements = [said('author', 'Ho soggiornato tre notti.')]
    const { user } = open('/ratings', {
      ...business,
      'GET /api/disputes': ok([disputed]),
      'GET /api/disputes/d': ok({ ...hearing, side: 'business', statements }),
    })
    await user.click(await screen.findByRole('button', { name: 'Dichiarazioni delle parti' }))
    expect(await screen.findByText('Chi ha scritto la recensione · 20 novembre 2026')).toBeTruthy()
    expect(screen.getByText('Ho soggiornato tre notti.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: /La tua dichiarazione/ })).toBeTruthy()
  })
})

describe('Le tue segnalazioni', () => {
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
    ['REVIEWED', 'Esaminata', /decisa per un altro motivo/],
    ['DISMISSED', 'Respinta', /resta visibile/],
    ['UPHELD', 'Accolta', /ti ha dato ragione/],
  ])('S-14: one that is %s', async (status, label, outcome) => {
    open('/my-reviews', { ...client, 'GET /api/flags/mine': ok([{ ...flagged, status }]) })
    const flags = await region()
    expect(await flags.findByText(label)).toBeTruthy()
    expect(flags.getByText(outcome)).toBeTruthy()
    expect(flags.getByText('Recensione di Locanda del Borgo')).toBeTruthy()
    expect(flags.getByText('Recensione falsa: Mai stata qui.')).toBeTruthy()
  })

  it('with what was found, once it is decided', async () => {
    const why = { facts: 'La recensione è stata esaminata.', ground: 'NO_VIOLATION' }
    open('/my-reviews', { ...client, 'GET /api/flags/mine': ok([{ ...flagged, status: 'DISMISSED', why }]) })
    const flags = await region()
    expect(await flags.findByText('Perché: nessuna violazione')).toBeTruthy()
    expect(flags.getByText('La recensione è stata esaminata.')).toBeTruthy()
  })

  it('none yet', async () => {
    open('/my-reviews', client)
    expect(await (await region()).findByText('Non hai segnalato nessuna recensione.')).toBeTruthy()
  })

  it('a business finds its own, and what it wrote, beside what it received', async () => {
    const { user } = open('/ratings', {
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

describe('a private remark (Q-113, P-15)', () => {
  it('is read by the client it is about', async () => {
    const remark = { ...review, targetType: 'USER', targetId: 'cli-giulia', comment: 'Ospite attenta.' }
    open('/my-reviews', {
      ...client,
      'GET /api/reviews/target/USER/cli-giulia': ok([{ ...remark, visibility: 'PRIVATE_TO_BUSINESS' }]),
    })
    const remarks = within(await screen.findByRole('region', { name: 'Note private degli esercenti' }))
    expect(await remarks.findByText('Ospite attenta.')).toBeTruthy()
    expect(remarks.getByText('Privata')).toBeTruthy()
  })

  it('none yet', async () => {
    open('/my-reviews', client)
    expect(await screen.findByText('Nessun esercente ti ha lasciato una nota.')).toBeTruthy()
  })
})

describe('a venue’s record of disputes', () => {
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
  ])('R-105: is told in a sentence: %#', async (disputes, sentence) => {
    open('/business/locanda', {
      ...as(giulia),
      'GET /api/businesses/locanda': ok({ ...profile, disputes }),
      [received]: ok([]),
    })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })
})
