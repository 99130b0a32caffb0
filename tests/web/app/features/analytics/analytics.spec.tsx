// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addDays, longDate, todayInRome } from '../../../../../web/app/shared/format.ts'
import { analyticsRows, analyticsWithoutPremium, emptyAnalytics, premiumAnalytics } from '../../support/analytics.ts'
import { locanda, signedInAs } from '../../support/people.ts'
import { descriptionsOf, renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const call = 'GET /api/analytics'
const open = (analytics: Answers[string], path = '/analytics') =>
  renderApp(path, { ...signedInAs(locanda), [call]: analytics })
const figure = (name: string) => screen.findByRole('figure', { name })
const linkIn = (element: HTMLElement, name: string) => within(element).getByRole('link', { name }).getAttribute('href')
const today = todayInRome()

describe('the analytics of a business with Premium', () => {
  it('Q-112: shows a chart or figures of every section', async () => {
    open(ok(premiumAnalytics))
    for (const name of [
      'Punteggio nel tempo',
      'Distribuzione delle stelle',
      'Motivi delle recensioni',
      'Recensioni e risposte',
      'I quattro criteri nel tempo',
      'Valutazioni e ritorni',
      'Confronto con la provincia, oggi',
      'Ricompense emesse e usate',
      'AVA nel tempo',
    ])
      expect(await figure(name)).toBeTruthy()
    expect(screen.getByText('1,5 giorni')).toBeTruthy()
    expect(
      screen.getByText('Calcolato su 2 di 3 ricompense usate: per le altre non hai indicato il conto.'),
    ).toBeTruthy()
    expect(
      screen.getByText('Il valore più alto è 4,4 (La tua attività), il più basso 4,1 (B&B in provincia di RM (23)).'),
    ).toBeTruthy()
  })

  it('says in words and with a sign how figures changed', async () => {
    open(ok(premiumAnalytics))
    for (const change of [
      '+29 punti, in aumento: prima 40%',
      '−0,5 giorni, in calo: prima 2 giorni',
      '+1, in aumento: prima 5',
      '−3, in calo: prima 12',
    ])
      expect(await screen.findByText(change)).toBeTruthy()
  })

  it('Q-112: compares stars and reasons bar by bar, also in the table, and the averages of the four criteria', async () => {
    const { user } = open(ok(premiumAnalytics))
    const tableOf = async (name: string) => {
      const chart = await figure(name)
      await user.click(within(chart).getByRole('button', { name: 'Tabella' }))
      return within(chart)
        .getAllByRole('row')
        .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
    }
    expect(await tableOf('Distribuzione delle stelle')).toEqual([
      ['Stelle', 'Questo periodo', 'Periodo precedente'],
      ['5 stelle', '6', '4'],
      ['4 stelle', '4', '3'],
      ['3 stelle', '2', '0'],
      ['2 stelle', '0', '1'],
      ['1 stella', '1', '2'],
    ])
    expect(await tableOf('Motivi delle recensioni')).toEqual([
      ['Motivo', 'Questo periodo', 'Periodo precedente'],
      ['Servizio', '7', '6'],
      ['Pulizia', '4', '0'],
      ['Altro', '1', '0'],
      ['Prezzo', '0', '4'],
    ])
    for (const change of [
      '+0,5, in aumento: prima 8,0',
      '−0,6, in calo: prima 9,0',
      'Invariato: prima 9,5',
      '−0,3, in calo: prima 7,1',
    ])
      expect(screen.getByText(change)).toBeTruthy()
  })

  it('shows no change without a comparison, and asks for it on request', async () => {
    const { user, server, address } = open((asked) =>
      ok({ ...premiumAnalytics, previous: asked.query.includes('compare') ? premiumAnalytics.previous : null }),
    )
    await figure('Punteggio nel tempo')
    expect(screen.queryByText(/in aumento/)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Confronta con il periodo precedente' }))
    expect(await screen.findByText('+1, in aumento: prima 5')).toBeTruthy()
    expect(address()).toBe('/analytics?period=30&compare=previous')
    expect(server.to(call).at(-1)?.query).toContain('compare=previous')
  })

  it('leads from figures and bars to their rows, in the same period', async () => {
    const { user } = open(ok(premiumAnalytics), '/analytics?period=90')
    const stars = await figure('Distribuzione delle stelle')
    await user.click(within(stars).getByRole('button', { name: 'Tabella' }))
    expect(linkIn(stars, '5 stelle')).toBe('/analytics/rows?period=90&of=reviews&stars=5&counted=true')
    expect(linkIn(screen.getByRole('region', { name: 'Ospiti che tornano' }), 'Vedi i ritorni')).toBe(
      '/analytics/rows?period=90&of=ratings&returning=true',
    )
    expect(linkIn(screen.getByRole('region', { name: 'Risposte' }), 'Vedi le recensioni senza risposta')).toBe(
      '/analytics/rows?period=90&of=reviews&answered=false',
    )
    expect(linkIn(await figure('Ricompense emesse e usate'), 'Vedi quelle emesse')).toBe(
      '/analytics/rows?period=90&of=issued',
    )
    expect(linkIn(await figure('AVA nel tempo'), 'Vedi i movimenti')).toBe('/analytics/rows?period=90&of=ava')
  })

  it('offers the workbook and the report of the days shown as files', async () => {
    open(ok(premiumAnalytics))
    const workbook = await screen.findByRole('link', { name: 'Scarica Excel (.xlsx)' })
    expect(workbook.getAttribute('href')).toBe('/api/analytics/export?from=2026-10-30&to=2026-11-28&format=xlsx')
    expect(workbook.hasAttribute('download')).toBe(true)
    expect(screen.getByRole('link', { name: 'Scarica il report (PDF)' }).getAttribute('href')).toMatch(/format=pdf$/)
  })

  it('lists what happened to the score', async () => {
    open(ok(premiumAnalytics))
    const marks = within(await screen.findByRole('list', { name: 'Sul grafico' })).getAllByRole('listitem')
    expect(marks.map(({ textContent }) => textContent)).toEqual([
      '2 novembre 2026 – 4 novembre 2026: periodo escluso dal punteggio',
      '12 novembre 2026: 2 recensioni nascoste o rimosse',
      '20 novembre 2026: 1 recensione ripristinata',
    ])
  })
})

describe('the period', () => {
  it.each([
    ['/analytics', 30],
    ['/analytics?period=90', 90],
    ['/analytics?period=365', 365],
    ['/analytics?period=custom&from=domani&to=2026-10-10', 30],
  ])('of %s is the last %i days', async (path, days) => {
    const { server } = open(ok(premiumAnalytics), path)
    await figure('Punteggio nel tempo')
    expect(server.to(call)[0]?.query).toBe(`?from=${addDays(today, 1 - days)}&to=${today}`)
  })

  it('is kept in the URL when it is chosen', async () => {
    const { user, address } = open(ok(premiumAnalytics))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Periodo' }), 'Ultimi 12 mesi')
    expect(address()).toBe('/analytics?period=365')
  })

  it('can be given by two days, of which the first comes first', async () => {
    const { user, address, server } = open(
      ok(premiumAnalytics),
      '/analytics?period=custom&from=2026-10-01&to=2026-10-10',
    )
    const to = await screen.findByLabelText('Al')
    await user.clear(to)
    await user.type(to, '2026-09-01')
    await user.click(screen.getByRole('button', { name: 'Mostra' }))
    expect(descriptionsOf(to)).toEqual(['La data finale precede quella iniziale.'])
    await user.clear(to)
    await user.type(to, '2026-11-02')
    await user.click(screen.getByRole('button', { name: 'Mostra' }))
    expect(address()).toBe('/analytics?period=custom&from=2026-10-01&to=2026-11-02')
    await waitFor(() => expect(server.to(call).at(-1)?.query).toBe('?from=2026-10-01&to=2026-11-02'))
  })
})

describe('the analytics of a business without Premium', () => {
  it('Q-112: show the score, and say what Premium adds', async () => {
    open(ok(analyticsWithoutPremium))
    expect(await figure('Punteggio nel tempo')).toBeTruthy()
    const locked = within(screen.getByRole('region', { name: 'Con Premium vedi anche' }))
    expect(locked.getByText('un report in PDF e i file Excel con le righe dietro ogni grafico')).toBeTruthy()
    expect(locked.getByRole('link', { name: 'Scopri Premium' }).getAttribute('href')).toBe('/ava-wallet?tab=premium')
    expect(screen.queryByRole('link', { name: /Scarica/ })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: /Confronta/ })).toBeNull()
  })

  it('keep the blurred preview from the keyboard and from screen readers', async () => {
    open(ok(analyticsWithoutPremium))
    await figure('Punteggio nel tempo')
    const preview = document.querySelector('[data-preview]')
    expect(preview?.querySelectorAll('figure')).toHaveLength(2)
    expect(preview?.hasAttribute('inert')).toBe(true)
    expect(preview?.getAttribute('aria-hidden')).toBe('true')
    expect(screen.queryByRole('figure', { name: 'Distribuzione delle stelle' })).toBeNull()
  })
})

