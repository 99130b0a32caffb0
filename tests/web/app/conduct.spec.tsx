// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OwnSanction, Sanction } from '../../../web/contract/conduct.ts'
import { open } from './support/open.tsx'
import { as, giulia, moderator } from './support/people.ts'
import { created, no, ok, silence, type Answers } from './support/server.ts'
import { moderated, noon } from './support/things.ts'

const until = '2026-11-27T12:00:00.000Z'
const own: OwnSanction = {
  id: 'sanction-1',
  reason: 'HARASSMENT',
  severity: 'MEDIUM',
  description: null,
  isActive: true,
  expiresAt: until,
  createdAt: noon,
  deactivatedAt: null,
  lifted: false,
  liftedReason: null,
  autoDetected: true,
  violationCount: 2,
  facts: 'Un moderatore ha accolto una segnalazione su una tua recensione: molestie o offese.',
  ground: 'HARASSMENT',
  rulesVersion: 1,
  automation: 'decision',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: '2099-05-23T12:00:00.000Z',
  appealStatus: 'NONE',
  appealReason: null,
  appealedAt: null,
  appealReviewedAt: null,
  appealDecision: null,
  appealDecisionReason: null,
}
const record: Sanction = {
  ...own,
  userId: 'giulia',
  userType: 'client',
  userName: 'Giulia Bianchi',
  createdBy: null,
  deactivatedBy: null,
  triggerType: 'FLAG_UPHELD',
  triggerData: { reviewId: 'review-1', decidedBy: 'mario', lost: null, decided: null, windowDays: null },
  triggerCount: 1,
  appealReviewedBy: null,
  appealCount: 0,
  lastViolationAt: noon,
  ipAddress: null,
  userAgent: null,
  metadata: { ladderVersion: 1 },
}
const suspended: Answers = {
  ...as({ ...giulia, suspended: { until } }),
  'GET /api/sanctions/mine': ok([own]),
}
const plea = 'Raccontavo soltanto il mio soggiorno.'

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
    expect(await screen.findByText('Hai già presentato ricorso contro questa sanzione.')).toBeTruthy()
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

const console: Answers = {
  ...as(moderator),
  'GET /api/admin/queue': ok({ items: [], nextCursor: null }),
  'GET /api/admin/sanctions': ok([record]),
}
const appealed = { ...record, appealStatus: 'PENDING', appealReason: plea, appealedAt: noon, appealCount: 1 } as const

