// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Access, OwnAccess } from '../../../../../web/contract/audit/audit.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import { giulia, locanda, moderator, profileOfGiulia, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

const auditor: User = { ...locanda, staffRoles: ['REVISORE'], permissions: ['audit'] }
const own = 'GET /api/user/access-log'
const search = 'GET /api/audit/access-log'

const signIn: OwnAccess = {
  at: '2026-03-02T09:00:00.000Z',
  role: 'tu',
  what: 'sign-in',
  why: 'Con la password · Firefox su Windows',
}
const reading: OwnAccess = { ...signIn, role: 'MODERATORE', what: 'staff-read', why: 'Esame di un caso' }
const entry: Access = {
  id: '7',
  at: '2026-03-02T09:00:00.000Z',
  what: 'failed-sign-in',
  outcome: 'refused',
  actor: null,
  role: null,
  subject: 'account-giulia',
  why: 'Con la password',
  source: '0123456789abcdef0123456789abcdef',
  correlationId: 'request-1',
}
const page = (items: readonly Access[], nextCursor: string | null = null) => ok({ items, nextCursor })

describe('Q-97: who looked at my data', () => {
  const at = '/profile/access-log'

  it('is linked from the profile', async () => {
    const { user, at: current } = renderApp('/profile', {
      ...signedInAs(giulia),
      'GET /api/user/profile': ok(profileOfGiulia),
      [own]: ok([]),
    })
    await user.click(await screen.findByRole('link', { name: 'Apri il registro' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Chi ha guardato i miei dati' })).toBeTruthy()
    expect(current()).toBe(at)
  })

  it('shows a placeholder while it loads', async () => {
    renderApp(at, { ...signedInAs(giulia), [own]: neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('says that there is nothing', async () => {
    renderApp(at, { ...signedInAs(giulia), [own]: ok([]) })
    expect(await screen.findByText('Negli ultimi dodici mesi non c’è nulla.')).toBeTruthy()
  })

  it('shows an error with a retry', async () => {
    let fails = true
    const { user } = renderApp(at, {
      ...signedInAs(giulia),
      [own]: () => (fails ? failure(503, 'Riprova tra poco.') : ok([signIn])),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Non riusciamo a caricare il registro.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Con la password · Firefox su Windows')).toBeTruthy()
  })

  it('names staff by role, oneself as oneself, and the kind of browser', async () => {
    renderApp(at, { ...signedInAs(giulia), [own]: ok([reading, signIn]) })
    const table = within(await screen.findByRole('table'))
    const rows = table.getAllByRole('row').map((row) => row.textContent)
    expect(rows[1]).toContain('Lettura dello staffModeratoreEsame di un caso')
    expect(rows[2]).toContain('AccessoTuCon la password · Firefox su Windows')
  })
})

describe('Q-97: the access log of auditors', () => {
  it('is closed to moderators, without a request', async () => {
    const { server } = renderApp('/admin/audit/access-log', signedInAs(moderator))
    expect(await screen.findByText('Questa pagina è riservata ai revisori.')).toBeTruthy()
    expect(server.to(search)).toEqual([])
  })

  it('shows entries with accounts and requests', async () => {
    renderApp('/admin/audit/access-log', { ...signedInAs(auditor), [search]: page([entry]) })
    const table = within(await screen.findByRole('table'))
    for (const text of ['Accesso non riuscito', 'Rifiutato', 'account-giulia', '01234567', 'request-1'])
      expect(table.getByText(text)).toBeTruthy()
  })

  it('searches by account, act and day, and keeps the filters in the address', async () => {
    const { user, server, address } = renderApp('/admin/audit/access-log', {
      ...signedInAs(auditor),
      [search]: page([]),
    })
    expect(await screen.findByText('Nessuna voce corrisponde ai filtri.')).toBeTruthy()
    await user.type(screen.getByLabelText('Account interessato'), 'account-giulia')
    await user.selectOptions(screen.getByLabelText('Che cosa'), 'Esportazione')
    await user.type(screen.getByLabelText('Dal'), '2026-03-01')
    await user.click(screen.getByRole('button', { name: 'Cerca' }))
    expect(address()).toBe('/admin/audit/access-log?subject=account-giulia&what=export&from=2026-03-01')
    await screen.findByText('Nessuna voce corrisponde ai filtri.')
    expect(server.to(search).at(-1)?.query).toContain('subject=account-giulia&what=export&from=2026-03-01')
    await user.click(screen.getByRole('button', { name: 'Cancella i filtri' }))
    expect(address()).toBe('/admin/audit/access-log')
  })

  it('ignores filters of the address that are invalid', async () => {
    const { server } = renderApp('/admin/audit/access-log?what=nothing&subject=account-giulia', {
      ...signedInAs(auditor),
      [search]: page([]),
    })
    await screen.findByText('Nessuna voce corrisponde ai filtri.')
    const asked = server.to(search).at(-1)?.query ?? ''
    expect(asked).toContain('subject=account-giulia')
    expect(asked).not.toContain('what')
  })

  it('shows an error with a retry', async () => {
    renderApp('/admin/audit/access-log', { ...signedInAs(auditor), [search]: failure(503, 'Riprova tra poco.') })
    expect((await screen.findByRole('alert')).textContent).toContain('Non riusciamo a caricare il registro.')
    expect(screen.getByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})