describe('the analytics page', () => {
  it('says what is missing before the first review', async () => {
    open(ok(emptyAnalytics))
    for (const text of [
      'Il punteggio compare con la tua prima recensione.',
      'In questo periodo non hai ricevuto recensioni.',
      'In questo periodo non ci sono ricompense.',
      'Non hai ancora AVA.',
      'Il confronto compare quando almeno cinque attività del tuo tipo nella tua provincia hanno un punteggio.',
    ])
      expect(await screen.findByText(text)).toBeTruthy()
  })

  it('asks for the province if the comparison lacks it', async () => {
    open(ok({ ...emptyAnalytics, comparison: { ...premiumAnalytics.comparison, province: null } }))
    const section = await screen.findByRole('region', { name: 'Confronto con la provincia, oggi' })
    expect(linkIn(section, 'Modifica il profilo')).toBe('/profile/edit')
  })

  it('is loading until the figures arrive', async () => {
    open(neverAnswers)
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })

  it('says why the figures cannot be loaded', async () => {
    open(failure(503, 'Riprova tra poco.'))
    expect(within(await screen.findByRole('alert')).getByText('Riprova tra poco.')).toBeTruthy()
  })
})

describe('the rows behind a figure', () => {
  const rowsCall = 'GET /api/analytics/rows'
  const openRows = (query: string, rows: Answers[string]) =>
    renderApp(`/analytics/rows?${query}`, { ...signedInAs(locanda), [rowsCall]: rows })
  const tableRows = async () =>
    within(await screen.findByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

  it('are filtered as the URL says, which the page repeats', async () => {
    const { server } = openRows(
      'period=custom&from=2026-11-01&to=2026-11-28&of=reviews&stars=5&reason=SERVICE&answered=true',
      ok(analyticsRows.reviews),
    )
    expect((await tableRows())[1]).toEqual([
      '12 novembre 2026',
      '5',
      'Servizio',
      'Colazione ottima e personale gentile.',
      'Sì',
      '13 novembre 2026',
    ])
    expect(server.to(rowsCall)[0]?.query).toBe(
      '?of=reviews&from=2026-11-01&to=2026-11-28&stars=5&reason=SERVICE&answered=true',
    )
    const filters = within(screen.getByRole('list', { name: 'Filtri' })).getAllByRole('listitem')
    expect(filters.map(({ textContent }) => textContent)).toEqual(['5 stelle', 'Motivo: Servizio', 'Con risposta'])
  })

  it('Q-73: can be downloaded with Premium, filtered as on the screen', async () => {
    renderApp('/analytics/rows?of=reviews&stars=5', {
      ...signedInAs(locanda),
      'GET /api/analytics': ok(premiumAnalytics),
      [rowsCall]: ok(analyticsRows.reviews),
    })
    const download = await screen.findByRole('link', { name: 'Scarica Excel (.xlsx)' })
    expect(download.getAttribute('href')).toBe(
      `/api/analytics/export?of=reviews&from=${addDays(today, -29)}&to=${today}&stars=5&format=xlsx`,
    )
  })

  it('lead back to the analytics of the same period', async () => {
    openRows('period=90&compare=previous&of=ava', ok(analyticsRows.ava))
    const back = await screen.findByRole('link', { name: 'Torna alle analisi' })
    expect(back.getAttribute('href')).toBe('/analytics?period=90&compare=previous')
    expect(screen.getByText(`Dati dal ${longDate(addDays(today, -89))}`, { exact: false })).toBeTruthy()
  })

  it.each([
    [
      'ratings',
      'Valutazioni fatte',
      ['10 novembre 2026', 'Giulia BianchiPremium', '8 novembre 2026', '5', '9', '10', '10', '8', 'Sì'],
    ],
    ['issued', 'Ricompense emesse, settimana per settimana', ['2 novembre 2026', '8 novembre 2026', '3']],
    ['rewards', 'Ricompense usate', ['2 novembre 2026', 'Cliente fedele', '10%', '9,20 €']],
    ['ava', 'Movimenti AVA', ['7 novembre 2026', '10 valutazioni e recensioni', '+3 AVA']],
  ] as const)('show %s', async (of, title, row) => {
    openRows(`of=${of}`, ok(analyticsRows[of]))
    expect((await tableRows())[1]?.map((cell) => cell?.replaceAll('\u00A0', ' '))).toEqual(row)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
  })

  it('D-57: say why the codes issued are shown by whole weeks', async () => {
    openRows('of=issued', ok(analyticsRows.issued))
    expect(await screen.findByText(/Per proteggere chi recensisce/)).toBeTruthy()
  })

  it('load page by page', async () => {
    const { user } = openRows('of=reviews', (asked) =>
      asked.query.includes('cursor=next')
        ? ok([analyticsRows.reviews[1]])
        : ok([analyticsRows.reviews[0]], { 'X-Next-Cursor': 'next' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Carica altro' }))
    await waitFor(async () => expect(await tableRows()).toHaveLength(3))
  })

  it('are without filters if the URL has an invalid one', async () => {
    const { server } = openRows('of=reviews&stars=9', ok([]))
    expect(await screen.findByText('Nessuna riga in questo periodo con questi filtri.')).toBeTruthy()
    expect(server.to(rowsCall)[0]?.query).not.toContain('stars')
    expect(screen.queryByRole('list', { name: 'Filtri' })).toBeNull()
  })

  it('Q-112: say that they need Premium', async () => {
    openRows('of=ratings', failure(403, 'Serve Premium.', 'PremiumNeeded'))
    expect(within(await screen.findByRole('alert')).getByText('Serve Premium.')).toBeTruthy()
  })
})
