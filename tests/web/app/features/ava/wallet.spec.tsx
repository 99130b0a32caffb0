// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { avaProfile, noon } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs, visitor } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wallet = { id: 'locanda', virtualBalance: 12, payoutThreshold: 10, publicWalletAddress: null, payoutsFrom: null }
const payout = (n: number) => ({
  id: `2026-11-2${n}_locanda`,
  walletId: 'locanda',
  amount: 10 + n,
  toAddress: address,
  status: n === 1 ? 'pending' : 'confirmed',
  transactionHash: n === 1 ? null : `0x${'ab'.repeat(32)}`,
  gasUsed: null,
  createdAt: noon,
  confirmedAt: n === 1 ? null : noon,
})
const businessAnswers: Answers = {
  ...signedInAs(locanda),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/ava/wallet': ok(wallet),
  'GET /api/ava/payouts': ok([1, 2, 3, 4, 5, 6].map(payout)),
}
const clientAnswers: Answers = {
  ...signedInAs(giulia),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/ava/transactions': ok([]),
  'GET /api/ava/payouts': ok([]),
}
const findCard = async (name: string) => within(await screen.findByRole('region', { name }))

describe('payouts on the business dashboard', () => {
  it('R-49, A-55, C-19, T-195: are the last five, with pending ones marked', async () => {
    renderApp('/dashboard', businessAnswers)
    const history = await findCard('Pagamenti AVA')
    expect(await history.findAllByRole('listitem')).toHaveLength(5)
    expect(history.getByText('11 AVA')).toBeTruthy()
    expect(history.getAllByText('In attesa')).toHaveLength(1)
    expect(history.getAllByText('Confermato')).toHaveLength(4)
  })

  it('show the empty state', async () => {
    renderApp('/dashboard', { ...businessAnswers, 'GET /api/ava/payouts': ok([]) })
    expect(await (await findCard('Pagamenti AVA')).findByText('Non ci sono ancora pagamenti.')).toBeTruthy()
  })
  it('show an error', async () => {
    renderApp('/dashboard', { ...businessAnswers, 'GET /api/ava/payouts': failure(500, 'boom') })
    expect(await (await findCard('Pagamenti AVA')).findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
  it('show that they are loading', async () => {
    renderApp('/dashboard', { ...businessAnswers, 'GET /api/ava/payouts': neverAnswers })
    expect(await (await findCard('Pagamenti AVA')).findByText('Caricamento in corso…')).toBeTruthy()
  })
})

describe('the wallet setup form', () => {
  const filled = async (answers: Answers, to: string, threshold: string) => {
    const opened = renderApp('/dashboard', { ...businessAnswers, ...answers })
    const form = await findCard('Configura il wallet')
    const where = await form.findByRole('textbox', { name: 'Indirizzo del wallet' })
    expect(where.getAttribute('placeholder')).toBe('0x...')
    if (to !== '') {
      await opened.user.type(where, to)
      await opened.user.type(form.getByLabelText('La tua password'), 'Benvenuti.2026!')
    }
    const from = form.getByRole('spinbutton', { name: 'Soglia di pagamento (AVA)' })
    expect((from as HTMLInputElement).value).toBe('10')
    await opened.user.clear(from)
    await opened.user.type(from, threshold)
    await opened.user.click(form.getByRole('button', { name: 'Salva wallet' }))
    return { ...opened, form }
  }

  it('R-50, A-54, T-183, T-188: sends both fields and confirms', async () => {
    const saved = ok({ ...wallet, publicWalletAddress: address, payoutThreshold: 20 })
    const { server } = await filled({ 'PUT /api/ava/wallet/locanda': saved }, address, '20')
    expect(await screen.findByText('Wallet configurato!')).toBeTruthy()
    expect(server.to('PUT /api/ava/wallet/locanda')[0]?.body).toEqual({
      publicWalletAddress: address,
      payoutThreshold: 20,
      password: 'Benvenuti.2026!',
    })
  })

  it('V-61, T-185: requires an address before sending', async () => {
    const { server, form } = await filled({}, '', '20')
    expect(form.getByText('Inserisci un indirizzo wallet valido')).toBeTruthy()
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Indirizzo del wallet' }))
    expect(server.to('PUT /api/ava/wallet/locanda')).toEqual([])
  })

  it.each(['0', '101'])('V-62: rejects a threshold of %s', async (threshold) => {
    const { server, form } = await filled({}, address, threshold)
    expect(form.getByText('La soglia va da 1 a 100 AVA.')).toBeTruthy()
    expect(server.to('PUT /api/ava/wallet/locanda')).toEqual([])
  })

  it('T-190, T-191: shows the server’s message', async () => {
    await filled({ 'PUT /api/ava/wallet/locanda': failure(404, 'Wallet non trovato') }, address, '20')
    expect(await findInToast('Wallet non trovato')).toBeTruthy()
    expect(screen.getByText('Errore')).toBeTruthy()
  })

  it('T-192: shows its own message when the server has none', async () => {
    await filled({ 'PUT /api/ava/wallet/locanda': failure(500, 'boom') }, address, '20')
    expect(await findInToast('Errore aggiornamento wallet')).toBeTruthy()
  })

  it('R-50, Q-106: is not on the client dashboard', async () => {
    renderApp('/dashboard', clientAnswers)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('region', { name: 'Configura il wallet' })).toBeNull()
  })
})

describe('the wallet tab', () => {
  const save = async (answers: Answers, to: string) => {
    const opened = renderApp('/ava-wallet', { ...clientAnswers, ...answers })
    const form = await findCard('Dove ricevere i tuoi AVA')
    const where = await form.findByRole('textbox', { name: 'Indirizzo del wallet' })
    if (to !== '') {
      await opened.user.type(where, to)
      await opened.user.type(form.getByLabelText('La tua password'), 'Benvenuti.2026!')
    }
    await opened.user.click(form.getByRole('button', { name: 'Salva indirizzo' }))
    return { ...opened, form }
  }

  it('R-79, R-80, A-53, T-181: is one of three, saves the address and reloads the profile', async () => {
    const saved = ok({ ...wallet, publicWalletAddress: address })
    const { server } = await save({ 'POST /api/ava/wallet': saved }, address)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Wallet', 'Premium', 'Transazioni'])
    expect(await screen.findByText('Indirizzo salvato')).toBeTruthy()
    expect(server.to('POST /api/ava/wallet')[0]?.body).toEqual({ walletAddress: address, password: 'Benvenuti.2026!' })
    expect(server.to('GET /api/ava/profile').length).toBeGreaterThan(1)
  })

  it('Q-126: shows apart what ratings, stays and unconfirmed bookings have earned', async () => {
    const avaPots = { ratings: 2, stays: 15, unconfirmedStays: 7 }
    renderApp('/ava-wallet', { ...clientAnswers, 'GET /api/ava/profile': ok({ ...avaProfile, avaPots }) })
    const card = await findCard('Da dove vengono i tuoi AVA')
    expect(await card.findByText('2 AVA')).toBeTruthy()
    const facts = card.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual(['2 AVA', '15 AVA', '7 AVA'])
    expect(card.getByText(/non vengono pagati sul wallet/)).toBeTruthy()
  })

  it.each(['', '0x12', 'ciao'])('V-61, T-186: rejects "%s"', async (wrong) => {
    const { server, form } = await save({}, wrong)
    expect(form.getByText('Inserisci un indirizzo wallet AVA valido')).toBeTruthy()
    expect(server.to('POST /api/ava/wallet')).toEqual([])
  })

  it('Q-127: asks for the password only if the address differs, and shows at the field that it is wrong', async () => {
    const profile = { ...avaProfile, avaWalletAddress: address }
    const wrong = failure(400, 'La password attuale non è corretta.', 'CurrentPasswordWrong')
    const { user, form } = await save({ 'GET /api/ava/profile': ok(profile), 'POST /api/ava/wallet': wrong }, '')
    const where = form.getByRole('textbox', { name: 'Indirizzo del wallet' })
    expect(form.queryByLabelText('La tua password')).toBeNull()
    await user.clear(where)
    await user.type(where, '0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    await user.type(form.getByLabelText('La tua password'), 'sbagliata')
    await user.click(form.getByRole('button', { name: 'Salva indirizzo' }))
    expect(await form.findByText('La password attuale non è corretta.')).toBeTruthy()
    expect(form.getByLabelText('La tua password').getAttribute('aria-invalid')).toBe('true')
  })

  it('Q-127: says why an address was refused', async () => {
    await save({ 'POST /api/ava/wallet': failure(400, 'L’indirizzo contiene un errore.') }, address)
    expect(await findInToast('L’indirizzo contiene un errore.')).toBeTruthy()
  })

  it('Q-127: says when payouts to a new address start', async () => {
    const profile = { ...avaProfile, avaWalletAddress: address, payoutsFrom: '2026-11-08T13:05:00.000Z' }
    await save({ 'GET /api/ava/profile': ok(profile) }, '')
    expect(screen.getByText(/i pagamenti a questo indirizzo iniziano l’8 nov/)).toBeTruthy()
  })

  it('T-189: shows a failure', async () => {
    await save({ 'POST /api/ava/wallet': failure(500, 'boom') }, address)
    expect(await findInToast('Si è verificato un errore durante la configurazione del wallet')).toBeTruthy()
  })
})

describe('the Premium tab', () => {
  const premium = async (answers: Answers) => {
    const opened = renderApp('/ava-wallet?tab=premium', { ...clientAnswers, ...answers })
    return { ...opened, offer: await findCard('Passa a Premium') }
  }

  it('R-81, A-56, T-184: buys thirty days for ten AVA and tells clients which benefits are for businesses', async () => {
    const bought = ok({ ...avaProfile, isPremium: true, premiumExpiresAt: '2026-12-20T12:00:00.000Z' })
    const { user, server, offer } = await premium({ 'POST /api/ava/upgrade-premium': bought })
    expect(await offer.findByText('30 giorni per 10 AVA.')).toBeTruthy()
    expect(offer.getAllByRole('listitem')).toHaveLength(4)
    expect(offer.getAllByText('Solo per esercenti')).toHaveLength(2)
    await user.click(await offer.findByRole('button', { name: 'Diventa Premium' }))
    expect(await screen.findByText('Sei Premium!')).toBeTruthy()
    const [sent] = server.to('POST /api/ava/upgrade-premium')
    expect(sent?.body).toEqual({ durationDays: 30 })
    expect(sent?.headers['idempotency-key']).toBeTruthy()
  })

  it('V-63, T-187: is disabled with less than ten', async () => {
    const { offer } = await premium({
      'GET /api/ava/profile': ok({
        ...avaProfile,
        avaBalance: 9,
        premiumOffer: { ...avaProfile.premiumOffer, affordable: false },
      }),
    })
    expect(await offer.findByText('Saldo insufficiente. Guadagna AVA Token lasciando valutazioni!')).toBeTruthy()
    expect(offer.getByRole<HTMLButtonElement>('button', { name: 'Diventa Premium' }).disabled).toBe(true)
  })

  it('V-63: is disabled while a request is in flight', async () => {
    const { user, offer } = await premium({ 'POST /api/ava/upgrade-premium': neverAnswers })
    await user.click(await offer.findByRole('button', { name: 'Diventa Premium' }))
    const button = offer.getByRole<HTMLButtonElement>('button', { name: 'Attivazione in corso...' })
    expect(button.disabled).toBe(true)
  })

  it('T-193: shows why it failed', async () => {
    const { user, offer } = await premium({ 'POST /api/ava/upgrade-premium': failure(500, 'boom') })
    await user.click(await offer.findByRole('button', { name: 'Diventa Premium' }))
    expect(await screen.findByText('Saldo AVA insufficiente')).toBeTruthy()
  })

  it('S-25: is not offered to Premium users', async () => {
    const until = { ...avaProfile, isPremium: true, premiumExpiresAt: '2026-12-20T12:00:00.000Z' }
    const { offer } = await premium({ 'GET /api/ava/profile': ok(until) })
    expect(await offer.findByText('Sei Premium. Fino al 20 dicembre 2026')).toBeTruthy()
    expect(offer.queryByRole('button')).toBeNull()
  })
})

describe('the balance over time', () => {
  it('is drawn above the transactions', async () => {
    const points = [
      { day: '2025-11-29', balance: 0 },
      { day: '2026-03-02', balance: 12 },
      { day: '2026-11-28', balance: 9 },
    ]
    renderApp('/ava-wallet?tab=transactions', { ...clientAnswers, 'GET /api/ava/history': ok({ points }) })
    const chart = within(await screen.findByRole('figure', { name: 'Saldo degli ultimi 12 mesi' }))
    expect(
      await chart.findByText('Saldo AVA: da 0 (29 novembre 2025) a 9 (28 novembre 2026), minimo 0, massimo 12.'),
    ).toBeTruthy()
  })

  it('is missing before the first AVA', async () => {
    const points = [
      { day: '2025-11-29', balance: 0 },
      { day: '2026-11-28', balance: 0 },
    ]
    renderApp('/ava-wallet?tab=transactions', { ...clientAnswers, 'GET /api/ava/history': ok({ points }) })
    expect(await screen.findByText('Il grafico compare con i tuoi primi AVA.')).toBeTruthy()
  })

  it('says that it cannot be loaded, next to the transactions', async () => {
    renderApp('/ava-wallet?tab=transactions', {
      ...clientAnswers,
      'GET /api/ava/history': failure(503, 'Riprova tra poco.'),
    })
    expect(await screen.findByText('Riprova tra poco.')).toBeTruthy()
    expect(await screen.findByText('Non ci sono ancora movimenti.')).toBeTruthy()
  })
})

describe('the link that undoes a changed payout address', () => {
  it.each([
    [true, 'Fatto: i tuoi AVA arrivano di nuovo all’indirizzo di prima.'],
    [false, 'Fatto: i tuoi AVA restano su Garbo finché non scegli un indirizzo.'],
  ])('Q-127: asks for one click, without sign-in (restored: %s)', async (restored, words) => {
    const { user, server } = renderApp('/annulla/token-1', {
      ...visitor,
      'POST /api/ava/wallet/undo': ok({ restored }),
    })
    const button = await screen.findByRole('button', { name: 'Annulla il cambio' })
    expect(server.to('POST /api/ava/wallet/undo')).toEqual([])
    await user.click(button)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(server.to('POST /api/ava/wallet/undo')[0]?.body).toEqual({ token: 'token-1' })
  })

  it('says why it cannot', async () => {
    const used = failure(409, 'Il cambio è già stato annullato.', 'UndoLinkUsed')
    const { user } = renderApp('/annulla/token-1', { ...visitor, 'POST /api/ava/wallet/undo': used })
    await user.click(await screen.findByRole('button', { name: 'Annulla il cambio' }))
    expect(await findInToast('Il cambio è già stato annullato.')).toBeTruthy()
  })
})