describe('sanctions in the moderators’ console', () => {
  it('A-77: are listed with reason, cause and end; all or the active ones', async () => {
    const { user, server } = open('/admin/reviews?view=sanctions', console)
    expect(await screen.findByText('Giulia Bianchi')).toBeTruthy()
    expect(screen.getByText(/Molestie o offese · Segnalazione accolta \(2 violazioni\) · Automatica/)).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mostra' }), 'all')
    await screen.findByText('Giulia Bianchi')
    expect(server.to('GET /api/admin/sanctions').map(({ query }) => query)).toEqual([
      '?limit=30&active=true',
      '?limit=30',
    ])
  })

  it('V-56, V-57: a new one is for the account named, with reason and severity', async () => {
    const { user, server } = open('/admin/reviews?view=sanctions&account=giulia', {
      ...console,
      'POST /api/admin/sanctions': created(record),
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova sanzione' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'SPAM')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Sanzione' }), 'HIGH')
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(await screen.findByText('Sanzione applicata')).toBeTruthy()
    expect(server.to('POST /api/admin/sanctions')).toMatchObject([
      { body: { userId: 'giulia', reason: 'SPAM', severity: 'HIGH' } },
    ])
  })

  it('is for a person by name where a review led to it: no identifier is shown', async () => {
    const { user, server } = open('/admin/reviews?view=reviews', {
      ...console,
      'GET /api/admin/reviews': ok([moderated]),
      'POST /api/admin/sanctions': created(record),
    })
    await user.click(await screen.findByRole('link', { name: 'Sanziona l’autore' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova sanzione' }))
    expect(dialog.getByText('Sanzione per Giulia Bianchi')).toBeTruthy()
    expect(dialog.queryByRole('searchbox')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(await screen.findByText('Sanzione applicata')).toBeTruthy()
    expect(server.to('POST /api/admin/sanctions')).toMatchObject([{ body: { userId: 'giulia' } }])
    expect(screen.queryByText(/Account giulia/)).toBeNull()
  })

  it('finds whoever it is for by name or by their whole address, and asks for somebody', async () => {
    const { user, server } = open('/admin/reviews?view=sanctions', {
      ...console,
      'POST /api/admin/accounts/find': ok([{ id: 'giulia', kind: 'client', name: 'Giulia Bianchi', place: null }]),
      'POST /api/admin/sanctions': created(record),
    })
    await user.click(await screen.findByRole('button', { name: 'Nuova sanzione' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova sanzione' }))
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(dialog.getByText('Scegli chi sanzionare')).toBeTruthy()
    await user.type(dialog.getByRole('searchbox', { name: /Chi/ }), 'giulia@example.it')
    await user.click(await dialog.findByRole('button', { name: /Giulia Bianchi Cliente/ }))
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(await screen.findByText('Sanzione applicata')).toBeTruthy()
    expect(server.to('POST /api/admin/accounts/find')).toMatchObject([{ body: { query: 'giulia@example.it' } }])
    expect(server.to('POST /api/admin/sanctions')).toMatchObject([{ body: { userId: 'giulia' } }])
  })

  it('points settled 11: a second one is refused in the server’s words', async () => {
    const { user } = open('/admin/reviews?view=sanctions&account=giulia', {
      ...console,
      'POST /api/admin/sanctions': no(409, 'Questo utente ha già una sanzione attiva, permanente.', 'SanctionActive'),
    })
    await user.click(await screen.findByRole('button', { name: 'Applica sanzione' }))
    expect(await screen.findByText('Questo utente ha già una sanzione attiva, permanente.')).toBeTruthy()
  })

  it('one is lifted with a reason', async () => {
    const { user, server } = open('/admin/reviews?view=sanctions', {
      ...console,
      'PATCH /api/admin/sanctions/sanction-1': ok({ ...record, isActive: false, lifted: true }),
    })
    await user.click(await screen.findByRole('button', { name: 'Revoca' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revocare la sanzione?' }))
    await user.type(dialog.getByRole('textbox', { name: /Perché la revochi/ }), 'Era un errore.')
    await user.click(dialog.getByRole('button', { name: 'Revoca' }))
    expect(await screen.findByText('Sanzione revocata')).toBeTruthy()
    expect(server.to('PATCH /api/admin/sanctions/sanction-1')).toMatchObject([
      { body: { isActive: false, reason: 'Era un errore.' } },
    ])
  })

  it('S-15, V-60: an appeal is taken under review and decided with a reason', async () => {
    const { user, server } = open('/admin/reviews?view=sanctions', {
      ...console,
      'GET /api/admin/sanctions': ok([appealed]),
      'PATCH /api/admin/appeals/sanction-1': ok({ ...appealed, appealStatus: 'UNDER_REVIEW' }),
    })
    expect(await screen.findByText(plea)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Prendi in esame' }))
    expect(await screen.findByText('Ricorso in esame')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Accogli' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accogliere il ricorso?' }))
    await user.type(dialog.getByRole('textbox', { name: /Motivazione/ }), 'Aveva ragione la cliente.')
    await user.click(dialog.getByRole('button', { name: 'Accogli' }))
    expect(await screen.findByText('Ricorso deciso')).toBeTruthy()
    expect(server.to('PATCH /api/admin/appeals/sanction-1').map(({ body }) => body)).toEqual([
      { status: 'UNDER_REVIEW' },
      { decision: 'APPROVED', reason: 'Aveva ragione la cliente.' },
    ])
  })
})
