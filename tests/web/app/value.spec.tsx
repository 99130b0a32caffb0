// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open } from './support/open.tsx'
import { as, giulia, locanda } from './support/people.ts'
import { created, no, ok, silence, type Answers } from './support/server.ts'
import { avaProfile, noon, reward } from './support/things.ts'

const spent = { ...reward, code: 'USATO123', isActive: false, redeemedAt: noon }
const lost = { ...reward, code: 'PERSO123', isActive: false }
const { businessId: _, businessName: __, issuedForReviewId: ___, ...bare } = reward
const issued = { ...bare, clientName: null, createdAt: '2026-11-20T00:00:00.000Z' }

describe('the rewards', () => {
  const full: Answers = { ...as(giulia), 'GET /api/rewards': ok([reward, spent, lost]) }
  const figures = () => screen.getAllByRole('definition').map((value) => value.textContent)

  it('T-177, R-78: counts them, and tells the rules', async () => {
    open('/rewards', full)
    expect(await screen.findByText('GARBO7XK2QF')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Sistema Ricompense' })).toBeTruthy()
    expect(figures()).toEqual(['1', '1', '1'])
    expect(screen.getByText('Alla 5ª recensione della stessa struttura.')).toBeTruthy()
  })

  it('T-180: shows the promotion', async () => {
    open('/my-rewards', full)
    expect(await screen.findByText('I primi 100 clienti ricevono il 50% di punti extra.')).toBeTruthy()
  })

  it('copies a code, and only one that can be spent', async () => {
    const { user } = open('/rewards', full)
    await screen.findByText('GARBO7XK2QF')
    const copies = screen.getAllByRole('button', { name: 'Copia codice' })
    expect(copies).toHaveLength(1)
    await user.click(copies[0] as HTMLElement)
    expect(await navigator.clipboard.readText()).toBe('GARBO7XK2QF')
    expect(screen.getByText('Copiato')).toBeTruthy()
  })

  it('redeems a code once asked twice, in the server’s words', async () => {
    const { user, server } = open('/rewards', {
      ...full,
      'POST /api/rewards/GARBO7XK2QF/redeem': ok({ message: 'Sconto del 2% applicato.' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Riscatta' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Riscattare questa ricompensa?' }))
    expect(server.to('POST /api/rewards/GARBO7XK2QF/redeem')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Riscatta' }))
    expect(await screen.findByText('Sconto del 2% applicato.')).toBeTruthy()
    expect(server.to('POST /api/rewards/GARBO7XK2QF/redeem')[0]?.headers['idempotency-key']).toBeTruthy()
    expect(server.to('GET /api/rewards')).toHaveLength(2)
  })

  it('T-178: says that it could not be redeemed, and why', async () => {
    const { user } = open('/rewards', {
      ...full,
      'POST /api/rewards/GARBO7XK2QF/redeem': no(409, 'Questa ricompensa è già stata riscattata.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Riscatta' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Riscatta' }))
    const words = await screen.findByText(/Impossibile riscattare la ricompensa. Riprova./)
    expect(words.textContent).toContain('Questa ricompensa è già stata riscattata.')
  })

  it('Q-65, Q-60: a business sees the codes it honours, and not yet whose they are', async () => {
    const { server } = open('/rewards', { ...as(locanda), 'GET /api/rewards/issued': ok([issued]) })
    expect(await screen.findByText('GARBO7XK2QF')).toBeTruthy()
    expect(screen.getByText(/Titolare riservato fino al riscatto/)).toBeTruthy()
    expect(server.to('GET /api/rewards')).toEqual([])
  })

  it('T-179: says that they could not be loaded', async () => {
    open('/rewards', { ...full, 'GET /api/rewards': no(500, 'boom') })
    expect((await screen.findByRole('alert')).textContent).toContain('Errore nel caricamento')
  })
  it('empty', async () => {
    open('/rewards', { ...full, 'GET /api/rewards': ok([]) })
    expect(await screen.findByText(/Non hai ancora ricompense/)).toBeTruthy()
  })
  it('loading', async () => {
    open('/rewards', { ...full, 'GET /api/rewards': silence })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
})

describe('the AVA wallet', () => {
  const earned = {
    id: 't1',
    type: 'earned',
    amount: 3,
    description: 'Prenotazione Hotel Miramare',
    maturing: true,
    relatedRatingId: null,
    transactionHash: null,
    createdAt: noon,
  }
  const full: Answers = {
    ...as(giulia),
    'GET /api/ava/profile': ok(avaProfile),
    'GET /api/ava/payouts': ok([]),
    'GET /api/ava/transactions': ok([
      earned,
      { ...earned, id: 't2', type: 'premium_upgrade', amount: -10, maturing: false },
    ]),
  }

  it('R-79, T-182: balance, status, ratings given', async () => {
    open('/ava-wallet', full)
    expect(await screen.findByText('12 AVA')).toBeTruthy()
    expect(screen.getByText('Ancora 3 valutazioni per il prossimo AVA')).toBeTruthy()
    expect(screen.getByText('Standard')).toBeTruthy()
    expect(screen.getByText('27')).toBeTruthy()
  })

  it('T-182: says until when one is Premium', async () => {
    open('/ava-wallet', {
      ...full,
      'GET /api/ava/profile': ok({ ...avaProfile, isPremium: true, premiumExpiresAt: '2026-12-20T12:00:00.000Z' }),
    })
    expect(await screen.findByText('Premium', { selector: 'dd' })).toBeTruthy()
    expect(screen.getByText('Fino al 20 dicembre 2026')).toBeTruthy()
  })

  it('R-82, Q-72: every movement with its sign, and what still matures', async () => {
    open('/ava-wallet?tab=transactions', full)
    expect(await screen.findByText('+3 AVA')).toBeTruthy()
    expect(screen.getByText('In maturazione')).toBeTruthy()
    expect(screen.getByText('-10 AVA')).toBeTruthy()
  })
})

describe('travelling', () => {
  const hotel = {
    id: 'miramare',
    name: 'Hotel Miramare',
    photo: '/garbo.svg',
    rating: 4.5,
    pricePerNight: 120,
    currency: 'EUR',
    description: 'Sul mare.',
    amenities: ['Wi-Fi'],
    nights: 3,
    totalPrice: 360,
    avaEarned: 3,
  }
  const booking = {
    id: 'b1',
    bookingReference: 'GRB-1',
    hotelId: 'miramare',
    hotelName: 'Hotel Miramare',
    hotelPhoto: '/garbo.svg',
    hotelRating: 4.5,
    destination: 'Rimini',
    checkIn: '2999-01-10',
    checkOut: '2999-01-13',
    guests: 2,
    nights: 3,
    totalPrice: 360,
    avaEarned: 3,
    status: 'confirmed',
    createdAt: noon,
  }
  const full: Answers = { ...as(giulia), 'GET /api/bookings': ok([]), 'GET /api/hotels': ok([hotel]) }
  const search = async ({ user }: ReturnType<typeof open>) => {
    await user.type(await screen.findByRole('textbox', { name: 'Destinazione' }), 'Rimini')
    await user.type(screen.getByLabelText('Check-in'), '2999-01-10')
    await user.type(screen.getByLabelText('Check-out'), '2999-01-13')
    await user.click(screen.getByRole('button', { name: 'Cerca hotel' }))
  }

  it('R-101, R-102, B-32, Q-75: looks for hotels and says what they cost and earn', async () => {
    const opened = open('/book-travel', full)
    await search(opened)
    const found = within(await screen.findByRole('region', { name: 'Hotel a Rimini' }))
    expect(await found.findByText('Hotel Miramare')).toBeTruthy()
    for (const words of ['Guadagni 3 AVA', /3 notti/, '360,00 €', 'Sul mare.'])
      expect(found.getByText(words)).toBeTruthy()
    expect(found.getByText('Risultati dimostrativi: non viene prenotata nessuna camera reale.')).toBeTruthy()
    expect(opened.server.to('GET /api/hotels')[0]?.query).toBe(
      '?destination=Rimini&checkIn=2999-01-10&checkOut=2999-01-13&guests=2',
    )
  })

  it('T-214, V-76: asks for what is missing', async () => {
    const { user, server } = open('/book-travel', full)
    await user.click(await screen.findByRole('button', { name: 'Cerca hotel' }))
    expect(screen.getByRole('alert').textContent).toBe('Compila tutti i campi obbligatori')
    expect(server.to('GET /api/hotels')).toEqual([])
  })

  it('Q-76: leaves after arriving', async () => {
    const { user, server } = open('/book-travel', full)
    await user.type(await screen.findByRole('textbox', { name: 'Destinazione' }), 'Rimini')
    await user.type(screen.getByLabelText('Check-in'), '2999-01-13')
    await user.type(screen.getByLabelText('Check-out'), '2999-01-13')
    await user.click(screen.getByRole('button', { name: 'Cerca hotel' }))
    expect(screen.getByRole('alert').textContent).toContain('Il check-out deve essere dopo il check-in')
    expect(server.to('GET /api/hotels')).toEqual([])
  })

  it('T-215, Q-72: books a stay by its hotel and dates alone, and the history shows it', async () => {
    let booked = false
    const opened = open('/book-travel', {
      ...full,
      'GET /api/bookings': () => ok(booked ? [booking] : []),
      'POST /api/bookings': () => {
        booked = true
        return created(booking)
      },
    })
    await search(opened)
    await opened.user.click(await screen.findByRole('button', { name: /^Prenota e guadagna AVA ?: Hotel Miramare$/ }))
    expect(await screen.findByText('Prenotazione confermata')).toBeTruthy()
    const [sent] = opened.server.to('POST /api/bookings')
    expect(sent?.body).toEqual({
      hotelId: 'miramare',
      destination: 'Rimini',
      checkIn: '2999-01-10',
      checkOut: '2999-01-13',
      guests: 2,
    })
    expect(sent?.headers['idempotency-key']).toBeTruthy()
    expect(await screen.findByText('Riferimento GRB-1')).toBeTruthy()
  })

  it('T-216, T-217: says that the booking failed', async () => {
    const opened = open('/book-travel', { ...full, 'POST /api/bookings': no(500, 'boom') })
    await search(opened)
    await opened.user.click(await screen.findByRole('button', { name: /Prenota e guadagna AVA/ }))
    expect(await screen.findByText('Errore prenotazione')).toBeTruthy()
    expect(screen.getByText('Si è verificato un errore durante la prenotazione.')).toBeTruthy()
  })

  it('cancels a booking after asking, and only one to come', async () => {
    const past = { ...booking, id: 'b2', bookingReference: 'GRB-2', checkIn: '2020-01-01', checkOut: '2020-01-02' }
    const { user, server } = open('/my-travels', {
      ...full,
      'GET /api/bookings': ok([booking, past]),
      'POST /api/bookings/b1/cancel': ok({ ...booking, status: 'cancelled' }),
    })
    await screen.findByText('Riferimento GRB-2')
    await user.click(screen.getByRole('button', { name: 'Annulla prenotazione' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sì, annulla' }))
    expect(await screen.findByText('Prenotazione annullata')).toBeTruthy()
    expect(server.to('POST /api/bookings/b1/cancel')).toHaveLength(1)
  })
})
