// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import type {
  Commission,
  Programme,
  Referral,
  WaitingProgramme,
} from '../../../../../web/contract/promotion/affiliate.ts'
import { allowed, rejected } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const calls = {
  programs: 'GET /api/affiliate/programs',
  referrals: 'GET /api/affiliate/referrals',
  commissions: 'GET /api/affiliate/commissions',
  stats: 'GET /api/affiliate/stats',
  create: 'POST /api/affiliate/programs',
}
const programme: Programme = {
  id: 'one',
  programName: 'Amici',
  description: 'Per chi porta ospiti',
  commissionRate: 5.5,
  commissionType: 'percentage',
  cookieDuration: 30,
  isActive: true,
  status: 'approved',
  reasons: null,
}
const referral: Referral = {
  id: 'PRIMAVERA7',
  referralCode: 'PRIMAVERA7',
  clicks: 40,
  conversions: 2,
  commissionEarned: 19.8,
  status: 'converted',
  createdAt: '2026-04-01T09:00:00.000Z',
}
const commission: Commission = {
  id: 'booking',
  referralCode: 'PRIMAVERA7',
  commissionRate: 5.5,
  amount: 19.8,
  status: 'earned',
  date: '2026-04-04',
}
const noData = { [calls.programs]: ok([]), [calls.referrals]: ok([]), [calls.commissions]: ok([]) }
const openTab = (tab: string, answers: Answers, who = locanda) =>
  renderApp(`/affiliate?tab=${tab}`, { ...signedInAs(who), ...noData, ...answers })
const mainRegion = () => screen.findByRole('main')

