// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { type BarGroup, type ChartMark, linesOfPoint } from '../../../../web/app/components/charts/chart-data.ts'
import { BarChart, LineChart } from '../../../../web/app/components/charts/charts.tsx'
import { chartTexts } from '../../../../web/app/components/charts/texts.ts'
import { dayLabels } from '../../../../web/app/shared/chart-formats.ts'
import { oneDecimal } from '../../../../web/app/shared/format.ts'

afterEach(cleanup)

const points = [
  { day: '2026-06-01', values: [4.1, 8] },
  { day: '2026-06-10', values: [3.9, null] },
  { day: '2026-07-02', values: [4.4, 8] },
]
const marks: readonly ChartMark[] = [
  { from: '2026-07-02', text: '2 recensioni rimosse' },
  { from: '2026-06-08', to: '2026-06-12', text: 'Giorni esclusi' },
]
const frame = { title: 'Punteggio nel tempo', empty: 'Ancora nessuna recensione.' }
const line = { ...frame, series: ['Punteggio'], format: oneDecimal, days: dayLabels }

const shownTable = () => {
  const [header = [], ...rows] = screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  return { header, rows }
}
const openTable = () => userEvent.click(screen.getByRole('button', { name: chartTexts.table }))

describe('a line chart', () => {
  it('is a figure with a title and a sentence about its values', () => {
    render(<LineChart {...line} points={points} />)
    const figure = screen.getByRole('figure', { name: frame.title })
    expect(
      within(figure).getByText('Punteggio: da 4,1 (1 giugno 2026) a 4,4 (2 luglio 2026), minimo 3,9, massimo 4,4.'),
    ).toBeTruthy()
    expect(within(figure).getByRole('heading', { level: 3, name: frame.title })).toBeTruthy()
  })

  it('summarises each of several series, and one that does not change', () => {
    render(<LineChart {...line} series={['Punteggio', 'Pagamento']} points={points} />)
    expect(screen.getByText('Punteggio: da 4,1 a 4,4; Pagamento: 8,0, invariato.')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: chartTexts.legend })).getAllByRole('listitem')).toHaveLength(2)
  })

  it('shows its values as a table on request, with a dash for those that are missing', async () => {
    render(<LineChart {...line} series={['Punteggio', 'Pagamento']} points={points} />)
    expect(screen.getByRole('button', { name: chartTexts.chart }).getAttribute('aria-pressed')).toBe('true')
    await openTable()
    expect(screen.getByRole('button', { name: chartTexts.table }).getAttribute('aria-pressed')).toBe('true')
    expect(shownTable()).toEqual({
      header: ['Data', 'Punteggio', 'Pagamento'],
      rows: [
        ['1 giugno 2026', '4,1', '8,0'],
        ['10 giugno 2026', '3,9', '–'],
        ['2 luglio 2026', '4,4', '8,0'],
      ],
    })
  })

  it('lists its marks by day, as text', () => {
    render(<LineChart {...line} points={points} marks={marks} />)
    const texts = within(screen.getByRole('list', { name: chartTexts.marks }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(texts).toEqual(['8 giugno 2026 – 12 giugno 2026: Giorni esclusi', '2 luglio 2026: 2 recensioni rimosse'])
  })

  it('reads a point with its day, its values and what happened then', () => {
    const chart = { ...line, points, series: ['Punteggio', 'Pagamento'], marks }
    expect(linesOfPoint(chart, 1)).toEqual(['10 giugno 2026', 'Punteggio: 3,9', 'Pagamento: –', 'Giorni esclusi'])
    expect(linesOfPoint(chart, 7)).toEqual([])
  })

  it('says that there are no values, without a switch', () => {
    render(<LineChart {...line} points={[]} />)
    expect(screen.getByText(frame.empty)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('keeps the height of the drawing while its values are loading', () => {
    const { rerender, container } = render(<LineChart {...line} points={undefined} />)
    const height = () => container.querySelector('svg[height]')?.getAttribute('height')
    expect(screen.getByText('Caricamento in corso…')).toBeTruthy()
    const loading = height()
    rerender(<LineChart {...line} points={points} />)
    expect(height()).toBe(loading)
    expect(screen.queryByText('Caricamento in corso…')).toBeNull()
  })
})

const bars: readonly BarGroup[] = [
  { label: '5 stelle', values: [12, 8], to: '/analytics/rows?stars=5' },
  { label: '4 stelle', values: [3, null] },
]

describe('a bar chart', () => {
  const bar = { title: 'Distribuzione delle stelle', empty: frame.empty, format: String }

  it('names its highest and its lowest bar', () => {
    render(
      <MemoryRouter>
        <BarChart {...bar} bars={bars} series={['Recensioni']} />
      </MemoryRouter>,
    )
    expect(screen.getByText('Il valore più alto è 12 (5 stelle), il più basso 3 (4 stelle).')).toBeTruthy()
    expect(screen.queryByRole('list', { name: chartTexts.legend })).toBeNull()
  })

  it('leads from its table to what a bar counts', async () => {
    render(
      <MemoryRouter>
        <BarChart {...bar} bars={bars} series={['Questo periodo', 'Periodo precedente']} group="Stelle" />
      </MemoryRouter>,
    )
    await openTable()
    expect(shownTable()).toEqual({
      header: ['Stelle', 'Questo periodo', 'Periodo precedente'],
      rows: [
        ['5 stelle', '12', '8'],
        ['4 stelle', '3', '–'],
      ],
    })
    expect(screen.getByRole('link', { name: '5 stelle' }).getAttribute('href')).toBe('/analytics/rows?stars=5')
  })
})
