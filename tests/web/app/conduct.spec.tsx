// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inToast, open } from './support/open.tsx'
import { as, giulia } from './support/people.ts'
import { created, no, ok, silence, type Answers } from './support/server.ts'
import { own, plea, until } from './support/sanctions.ts'

const suspended: Answers = {
  ...as({ ...giulia, suspended: { until } }),
  'GET /api/sanctions/mine': ok([own]),
}

describe('whoever is suspended', () => {
  it.each(['/', '/dashboard', '/my-rewards', '/business/locanda', '/login'])(
    'Q-55: is led from %s to the reason, and nothing else is asked for',
    async (path) => {
      const { at, server } = open(path, suspended)
      expect(await screen.findByRole('heading', { name: 'La tua situazione' })).toBeTruthy()
      expect(at()).toBe('/sanctions')
      expect(await screen.findByText(own.facts)).toBeTruthy()
      expect(screen.getByText(/Il tuo account è sospeso fino al 27 novembre 2026/)).toBeTruthy()
      expect(server.to('GET /api/live')).toEqual([])
      expect(server.to('GET /api/standing')).toEqual([])
    },
  )

  it('reads the rule, who decided, and where else to turn; may leave', async () => {
    const { user, server } = open('/sanctions', { ...suspended, 'POST /api/auth/logout': { status: 204, body: null } })
    const card = within(await screen.findByRole('region', { name: 'Sospensione di 7 giorni' }))
    expect(card.getByRole('link', { name: 'Regole della community, versione 1' })).toBeTruthy()
    expect(card.getByText('La sanzione segue in automatico dalle decisioni dei moderatori.')).toBeTruthy()
    expect(card.getByText(/organismo certificato/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Esci' }))
    expect(server.to('POST /api/auth/logout')).toHaveLength(1)
  })

  it('Q-55: still reads the decisions the sanction came from', async () => {
    const { user, at } = open('/sanctions', { ...suspended, 'GET /api/decisions/mine': ok([]) })
    await user.click(await screen.findByRole('link', { name: 'Decisioni che ti riguardano' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Decisioni che ti riguardano' })).toBeTruthy()
    expect(at()).toBe('/decisions')
  })

  it('reads what the foot of the page leads to, as anybody may', async () => {
    const { user, at } = open('/sanctions', {
      ...suspended,
      [`GET /api/transparency/${new Date().getFullYear()}`]: silence,
    })
    await user.click(await screen.findByRole('link', { name: 'Trasparenza' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Trasparenza' })).toBeTruthy()
    expect(at()).toBe('/transparency')
  })

  it('without end, is told so', async () => {
    open('/sanctions', {
      ...as({ ...giulia, suspended: { until: null } }),
      'GET /api/sanctions/mine': ok([{ ...own, severity: 'PERMANENT', expiresAt: null }]),
    })
    expect(await screen.findByText(/sospeso in modo permanente/)).toBeTruthy()
    expect(await screen.findByText(/senza termine/)).toBeTruthy()
  })

  it('is led there from the screen where it happens', async () => {
    let out = false
    const { at } = open('/my-rewards', {
      ...suspended,
      'GET /api/auth/user': () => ok(out ? { ...giulia, suspended: { until } } : giulia),
      'GET /api/rewards': () => {
        out = true
        return no(403, 'Il tuo account è sospeso.', 'AccountSuspended')
      },
    })
    expect(await screen.findByRole('heading', { name: 'La tua situazione' })).toBeTruthy()
    expect(at()).toBe('/sanctions')
  })
})

describe('an appeal', () => {
  it('V-59: is sent once, in 10 to 1000 characters', async () => {
    const { user, server } = open('/sanctions', {
      ...suspended,
      'POST /api/sanctions/sanction-1/appeal': created({ ...own, appealStatus: 'PENDING', appealReason: plea }),
    })
    const form = within(await screen.findByRole('form', { name: 'Presenta ricorso' }))
    const field = form.getByRole('textbox', { name: /Perché la sanzione è sbagliata/ })
    await user.type(field, 'Breve')
    await user.click(form.getByRole('button', { name: 'Invia ricorso' }))
    expect(await form.findByText('Deve avere almeno 10 caratteri')).toBeTruthy()
    expect(server.to('POST /api/sanctions/sanction-1/appeal')).toEqual([])
    await user.clear(field)
    await user.type(field, plea)
    await user.click(form.getByRole('button', { name: 'Invia ricorso' }))
    expect(await screen.findByText('Ricorso inviato')).toBeTruthy()
    expect(server.to('POST /api/sanctions/sanction-1/appeal')).toMatchObject([{ body: { appealReason: plea } }])
  })

  it('that fails says why', async () => {
    const { user } = open('/sanctions', {
      ...suspended,
      'POST /api/sanctions/sanction-1/appeal': no(409, 'Hai già presentato ricorso contro questa sanzione.'),
    })
    await user.type(await screen.findByRole('textbox', { name: /Perché la sanzione è sbagliata/ }), plea)
    await user.click(screen.getByRole('button', { name: 'Invia ricorso' }))
    expect(await inToast('Hai già presentato ricorso contro questa sanzione.')).toBeTruthy()
  })

  it.each([
    ['PENDING', 'In attesa'],
    ['UNDER_REVIEW', 'In esame'],
    ['APPROVED', 'Accolto'],
    ['REJECTED', 'Respinto'],
  ] as const)('S-15: that is %s is shown with its answer, and none can be sent again', async (appealStatus, label) => {
    const decided = appealStatus === 'APPROVED' || appealStatus === 'REJECTED'
    const appealDecisionReason = decided ? 'Abbiamo riletto tutto.' : null
    const one = { ...own, appealStatus, appealReason: plea, appealDecisionReason }
    open('/sanctions', { ...suspended, 'GET /api/sanctions/mine': ok([one]) })
    expect(await screen.findByText(label)).toBeTruthy()
    expect(screen.getByText(plea)).toBeTruthy()
    expect(screen.queryByText('Abbiamo riletto tutto.') !== null).toBe(decided)
    expect(screen.queryByRole('form', { name: 'Presenta ricorso' })).toBeNull()
  })

  it('comes too late once its term has passed', async () => {
    const late = { ...own, appealableUntil: '2020-01-01T00:00:00.000Z' }
    open('/sanctions', { ...suspended, 'GET /api/sanctions/mine': ok([late]) })
    expect(await screen.findByText('Il termine per il ricorso è scaduto.')).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
  })
})

describe('one’s situation, for whoever is not suspended', () => {
  it('says that all is well, is loading, and says when it cannot be read', async () => {
    open('/sanctions', { ...as(giulia), 'GET /api/sanctions/mine': ok([]) })
    expect(await screen.findByText('Nessun avviso e nessuna sanzione: è tutto a posto.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Esci' })).toBeNull()
  })

  it('waits, and asks again after a failure', async () => {
    open('/sanctions', { ...as(giulia), 'GET /api/sanctions/mine': silence })
    expect(await screen.findByRole('heading', { name: 'La tua situazione' })).toBeTruthy()
    expect(screen.queryByText(/tutto a posto/)).toBeNull()
  })

  it('fails in words', async () => {
    open('/sanctions', { ...as(giulia), 'GET /api/sanctions/mine': no(503, 'Il servizio non è disponibile.') })
    expect(await screen.findByText('Il servizio non è disponibile.')).toBeTruthy()
  })
})
