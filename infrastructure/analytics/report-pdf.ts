import PdfKit from 'pdfkit'
import { criterionNames, reasonNames } from '../../application/analytics/labels.it.ts'
import { criteria } from '../../domain/ratings/vocabulary.ts'
import type { Figures } from '../../projections/analytics/figures.ts'

export interface Report {
  readonly business: { readonly name: string; readonly location: string; readonly province: string | null }
  readonly figures: Figures
  readonly createdOn: string
}

type Pdf = InstanceType<typeof PdfKit>

const margin = 50
const width = 595.28 - 2 * margin
const colours = { ink: '#2b2320', muted: '#6b5f58', line: '#d9cfc5', accent: '#7a2e2e', olive: '#5b6236' }

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
const euro = (value: number) => `${number(value, 2)} €`

/** Letters that the built-in font lacks lose their accents or become question marks; other characters are left out. */
const printable = (text: string) =>
  text.replaceAll(/./gsu, (character) => (isWinAnsi(character) ? character : withoutAccents(character)))
const isWinAnsi = (character: string) => /[\n\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u.test(character)
const withoutAccents = (character: string) => {
  const [base = '?'] = character.normalize('NFD')
  if (isWinAnsi(base)) return base
  return /\p{L}/u.test(base) ? '?' : ''
}

/** A report of one or two A4 pages, tagged for screen readers, with charts as vectors. */
export const reportPdf = async ({ business, figures, createdOn }: Report): Promise<Uint8Array> => {
  const title = `Report di ${printable(business.name)}`
  const pdf = new PdfKit({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'it-IT',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: 'Garbo' },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  heading(pdf, { business, figures, createdOn })
  keyFigures(pdf, figures)
  scoreChart(pdf, figures)
  distribution(pdf, figures)
  criteriaTable(pdf, figures)
  reasonsTable(pdf, figures)
  method(pdf)
  pageNumbers(pdf, title)
  pdf.end()
  await written
  return Buffer.concat(chunks)
}

/** Adds text as an element of the document's structure. */
const element = (
  pdf: Pdf,
  tag: string,
  text: string,
  style: (pdf: Pdf) => Pdf,
  options: PDFKit.Mixins.TextOptions = {},
) => {
  pdf.addStructure(pdf.struct(tag, {}, () => style(pdf).text(printable(text), margin, pdf.y, { width, ...options })))
}
const body = (pdf: Pdf) => pdf.font('Helvetica').fontSize(10).fillColor(colours.ink)
const small = (pdf: Pdf) => pdf.font('Helvetica').fontSize(8.5).fillColor(colours.muted)

const heading = (pdf: Pdf, { business, figures: { from, to }, createdOn }: Report) => {
  element(pdf, 'P', 'Garbo', (p) => p.font('Times-Bold').fontSize(16).fillColor(colours.accent))
  pdf.moveDown(0.4)
  element(pdf, 'H1', business.name, (p) => p.font('Times-Bold').fontSize(22).fillColor(colours.ink))
  const province = business.province === null ? '' : ` (${business.province})`
  element(pdf, 'P', `${business.location}${province}`, body)
  element(pdf, 'P', `Periodo: dal ${dayText(from)} al ${dayText(to)}. Report creato il ${dayText(createdOn)}.`, small)
}

const section = (pdf: Pdf, title: string, height: number) => {
  if (pdf.y + height + 40 > pdf.page.height - margin) pdf.addPage()
  pdf.moveDown(1.2)
  element(pdf, 'H2', title, (p) => p.font('Times-Bold').fontSize(14).fillColor(colours.accent))
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
      orDash(responses?.medianDays ?? null, number),
      orDash(previous?.responses.medianDays ?? null, number),
    ],
    ['Ospiti valutati', number(ratings ?? 0), orDash(previous?.ratings ?? null, number)],
    ['di cui ospiti di ritorno', number(returningGuests ?? 0), orDash(previous?.returningGuests ?? null, number)],
    ['Ricompense emesse', number(rewards?.issued ?? 0), orDash(previous?.rewards.issued ?? null, number)],
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
  const { businesses, others, province } = comparison
  pdf.moveDown(0.6)
  const text = `Media di ${number(businesses)} strutture dello stesso tipo in provincia${province === null ? '' : ` (${province})`}: ${number(others, 2)} su 5.`
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

const distribution = (pdf: Pdf, { stars }: Figures) => {
  if (stars === null) return
  section(pdf, 'Distribuzione delle stelle', 100)
  const counts = (['5', '4', '3', '2', '1'] as const).map((value) => ({ value, count: stars[value] }))
  const most = Math.max(1, ...counts.map(({ count }) => count))
  const alt = counts.map(({ value, count }) => `${value} stelle: ${number(count)}`).join(', ')
  const top = pdf.y
  pdf.addStructure(
    pdf.struct('Figure', { alt }, () => {
      for (const [index, { value, count }] of counts.entries()) {
        const y = top + index * 18
        body(pdf).text(`${value} ${value === '1' ? 'stella' : 'stelle'}`, margin, y + 2, { width: 56 })
        pdf.rect(margin + 62, y, Math.max(1, (count / most) * (width - 130)), 12).fill(colours.olive)
        body(pdf).text(number(count), margin + width - 60, y + 2, { width: 60, align: 'right' })
      }
    }),
  )
  pdf.y = top + 5 * 18
}

const criteriaTable = (pdf: Pdf, { criteria: averages }: Figures) => {
  if (averages === null || averages.points.length === 0) return
  const total = averages.points.reduce((sum, { count }) => sum + count, 0)
  const averageOf = (criterion: (typeof criteria)[number]) =>
    averages.points.reduce((sum, point) => sum + point[criterion] * point.count, 0) / total
  section(pdf, 'Valutazioni date agli ospiti', criteria.length * 21)
  table(
    pdf,
    ['Criterio', 'Media su 10'],
    criteria.map((criterion) => [criterionNames[criterion], number(averageOf(criterion), 1)]),
  )
}

const reasonsTable = (pdf: Pdf, { reasons }: Figures) => {
  if (reasons === null || reasons.length === 0) return
  section(pdf, 'Motivi delle recensioni', reasons.length * 21)
  table(
    pdf,
    ['Motivo', 'Recensioni'],
    reasons.map(({ code, count }) => [reasonNames[code], number(count)]),
  )
}

const methodText =
  'Il punteggio è la media, da 1 a 5 stelle, dell’ultima recensione visibile di ogni autore, senza i periodi esclusi da un ' +
  'moderatore. Le recensioni ricevute comprendono quelle poi nascoste o rimosse. Il costo degli sconti considera soltanto ' +
  'gli usi per cui la struttura ha indicato l’importo del conto. I dati vengono dal registro degli eventi di Garbo.'

const method = (pdf: Pdf) => {
  section(pdf, 'Come sono calcolati i dati', 50)
  element(pdf, 'P', methodText, small)
}

const pageNumbers = (pdf: Pdf, title: string) => {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // written below the margin, which would otherwise start another page
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - 34
    pdf.markContent('Artifact', { type: 'Pagination' })
    small(pdf).text(`${title} · pagina ${page - start + 1} di ${count}`, margin, y, { width, align: 'center' })
    pdf.endMarkedContent()
  }
}
