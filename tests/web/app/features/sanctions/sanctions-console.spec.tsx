// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { moderated, noon } from '../../support/fixtures.ts'
import { moderator, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { appealText, moderatedSanction } from '../../support/sanctions.ts'
import { type Answers, created, failure, ok } from '../../support/stub-server.ts'

const consoleAnswers: Answers = {
  ...signedInAs(moderator),
  'GET /api/admin/queue': ok({ items: [], nextCursor: null }),
  'GET /api/admin/sanctions': ok([moderatedSanction]),
}
const appealedSanction = {
  ...moderatedSanction,
  actions: ['take-appeal', 'decide-appeal', 'lift'],
  appealStatus: 'PENDING',
  appealReason: appealText,
  appealedAt: noon,
  appealCount: 1,
} as const

describe('sanctions in the moderators’ console', () => {
  it('A-77: are listed with reason, cause and end, all or active only', async () => {
    const { user, server } = renderApp('/admin/reviews?view=sanctions', consoleAnswers)
    expect(await screen.findByText('Giulia Bianchi')).toBeTruthy()
    expect(screen.getByText(/Molestie o offese · Segnalazione accolta \(2 violazioni\) · Automatica/)).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mostra' }), 'all')
    await screen.findByText('Giulia Bianchi')
    expect(server.to('GET /api/admin/sanctions').map(({ query }) => query)).toEqual([
      '?limit=30&active=true',
      '?limit=30',
    ])
  })

  it.each([
    ['DISPUTES_LOST', 180, /Contestazioni perse \(4 contestazioni respinte su 5 in 180 giorni\)/],
    ['FLAGS_DISMISSED', null, /4 segnalazioni respinte su 5 decise/],
  ] as const)('are listed with the dismissed notices behind them (%s)', async (triggerType, windowDays, text) => {
    const dismissedNotices = { dismissed: 4, decided: 5, windowDays }
    renderApp('/admin/reviews?view=sanctions', {
      ...consoleAnswers,
      'GET /api/admin/sanctions': ok([{ ...moderatedSanction, triggerType, dismissedNotices }]),
    })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('V-56, V-57: are imposed on the named account with reason and severity', async () => {
    const { user, server } = renderApp('/admin/reviews?view=sanctions&account=giulia', {
      ...consoleAnswers,
      'POST /api/admin/sanctions': created(moderatedSanction),
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

  it('show the name without an identifier when opened from a review', async () => {
    const { user, server } = renderApp('/admin/reviews?view=reviews', {
      ...consoleAnswers,
      'GET /api/admin/reviews': ok([moderated]),
      'POST /api/admin/sanctions': created(moderatedSanction),
    })
    await user.click(await screen.findByRole('link', { name: 'Sanziona l’autore' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova sanzione' }))
    expect(dialog.getByText('Sanzione per Giulia Bianchi')).toBeTruthy()
    expect(dialog.queryByRole('combobox', { name: /Account/ })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(await screen.findByText('Sanzione applicata')).toBeTruthy()
    expect(server.to('POST /api/admin/sanctions')).toMatchObject([{ body: { userId: 'giulia', severity: 'MEDIUM' } }])
    expect(screen.queryByText(/Account giulia/)).toBeNull()
  })

  it('find accounts by name or full address and require one', async () => {
    const { user, server } = renderApp('/admin/reviews?view=sanctions', {
      ...consoleAnswers,
      'POST /api/admin/accounts/find': ok([{ id: 'giulia', kind: 'client', name: 'Giulia Bianchi', place: null }]),
      'POST /api/admin/sanctions': created(moderatedSanction),
    })
    await user.click(await screen.findByRole('button', { name: 'Nuova sanzione' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova sanzione' }))
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(dialog.getByText('Scegli chi sanzionare')).toBeTruthy()
    await user.type(dialog.getByRole('combobox', { name: /Account/ }), 'giulia@example.it')
    await user.click(await dialog.findByRole('option', { name: /Giulia Bianchi Cliente/ }))
    await user.click(dialog.getByRole('button', { name: 'Applica sanzione' }))
    expect(await screen.findByText('Sanzione applicata')).toBeTruthy()
    expect(server.to('POST /api/admin/accounts/find')).toMatchObject([{ body: { query: 'giulia@example.it' } }])
    expect(server.to('POST /api/admin/sanctions')).toMatchObject([{ body: { userId: 'giulia' } }])
  })

  it('D-11: show the server’s message for a second one', async () => {
    const { user } = renderApp('/admin/reviews?view=sanctions&account=giulia', {
      ...consoleAnswers,
      'POST /api/admin/sanctions': failure(
        409,
        'Questo utente ha già una sanzione attiva, permanente.',
        'SanctionActive',
      ),
    })
    await user.click(await screen.findByRole('button', { name: 'Applica sanzione' }))
    expect(await findInToast('Questo utente ha già una sanzione attiva, permanente.')).toBeTruthy()
  })

  it('are lifted with a reason', async () => {
    const { user, server } = renderApp('/admin/reviews?view=sanctions', {
      ...consoleAnswers,
      'PATCH /api/admin/sanctions/sanction-1': ok({ ...moderatedSanction, isActive: false, lifted: true }),
    })
    await user.click(await screen.findByRole('button', { name: 'Revoca' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revocare la sanzione?' }))
    await user.click(dialog.getByRole('button', { name: 'Revoca' }))
    expect(dialog.getByText('Spiega il motivo')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Perché la revochi/ }), 'Era un errore.')
    await user.click(dialog.getByRole('button', { name: 'Revoca' }))
    expect(await screen.findByText('Sanzione revocata')).toBeTruthy()
    expect(server.to('PATCH /api/admin/sanctions/sanction-1')).toMatchObject([
      { body: { isActive: false, reason: 'Era un errore.' } },
    ])
  })

  const proposedSanction = { ...moderatedSanction, proposed: 'PERMANENT', actions: ['consent', 'refuse'] } as const

  it.each([
    ['Acconsenti', 'Rendere permanente la sospensione?', 'consent', 'Sospensione permanente'],
    ['Rifiuta', 'Rifiutare la proposta?', 'refuse', 'Proposta rifiutata'],
  ])('Q-128: of which a permanent one is proposed can be answered: %s', async (button, title, call, done) => {
    const { user, server } = renderApp('/admin/reviews?view=sanctions', {
      ...consoleAnswers,
      'GET /api/admin/sanctions': ok([proposedSanction]),
      [`POST /api/admin/sanctions/sanction-1/${call}`]: ok({ ...proposedSanction, proposed: null, actions: [] }),
    })
    expect(await screen.findByText('Proposta: sospensione permanente')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.click(dialog.getByRole('button', { name: button }))
    expect(await findInToast(done)).toBeTruthy()
    expect(server.to(`POST /api/admin/sanctions/sanction-1/${call}`)).toHaveLength(1)
  })

  it('Q-128: say that a permanent suspension is only proposed', async () => {
    const { user } = renderApp('/admin/reviews?view=sanctions&account=giulia', {
      ...consoleAnswers,
      'POST /api/admin/sanctions': created(proposedSanction),
    })
    await user.click(await screen.findByRole('button', { name: 'Applica sanzione' }))
    expect(await findInToast('Sospensione permanente proposta')).toBeTruthy()
  })

  it('show next to the reason why it is invalid', async () => {
    const fields = { reason: 'Al massimo 1000 caratteri' }
    const { user } = renderApp('/admin/reviews?view=sanctions', {
      ...consoleAnswers,
      'PATCH /api/admin/sanctions/sanction-1': failure(400, 'Controlla i campi', 'Invalid', fields),
    })
    await user.click(await screen.findByRole('button', { name: 'Revoca' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revocare la sanzione?' }))
    await user.type(dialog.getByRole('textbox', { name: /Perché la revochi/ }), 'Era un errore.')
    await user.click(dialog.getByRole('button', { name: 'Revoca' }))
    expect(await dialog.findByText(fields.reason)).toBeTruthy()
  })

  it('S-15, V-60: have their appeals claimed and decided with a reason', async () => {
    const { user, server } = renderApp('/admin/reviews?view=sanctions', {
      ...consoleAnswers,
      'GET /api/admin/sanctions': ok([appealedSanction]),
      'PATCH /api/admin/appeals/sanction-1': ok({ ...appealedSanction, appealStatus: 'UNDER_REVIEW' }),
    })
    expect(await screen.findByText(appealText)).toBeTruthy()
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
