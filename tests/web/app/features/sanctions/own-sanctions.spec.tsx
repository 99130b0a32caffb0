// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { giulia, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { appealText, ownSanction, suspendedUntil } from '../../support/sanctions.ts'
import { type Answers, created, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const suspendedAnswers: Answers = {
  ...signedInAs({ ...giulia, suspended: { until: suspendedUntil } }),
  'GET /api/sanctions/mine': ok([ownSanction]),
}

describe('a suspended user', () => {
  it.each(['/', '/dashboard', '/my-rewards', '/business/locanda', '/login'])(
    'Q-55: is redirected from %s to the reason without further requests',
    async (path) => {
      const { at, server } = renderApp(path, suspendedAnswers)
      expect(await screen.findByRole('heading', { name: 'La tua situazione' })).toBeTruthy()
      expect(at()).toBe('/sanctions')
      expect(await screen.findByText(ownSanction.facts)).toBeTruthy()
      expect(screen.getByText(/Il tuo account è sospeso fino al 27 novembre 2026/)).toBeTruthy()
      expect(server.to('GET /api/live')).toEqual([])
      expect(server.to('GET /api/standing')).toEqual([])
    },
  )

  it('sees the rule, who decided and the remedies, and can sign out', async () => {
    const { user, server } = renderApp('/sanctions', {
      ...suspendedAnswers,
      'POST /api/auth/logout': { status: 204, body: null },
    })
    const card = within(await screen.findByRole('region', { name: 'Sospensione di 7 giorni' }))
    expect(card.getByRole('link', { name: 'Regole della community, versione 1' })).toBeTruthy()
    expect(card.getByText('La sanzione è scattata in automatico in base alle decisioni dei moderatori.')).toBeTruthy()
    expect(card.getByText('Chi ha deciso').tagName).toBe('DT')
    expect(card.getByText(/organismo certificato/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Esci' }))
    expect(server.to('POST /api/auth/logout')).toHaveLength(1)
  })

  it('Q-55: can read the decisions that led to the sanction', async () => {
    const { user, at } = renderApp('/sanctions', { ...suspendedAnswers, 'GET /api/decisions/mine': ok([]) })
    await user.click(await screen.findByRole('link', { name: 'Decisioni che ti riguardano' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Decisioni che ti riguardano' })).toBeTruthy()
    expect(at()).toBe('/decisions')
  })

  it('can read the footer pages like anybody', async () => {
    const { user, at } = renderApp('/sanctions', {
      ...suspendedAnswers,
      [`GET /api/transparency/${new Date().getFullYear()}`]: neverAnswers,
    })
    await user.click(await screen.findByRole('link', { name: 'Trasparenza' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Trasparenza' })).toBeTruthy()
    expect(at()).toBe('/transparency')
  })

  it('with a permanent suspension sees that it has no end', async () => {
    renderApp('/sanctions', {
      ...signedInAs({ ...giulia, suspended: { until: null } }),
      'GET /api/sanctions/mine': ok([{ ...ownSanction, severity: 'PERMANENT', expiresAt: null }]),
    })
    expect(await screen.findByText(/sospeso in modo permanente/)).toBeTruthy()
    expect(await screen.findByText(/senza termine/)).toBeTruthy()
  })

  it('Q-128: sees that a permanent suspension is proposed', async () => {
    renderApp('/sanctions', {
      ...suspendedAnswers,
      'GET /api/sanctions/mine': ok([{ ...ownSanction, proposed: 'PERMANENT' }]),
    })
    expect(await screen.findByText(/propone di renderla permanente/)).toBeTruthy()
  })

  it('is redirected when the suspension happens on a page', async () => {
    let out = false
    const { at } = renderApp('/my-rewards', {
      ...suspendedAnswers,
      'GET /api/auth/user': () => ok(out ? { ...giulia, suspended: { until: suspendedUntil } } : giulia),
      'GET /api/rewards': () => {
        out = true
        return failure(403, 'Il tuo account è sospeso.', 'AccountSuspended')
      },
    })
    expect(await screen.findByRole('heading', { name: 'La tua situazione' })).toBeTruthy()
    expect(at()).toBe('/sanctions')
  })
})

describe('a sanction appeal', () => {
  it('V-59: is sent once, with 10 to 1000 characters', async () => {
    const { user, server } = renderApp('/sanctions', {
      ...suspendedAnswers,
      'POST /api/sanctions/sanction-1/appeal': created({
        ...ownSanction,
        appealStatus: 'PENDING',
        appealReason: appealText,
      }),
    })
    const form = within(await screen.findByRole('form', { name: 'Presenta ricorso' }))
    const field = form.getByRole('textbox', { name: /Perché la sanzione è sbagliata/ })
    await user.type(field, 'Breve')
    await user.click(form.getByRole('button', { name: 'Invia ricorso' }))
    expect(await form.findByText('Deve avere almeno 10 caratteri')).toBeTruthy()
    expect(server.to('POST /api/sanctions/sanction-1/appeal')).toEqual([])
    await user.clear(field)
    await user.type(field, appealText)
    await user.click(form.getByRole('button', { name: 'Invia ricorso' }))
    expect(await screen.findByText('Ricorso inviato')).toBeTruthy()
    expect(server.to('POST /api/sanctions/sanction-1/appeal')).toMatchObject([{ body: { appealReason: appealText } }])
  })

  it('shows why it failed', async () => {
    const { user } = renderApp('/sanctions', {
      ...suspendedAnswers,
      'POST /api/sanctions/sanction-1/appeal': failure(409, 'Hai già presentato ricorso contro questa sanzione.'),
    })
    await user.type(await screen.findByRole('textbox', { name: /Perché la sanzione è sbagliata/ }), appealText)
    await user.click(screen.getByRole('button', { name: 'Invia ricorso' }))
    expect(await findInToast('Hai già presentato ricorso contro questa sanzione.')).toBeTruthy()
  })

  it.each([
    ['PENDING', 'In attesa'],
    ['UNDER_REVIEW', 'In esame'],
    ['APPROVED', 'Accolto'],
    ['REJECTED', 'Respinto'],
  ] as const)('S-15: that is %s is shown with its answer and cannot be sent again', async (appealStatus, label) => {
    const decided = appealStatus === 'APPROVED' || appealStatus === 'REJECTED'
    const appealDecisionReason = decided ? 'Abbiamo riletto tutto.' : null
    const one = {
      ...ownSanction,
      appealStatus,
      appealObstacle: 'already-appealed',
      appealReason: appealText,
      appealDecisionReason,
    }
    renderApp('/sanctions', { ...suspendedAnswers, 'GET /api/sanctions/mine': ok([one]) })
    expect(await screen.findByText(label)).toBeTruthy()
    expect(screen.getByText(appealText)).toBeTruthy()
    expect(screen.queryByText('Abbiamo riletto tutto.') !== null).toBe(decided)
    expect(screen.queryByRole('form', { name: 'Presenta ricorso' })).toBeNull()
  })

  it('is closed after its deadline', async () => {
    const late = { ...ownSanction, appealableUntil: '2020-01-01T00:00:00.000Z', appealObstacle: 'too-late' }
    renderApp('/sanctions', { ...suspendedAnswers, 'GET /api/sanctions/mine': ok([late]) })
    expect(await screen.findByText('Il termine per il ricorso è scaduto.')).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
  })
})

describe('the situation page of a user without a suspension', () => {
  it('shows that all is well, is loading, or failed', async () => {
    renderApp('/sanctions', { ...signedInAs(giulia), 'GET /api/sanctions/mine': ok([]) })
    expect(await screen.findByText('Nessun avviso e nessuna sanzione: è tutto a posto.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Esci' })).toBeNull()
  })

  it('shows loading and can retry after a failure', async () => {
    renderApp('/sanctions', { ...signedInAs(giulia), 'GET /api/sanctions/mine': neverAnswers })
    expect(await screen.findByRole('heading', { name: 'La tua situazione' })).toBeTruthy()
    expect(screen.queryByText(/tutto a posto/)).toBeNull()
  })

  it('shows a failure in words', async () => {
    renderApp('/sanctions', {
      ...signedInAs(giulia),
      'GET /api/sanctions/mine': failure(503, 'Il servizio non è disponibile.'),
    })
    expect(await screen.findByText('Il servizio non è disponibile.')).toBeTruthy()
  })
})
