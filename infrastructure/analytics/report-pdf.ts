import { criterionNames, reasonNames } from '../../application/analytics/labels.it.ts'
import { criteria } from '../../domain/ratings/vocabulary.ts'
import type { Figures } from '../../projections/analytics/figures.ts'
import { body, colours, element, margin, type Pdf, printable, small, titleBlock, width, writePdf } from '../pdf.ts'

export interface Report {
  readonly business: { readonly name: string; readonly location: string; readonly province: string | null }
  readonly figures: Figures
  readonly createdOn: string
}

const date = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'UTC' })
const shortDate = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  timeZone: 'UTC',
})
const dayText = (day: string) => date.format(new Date(day))
const number = (value: number, digits = 0) =>
  value.toLocaleString('it-IT', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const orDash = (value: number | null, write: (value: number) => string) => (value === null ? '–' : write(value))
const percent = (value: number) => `${number(value * 100)}%`
const days = (hours: number) => number(hours / 24, hours % 24 === 0 ? 0 : 1)
const euro = (value: number) => `${number(value, 2)} €`

/** A report of one or two A4 pages, tagged for screen readers, with charts as vectors. */
export const reportPdf = ({ business, figures, createdOn }: Report): Promise<Uint8Array> => {
  return writePdf(`Report di ${business.name}`, (pdf) => {
    heading(pdf, { business, figures, createdOn })
    keyFigures(pdf, figures)
    scoreChart(pdf, figures)
    distribution(pdf, figures)
    criteriaTable(pdf, figures)
    reasonsTable(pdf, figures)
    method(pdf)
  })
}

const heading = (pdf: Pdf, { business, figures: { from, to }, createdOn }: Report) => {
  titleBlock(pdf, business.name)
  const province = business.province === null ? '' : ` (${business.province})`
  element(pdf, 'P', `${business.location}${province}`, body)
  element(pdf, 'P', `Periodo: dal ${dayText(from)} al ${dayText(to)}. Report creato il ${dayText(createdOn)}.`, small)
}

const section = (pdf: Pdf, title: string, height: number) => {
  if (pdf.y + height + 40 > pdf.page.height - margin) pdf.addPage()
  pdf.moveDown(1.2)
  element(pdf, 'H2', title, (p) => p.font('Bold').fontSize(14).fillColor(colours.accent))
  pdf.moveDown(0.4)
}

const alignOf = (column: number) => ({ x: column === 0 ? 'left' : 'right' }) as const

/** Rows of a name, a value and, where there is one, the value of the period before. */
const table = (pdf: Pdf, headers: readonly string[], rows: readonly (readonly string[])[]) => {
  const columnStyles = headers.map((_, index) => (index === 0 ? '*' : 110))
  body(pdf).text('', margin, pdf.y)
  pdf.table({
    columnStyles,
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: colours.line, padding: [4, 2] },
    data: [
      headers.map(
        (text, index) =>
          ({ text: printable(text), type: 'TH', textColor: colours.muted, align: alignOf(index) }) as const,
      ),
      ...rows.map((row) => row.map((text, index) => ({ text: printable(text), align: alignOf(index) }) as const)),
    ],
  })
}

const keyFigures = (pdf: Pdf, figures: Figures) => {
  const { score, responses, ratings, returningGuests, rewards, ava, comparison, previous } = figures
  const last = score.at(-1)
  const rows: [string, string, string][] = [
    [
      'Punteggio alla fine del periodo',
      orDash(last?.average ?? null, (v) => `${number(v, 2)} su 5`),
      orDash(previous?.score ?? null, (v) => number(v, 2)),
    ],
    ['Recensioni nel punteggio', number(last?.count ?? 0), ''],
    [
      'Recensioni ricevute nel periodo',
      number(responses?.received ?? 0),
      orDash(previous?.responses.received ?? null, number),
    ],
    [
      'Recensioni con risposta',
      orDash(responses?.rate ?? null, percent),
      orDash(previous?.responses.rate ?? null, percent),
    ],
    [
      'Giorni fino alla risposta (mediana)',
      orDash(responses?.medianHours ?? null, days),
      orDash(previous?.responses.medianHours ?? null, days),
    ],
    ['Valutazioni fatte', number(ratings ?? 0), orDash(previous?.ratings ?? null, number)],
    ['di cui a ospiti già valutati', number(returningGuests ?? 0), orDash(previous?.returningGuests ?? null, number)],
    [
      'Ricompense emesse (settimane intere)',
      orDash(rewards?.issued ?? null, number),
      orDash(previous?.rewards.issued ?? null, number),
    ],
    ['Ricompense usate', number(rewards?.redeemed ?? 0), orDash(previous?.rewards.redeemed ?? null, number)],
    [
      'Costo degli sconti registrati',
      orDash(rewards?.costEuro ?? null, euro),
      orDash(previous?.rewards.costEuro ?? null, euro),
    ],
    ['Saldo AVA', number(ava?.at(-1)?.balance ?? 0), orDash(previous?.avaBalance ?? null, number)],
  ]
  section(pdf, 'In sintesi', rows.length * 21)
  table(pdf, ['', 'Periodo', 'Periodo precedente'], rows)
  if (comparison === null || comparison.others === null) return
  const { own, businesses, others, province } = comparison
  pdf.moveDown(0.6)
  const where = province === null ? '' : ` (${province})`
  const text =
    `Alla data del report: punteggio ${orDash(own, (score) => `${number(score, 2)} su 5`)}; media di ` +
    `${number(businesses)} strutture dello stesso tipo in provincia${where}: ${number(others, 2)} su 5.`
  element(pdf, 'P', text, body)
}