describe('the affiliate page (R-106)', () => {
  it('has four tabs, usable by keyboard and kept in the address', async () => {
    const { user } = openTab('', { [calls.stats]: neverAnswers })
    const tabs = within(await screen.findByRole('tablist')).getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Programmi', 'Referral', 'Commissioni', 'Statistiche'])
    tabs[0]?.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(await screen.findByText(/Nessuna commissione/)).toBeTruthy()
  })

  it('Q-37: is linked from the footer, for businesses and clients', async () => {
    const { user, at: where } = renderApp('/community-guidelines', { ...signedInAs(giulia), ...noData })
    const foot = within(await screen.findByRole('contentinfo'))
    await user.click(foot.getByRole('link', { name: 'Programma di affiliazione' }))
    expect(await screen.findByRole('heading', { name: 'Programma di affiliazione', level: 1 })).toBeTruthy()
    expect(where()).toBe('/affiliate')
  })

  it.each([
    ['programs', 'Non riusciamo a mostrare i tuoi programmi.', calls.programs],
    ['referrals', 'Non riusciamo a mostrare i tuoi referral.', calls.referrals],
    ['commissions', 'Non riusciamo a mostrare le tue commissioni.', calls.commissions],
    ['analytics', 'Non riusciamo a mostrare le statistiche.', calls.stats],
  ])('%s: shows loading and errors', async (tab, words, call) => {
    openTab(tab, { [call]: neverAnswers })
    expect(await within(await mainRegion()).findByText('Caricamento in corso…')).toBeTruthy()
    cleanup()
    openTab(tab, { [call]: failure(500, 'boom') })
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('R-107: the programmes tab', () => {
  it('lists programmes and marks the active one', async () => {
    const older = { ...programme, id: 'two', programName: 'Vecchi amici', description: null, isActive: false }
    openTab('programs', { [calls.programs]: ok([programme, older]) })
    const [one, two] = await within(await mainRegion()).findAllByRole('listitem')
    for (const words of ['Amici', 'Per chi porta ospiti', 'Attivo', /Commissione: 5,5 %/, /30 giorni/])
      expect(within(one ?? document.body).getByText(words)).toBeTruthy()
    expect(within(two ?? document.body).getByText('Sostituito')).toBeTruthy()
  })

  it('V-82, C-31: creates one with five percent by default and lists it', async () => {
    let list: readonly Programme[] = []
    const { user, server } = openTab('programs', {
      [calls.programs]: () => ok(list),
      [calls.create]: () => {
        list = [programme]
        return created(programme)
      },
    })
    expect(await screen.findByText(/Non hai ancora programmi/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Commissione (%)').value).toBe('5')
    await user.type(screen.getByLabelText('Nome del programma'), 'Amici')
    await user.click(screen.getByRole('button', { name: 'Crea programma' }))
    expect(await screen.findByText('Attivo')).toBeTruthy()
    expect(server.to(calls.create).map(({ body }) => body)).toEqual([
      { programName: 'Amici', commissionRate: 5, commissionType: 'percentage', cookieDuration: 30 },
    ])
    expect(screen.getByText('Programma creato')).toBeTruthy()
  })

  it('Q-133: shows which programmes wait and which were refused, and why', async () => {
    const waiting: Programme = { ...programme, commissionRate: 40, isActive: false, status: 'waiting' }
    const refused: Programme = { ...waiting, id: 'two', status: 'refused', reasons: 'È troppo alta.' }
    openTab('programs', { [calls.programs]: ok([waiting, refused]) })
    expect(await screen.findByText('In attesa di approvazione')).toBeTruthy()
    expect(screen.getByText(/nessuno può iscriversi con questo programma/)).toBeTruthy()
    expect(screen.getByText('Rifiutato')).toBeTruthy()
    expect(screen.getByText('Motivazioni: È troppo alta.')).toBeTruthy()
  })

  it('Q-133: says that a commission above 30 percent needs an approval, before and after creating one', async () => {
    const { user } = openTab('programs', {
      [calls.create]: created({ ...programme, isActive: false, status: 'waiting' }),
    })
    expect(await screen.findByText(/Oltre il 30 % serve l’approvazione di un amministratore/)).toBeTruthy()
    await user.type(screen.getByLabelText('Nome del programma'), 'Amici')
    await user.click(screen.getByRole('button', { name: 'Crea programma' }))
    expect(await findInToast('Programma creato: aspetta l’approvazione di un amministratore')).toBeTruthy()
  })

  it('V-82: sends nothing without a name or outside the limits', async () => {
    const { user, server } = openTab('programs', {})
    const rate = await screen.findByLabelText('Commissione (%)')
    for (const [typed, words] of [
      ['101', 'La commissione va da 0 a 100'],
      ['molto', 'La commissione va da 0 a 100'],
      ['5,555', 'Usa al massimo due decimali'],
    ] as const) {
      await user.clear(rate)
      await user.type(rate, typed)
      await user.click(screen.getByRole('button', { name: 'Crea programma' }))
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.getByText('Il nome del programma è obbligatorio')).toBeTruthy()
    }
    expect(server.to(calls.create)).toEqual([])
  })

  it.each([
    ['its reason', failure(409, 'Puoi creare al massimo 50 programmi.'), 'Puoi creare al massimo 50 programmi.'],
    ['no reason', failure(500, 'boom'), 'Errore creazione programma'],
  ])('T-226: shows a rejection with %s', async (_, answer, words) => {
    const { user } = openTab('programs', { [calls.create]: answer })
    await user.type(await screen.findByLabelText('Nome del programma'), 'Amici')
    await user.click(screen.getByRole('button', { name: 'Crea programma' }))
    expect(await findInToast(words)).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(words)
  })
})

describe('Q-133: the programmes that wait, for administrators', () => {
  const admin: User = { ...locanda, staffRoles: ['ADMIN'], permissions: ['moderate', 'administer'] }
  const [list, decide] = ['GET /api/admin/affiliate/programs', 'PATCH /api/admin/affiliate/aurora/programs/one']
  const waiting: WaitingProgramme = {
    id: 'one',
    accountId: 'aurora',
    accountName: 'Hotel Aurora',
    programName: 'Metà per uno',
    description: null,
    commissionRate: 50,
    createdAt: '2026-04-01T09:00:00.000Z',
    actions: { decide: allowed },
  }
  const open = (answers: Answers, who = admin) => renderApp('/admin/affiliates', { ...signedInAs(who), ...answers })

  it('are decided with reasons', async () => {
    let rows: readonly WaitingProgramme[] = [waiting]
    const { user, server } = open({
      [list]: () => ok(rows),
      [decide]: () => {
        rows = []
        return noContent
      },
    })
    expect(await screen.findByText('Hotel Aurora · dal 1 aprile 2026')).toBeTruthy()
    expect(screen.getByText('Commissione: 50 %')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Decidi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decidi su «Metà per uno»' }))
    await user.selectOptions(dialog.getByLabelText('Decisione'), 'Rifiuta')
    await user.click(dialog.getByRole('button', { name: 'Conferma la decisione' }))
    expect(await dialog.findByText('Scrivi le motivazioni')).toBeTruthy()
    await user.type(dialog.getByLabelText('Motivazioni'), 'È troppo alta per noi.')
    await user.click(dialog.getByRole('button', { name: 'Conferma la decisione' }))
    expect(await screen.findByText('Nessun programma in attesa.')).toBeTruthy()
    expect(server.to(decide).map(({ body }) => body)).toEqual([
      { decision: 'refused', reasons: 'È troppo alta per noi.' },
    ])
  })

  it('D-02: show instead of the button why one’s own cannot be decided', async () => {
    const own = rejected('OwnProgramme', 'È un tuo programma: deve deciderlo un altro amministratore.')
    open({ [list]: ok([{ ...waiting, actions: { decide: own } }]) })
    expect(await screen.findByText(/deve deciderlo un altro amministratore/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decidi' })).toBeNull()
  })

  it('are closed to moderators', async () => {
    const { server } = open({}, { ...admin, staffRoles: ['MODERATORE'], permissions: ['moderate'] })
    expect(await screen.findByText('Questa pagina è riservata agli amministratori.')).toBeTruthy()
    expect(server.to(list)).toEqual([])
  })
})

describe('R-108: the referrals tab', () => {
  it('shows and copies the link made from the code', async () => {
    const { user } = openTab('referrals', { [calls.referrals]: ok([referral]) })
    const link = await screen.findByLabelText<HTMLInputElement>('Link da condividere')
    expect(new URL(link.value).pathname + new URL(link.value).search).toBe('/register?ref=PRIMAVERA7')
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: 'Copia il link' }))
    expect(writeText).toHaveBeenCalledWith(link.value)
  })

  it.each([
    ['converted', 'Convertito', 'bg-olive-soft'],
    ['pending', 'In attesa', 'bg-honey-soft'],
    ['blocked', 'blocked', 'bg-danger-soft'],
  ])('S-21: shows %s as what it is', async (status, words, look) => {
    openTab('referrals', { [calls.referrals]: ok([{ ...referral, status }]) })
    expect((await screen.findByText(words)).className).toContain(look)
  })

  it('shows visits, registrations and commissions', async () => {
    openTab('referrals', { [calls.referrals]: ok([referral]) })
    await screen.findByLabelText('Link da condividere')
    for (const words of ['40', '2', /19,80/, 'dal 1 aprile 2026']) expect(screen.getByText(words)).toBeTruthy()
  })

  it('leads to the first programme when there is no code', async () => {
    const { user } = openTab('referrals', {})
    await user.click(await screen.findByRole('button', { name: 'Crea un programma' }))
    expect(await screen.findByLabelText('Nome del programma')).toBeTruthy()
  })
})

describe('R-109, Q-82: the commissions tab', () => {
  it('B-43: has a table and a download', async () => {
    openTab('commissions', { [calls.commissions]: ok([commission]) })
    const [, row] = await screen.findAllByRole('row')
    const cells = within(row ?? document.body).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
      '4 aprile 2026',
      'PRIMAVERA7',
      '5,5 %',
      '19,80 €',
      'Maturata',
    ])
    const link = screen.getByRole('link', { name: 'Esporta CSV' })
    expect(link.getAttribute('href')).toBe('/api/affiliate/commissions?format=csv')
    expect(link.hasAttribute('download')).toBe(true)
  })
})

describe('R-110: the analytics tab', () => {
  it('shows the seven metrics', async () => {
    const stats = {
      totalClicks: 40,
      totalConversions: 2,
      conversionRate: 5,
      totalCommissionEarned: 19.8,
      pendingCommission: 7.5,
      monthlyEarnings: 12.3,
      activeReferrals: 1,
    }
    openTab('analytics', { [calls.stats]: ok(stats) })
    expect(await screen.findByText('Tasso di conversione')).toBeTruthy()
    const metrics = screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
    expect(metrics).toEqual(['40', '2', '5 %', '1', '19,80 €', '7,50 €', '12,30 €'])
  })
})
