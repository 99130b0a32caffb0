// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { avaProfile, noon, rejected, reward } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { descriptionsOf, renderApp, toastArea } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok, ruleSettings } from '../../support/stub-server.ts'

const spent = { ...reward, code: 'USATO123', isActive: false, status: 'redeemed', redeemedAt: noon }
const lost = { ...reward, code: 'PERSO123', isActive: false, status: 'expired' }
const issued = {
  code: 'USATO123',
  rewardType: 'discount',
  ruleType: 'FIRST_REVIEW_2',
  rule: 'FIRST_REVIEW_2',
  discountPercent: 2,
  rewardValue: 2,
  redeemedAt: '2026-11-20T00:00:00.000Z',
  clientName: 'Giulia Bianchi',
  clientIsPremium: false,
}

describe('the rewards page', () => {
  const full: Answers = {
    ...signedInAs(giulia),
    'GET /api/rewards': ok([reward, spent, lost]),
    'GET /api/rewards/counts': ok({ issued: 206, active: 201, suspended: 0, redeemed: 3, ended: 2 }),
  }
  const metrics = () => screen.getAllByRole('definition').map((value) => value.textContent)

  it('T-177, R-78: shows the rewards as counted by the server, and the rules', async () => {
    renderApp('/rewards', full)
    expect(await screen.findByText('GARBO7XK2QF')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Sistema Ricompense' })).toBeTruthy()
    await waitFor(() => expect(metrics()).toEqual(['201', '3', '2']))
    expect(screen.getByText('Alla 5ª recensione della stessa struttura.')).toBeTruthy()
  })

  it('T-180, B-25: shows the promotion', async () => {
    renderApp('/my-rewards', full)
    expect(await screen.findByText('I primi 100 clienti ricevono il 50% di punti extra.')).toBeTruthy()
  })

  it('B-25, Q-66: shows no promotion once the server serves none', async () => {
    renderApp('/my-rewards', { ...full, 'GET /api/rule-settings': ok({ ...ruleSettings, promotion: null }) })
    expect(await screen.findByText('GARBO7XK2QF')).toBeTruthy()
    expect(screen.queryByText(/punti extra/)).toBeNull()
  })

  it('copies redeemable codes only', async () => {
    const { user } = renderApp('/rewards', full)
    await screen.findByText('GARBO7XK2QF')
    const copies = screen.getAllByRole('button', { name: 'Copia codice' })
    expect(copies).toHaveLength(1)
    await user.click(copies[0] as HTMLElement)
    expect(await navigator.clipboard.readText()).toBe('GARBO7XK2QF')
    expect(await screen.findByText('Copiato')).toBeTruthy()
  })

  it('redeems a code after a confirmation and shows the server’s message', async () => {
    const { user, server } = renderApp('/rewards', {
      ...full,
      'POST /api/rewards/GARBO7XK2QF/redeem': ok({ message: 'Sconto del 2% applicato.' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Riscatta' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Riscattare questa ricompensa?' }))
    expect(server.to('POST /api/rewards/GARBO7XK2QF/redeem')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Riscatta' }))
    expect(await screen.findByText('Sconto del 2% applicato.')).toBeTruthy()
    expect(server.to('POST /api/rewards/GARBO7XK2QF/redeem')[0]?.headers['idempotency-key']).toBeTruthy()
    expect(server.to('GET /api/rewards')).toHaveLength(2)
  })

  it('Q-24: shows a client without a confirmed address why the code cannot be redeemed', async () => {
    const redeem = rejected('EmailNotConfirmed', 'Conferma prima il tuo indirizzo email.')
    renderApp('/rewards', { ...full, 'GET /api/rewards': ok([{ ...reward, actions: { redeem } }]) })
    expect(await screen.findByText('Conferma prima il tuo indirizzo email.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Riscatta' })).toBeNull()
  })

  it('Q-132: shows a suspended code with the date on which it is valid again, and why', async () => {
    const why = 'Questa ricompensa è sospesa, perché hai tolto almeno due stelle alla tua recensione.'
    const suspended = { status: 'suspended', isActive: false, suspendedUntil: '2026-12-04T10:00:00.000Z' }
    renderApp('/rewards', {
      ...full,
      'GET /api/rewards': ok([{ ...reward, ...suspended, actions: { redeem: rejected('RewardSuspended', why) } }]),
      'GET /api/rewards/counts': ok({ issued: 6, active: 0, suspended: 1, redeemed: 3, ended: 2 }),
    })
    expect(await screen.findByText(/Sospesa fino al 4 dicembre 2026/)).toBeTruthy()
    expect(screen.getByText(why)).toBeTruthy()
    await waitFor(() => expect(metrics()).toEqual(['0', '1', '3', '2']))
    for (const name of ['Riscatta', 'Copia codice']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('T-178: shows why redeeming failed', async () => {
    const { user } = renderApp('/rewards', {
      ...full,
      'POST /api/rewards/GARBO7XK2QF/redeem': failure(409, 'Questa ricompensa è già stata riscattata.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Riscatta' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Riscatta' }))
    const words = await screen.findByText(/Impossibile riscattare la ricompensa. Riprova./)
    expect(words.textContent).toContain('Questa ricompensa è già stata riscattata.')
  })

  it('Q-65, Q-60: shows a business the codes redeemed there, and how many were issued until yesterday', async () => {
    const { server } = renderApp('/rewards', {
      ...signedInAs(locanda),
      'GET /api/rewards/issued': ok([issued]),
      'GET /api/rewards/counts': ok({ issued: 12, redeemed: 1, active: null, suspended: null, ended: null }),
    })
    expect(await screen.findByText('USATO123')).toBeTruthy()
    expect(screen.getByText(/Giulia Bianchi.*Usata il 20 novembre 2026/)).toBeTruthy()
    await waitFor(() => expect(metrics()).toEqual(['12', '1']))
    expect(screen.getByText(/Fino a ieri/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copia codice' })).toBeNull()
    expect(server.to('GET /api/rewards')).toEqual([])
  })

  describe('Q-65: a business redeems a presented code', () => {
    const issuedCodes: Answers = { ...signedInAs(locanda), 'GET /api/rewards/issued': ok([issued]) }
    const writes = async (user: ReturnType<typeof renderApp>['user'], code: string) => {
      await user.type(await screen.findByLabelText(/^Codice/), code)
      await user.click(screen.getByRole('button', { name: 'Riscatta' }))
    }

    it('in any case and with any spaces', async () => {
      const redeem = 'POST /api/rewards/GARBO7XK2QF/redeem'
      const { user, server } = renderApp('/rewards', {
        ...issuedCodes,
        [redeem]: ok({ message: 'Il codice non vale più.' }),
      })
      await writes(user, ' garbo7xk 2qf')
      expect(await screen.findByText('Il codice non vale più.')).toBeTruthy()
      expect(server.to(redeem)).toHaveLength(1)
      expect(server.to('GET /api/rewards/issued')).toHaveLength(2)
      expect(screen.getByLabelText<HTMLInputElement>(/^Codice/).value).toBe('')
    })

    it('and sees next to the field why it is rejected', async () => {
      const rejection = failure(404, 'Ricompensa non trovata.')
      const { user, server } = renderApp('/rewards', {
        ...issuedCodes,
        'POST /api/rewards/ALTRUI123/redeem': rejection,
      })
      await writes(user, 'x')
      expect(screen.getByLabelText(/^Codice/).getAttribute('aria-invalid')).toBe('true')
      await user.type(screen.getByLabelText(/^Codice/), '{Backspace}')
      await writes(user, 'ALTRUI123')
      await screen.findByText(/Impossibile riscattare la ricompensa. Riprova./)
      expect(descriptionsOf(screen.getByLabelText(/^Codice/))).toContain('Ricompensa non trovata.')
      expect(toastArea().textContent).toContain('Ricompensa non trovata.')
      expect(server.to('POST /api/rewards/ALTRUI123/redeem')).toHaveLength(1)
    })
  })

  it('T-179: shows a loading error', async () => {
    renderApp('/rewards', { ...full, 'GET /api/rewards': failure(500, 'boom') })
    expect((await screen.findByRole('alert')).textContent).toContain('Errore nel caricamento')
  })
  it('shows the empty state', async () => {
    renderApp('/rewards', { ...full, 'GET /api/rewards': ok([]) })
    expect(await screen.findByText(/Non hai ancora ricompense/)).toBeTruthy()
  })
  it('shows that it is loading', async () => {
    renderApp('/rewards', { ...full, 'GET /api/rewards': neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
})

describe('the AVA wallet page', () => {
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
    ...signedInAs(giulia),
    'GET /api/ava/profile': ok(avaProfile),
    'GET /api/ava/payouts': ok([]),
    'GET /api/ava/transactions': ok([
      earned,
      { ...earned, id: 't2', type: 'premium_upgrade', amount: -10, maturing: false },
    ]),
  }

  it('R-79, T-182: shows balance, status and ratings given', async () => {
    renderApp('/ava-wallet', full)
    expect(await screen.findByText('12 AVA')).toBeTruthy()
    expect(screen.getByText('Ancora 3 valutazioni o recensioni per il prossimo AVA')).toBeTruthy()
    expect(screen.getByText('Standard')).toBeTruthy()
    expect(screen.getByText('27')).toBeTruthy()
  })

  it('T-182: shows until when Premium lasts', async () => {
    renderApp('/ava-wallet', {
      ...full,
      'GET /api/ava/profile': ok({ ...avaProfile, isPremium: true, premiumExpiresAt: '2026-12-20T12:00:00.000Z' }),
    })
    expect(await screen.findByText('Premium', { selector: 'dd' })).toBeTruthy()
    expect(screen.getByText('Fino al 20 dicembre 2026')).toBeTruthy()
  })

  it('R-82, Q-72: shows every signed transaction and maturing AVA', async () => {
    renderApp('/ava-wallet?tab=transactions', full)
    expect(await screen.findByText('+3 AVA')).toBeTruthy()
    expect(screen.getByText('In maturazione')).toBeTruthy()
    expect(screen.getByText('-10 AVA')).toBeTruthy()
  })
})