const chartHeight = 130

const scoreChart = (pdf: Pdf, { score, from, to }: Figures) => {
  section(pdf, 'Punteggio nel tempo', chartHeight)
  const [first, last] = [score[0], score.at(-1)]
  if (first === undefined || last === undefined) return element(pdf, 'P', 'Nessuna recensione nel punteggio.', body)
  const alt = `Il punteggio passa da ${number(first.average, 2)} a ${number(last.average, 2)} su 5.`
  const top = pdf.y
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const x = (day: string) => margin + 24 + ((Date.parse(day) - start) / Math.max(1, end - start)) * (width - 24)
  const y = (average: number) => top + chartHeight - 16 - ((average - 1) / 4) * (chartHeight - 26)
  pdf.addStructure(
    pdf.struct('Figure', { alt }, () => {
      for (const stars of [1, 2, 3, 4, 5]) {
        pdf
          .moveTo(margin + 24, y(stars))
          .lineTo(margin + width, y(stars))
          .lineWidth(0.5)
          .stroke(colours.line)
        small(pdf).text(String(stars), margin, y(stars) - 4, { width: 16, align: 'right' })
      }
      pdf.moveTo(x(first.day), y(first.average))
      for (const point of score) pdf.lineTo(x(point.day), y(point.average))
      pdf.lineWidth(1.8).stroke(colours.accent)
      small(pdf).text(shortDate.format(new Date(from)), margin + 24, top + chartHeight - 10, { width: 80 })
      small(pdf).text(shortDate.format(new Date(to)), margin + width - 80, top + chartHeight - 10, {
        width: 80,
        align: 'right',
      })
    }),
  )
  pdf.y = top + chartHeight + 4
  element(pdf, 'P', alt, small)
}

const distribution = (pdf: Pdf, { stars, previous }: Figures) => {
  if (stars === null) return
  section(pdf, 'Distribuzione delle stelle', 100)
  const counts = (['5', '4', '3', '2', '1'] as const).map((value) => ({ value, count: stars[value] }))
  const most = Math.max(1, ...counts.map(({ count }) => count))
  const before = (value: keyof typeof stars) => (previous === null ? '' : ` (prima ${number(previous.stars[value])})`)
  const alt = counts.map(({ value, count }) => `${value} stelle: ${number(count)}${before(value)}`).join(', ')
  const top = pdf.y
  pdf.addStructure(
    pdf.struct('Figure', { alt }, () => {
      for (const [index, { value, count }] of counts.entries()) {
        const y = top + index * 18
        body(pdf).text(`${value} ${value === '1' ? 'stella' : 'stelle'}`, margin, y + 2, { width: 56 })
        pdf.rect(margin + 62, y, Math.max(1, (count / most) * (width - 170)), 12).fill(colours.olive)
        body(pdf).text(`${number(count)}${before(value)}`, margin + width - 100, y + 2, { width: 100, align: 'right' })
      }
    }),
  )
  pdf.y = top + 5 * 18
}

const criteriaTable = (pdf: Pdf, { criteria: given, previous }: Figures) => {
  const [averages, before] = [given?.averages ?? null, previous?.criteria ?? null]
  if (averages === null && before === null) return
  const averageIn = (of: typeof averages, criterion: (typeof criteria)[number]) =>
    orDash(of?.[criterion] ?? null, (average) => number(average, 1))
  section(pdf, 'Valutazioni date agli ospiti', criteria.length * 21)
  table(
    pdf,
    ['Criterio', 'Media su 10', 'Periodo precedente'],
    criteria.map((criterion) => [
      criterionNames[criterion],
      averageIn(averages, criterion),
      averageIn(before, criterion),
    ]),
  )
}

const reasonsTable = (pdf: Pdf, { reasons, previous }: Figures) => {
  const before = previous?.reasons ?? []
  const codes = [...new Set([...(reasons ?? []), ...before].map(({ code }) => code))]
  if (codes.length === 0) return
  const countIn = (counts: typeof before, reason: string) =>
    number(counts.find(({ code }) => code === reason)?.count ?? 0)
  section(pdf, 'Motivi delle recensioni', codes.length * 21)
  table(
    pdf,
    ['Motivo', 'Recensioni', 'Periodo precedente'],
    codes.map((code) => [reasonNames[code], countIn(reasons ?? [], code), countIn(before, code)]),
  )
}

const methodText =
  'Il punteggio è la media, da 1 a 5 stelle, dell’ultima recensione visibile di ogni autore, senza i periodi esclusi da un ' +
  'moderatore. Anche i punteggi di giorni passati usano le recensioni che contano alla data del report. Le recensioni ricevute comprendono quelle poi nascoste o rimosse. Il costo degli sconti considera soltanto ' +
  'gli usi per cui la struttura ha indicato l’importo del conto. I dati vengono dal registro degli eventi di Garbo.'

const method = (pdf: Pdf) => {
  section(pdf, 'Come sono calcolati i dati', 50)
  element(pdf, 'P', methodText, small)
}
