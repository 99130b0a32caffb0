import { create as createFont, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PdfKit from 'pdfkit'

export type Pdf = InstanceType<typeof PdfKit>

export const margin = 50
export const width = 595.28 - 2 * margin
export const colours = { ink: '#2b2320', muted: '#6b5f58', line: '#d9cfc5', accent: '#7a2e2e', olive: '#5b6236' }

/** Inter has Latin, Greek and Cyrillic letters; a document contains those that its text uses. */
const require = createRequire(import.meta.url)
const fonts = {
  Text: readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  Bold: readFileSync(require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
}
const glyphs = createFont(fonts.Text) as Font

/** An A4 document in Italian, tagged for screen readers, with a number on each page. */
export const writePdf = async (title: string, write: (pdf: Pdf) => void): Promise<Uint8Array> => {
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
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  write(pdf)
  pageNumbers(pdf, title)
  pdf.end()
  await written
  return Buffer.concat(chunks)
}

/** Stands for a character that the font lacks. */
const missingCharacter = '□'
const graphemes = new Intl.Segmenter('it', { granularity: 'grapheme' })

/** Letters that the font lacks lose their accents; other characters that it lacks become boxes, one for each emoji. */
export const printable = (text: string) =>
  [...graphemes.segment(text.normalize('NFC'))].map(({ segment }) => printableCharacter(segment)).join('')
const printableCharacter = (character: string) => {
  const visible = character.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\uFE0F]/gu, '')
  if (hasGlyphs(visible)) return visible
  const [base = ''] = visible.normalize('NFD')
  return /\p{L}/u.test(base) && hasGlyphs(base) ? base : missingCharacter
}
const hasGlyphs = (text: string) =>
  Array.from(text).every(
    (character) => character === '\n' || glyphs.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

/** Adds text as an element of the document's structure. */
export const element = (
  pdf: Pdf,
  tag: string,
  text: string,
  style: (pdf: Pdf) => Pdf,
  options: PDFKit.Mixins.TextOptions = {},
) => {
  pdf.addStructure(pdf.struct(tag, {}, () => style(pdf).text(printable(text), margin, pdf.y, { width, ...options })))
}
export const body = (pdf: Pdf) => pdf.font('Text').fontSize(10).fillColor(colours.ink)
export const small = (pdf: Pdf) => pdf.font('Text').fontSize(8.5).fillColor(colours.muted)

/** The product's name and the title of the document. */
export const titleBlock = (pdf: Pdf, title: string) => {
  element(pdf, 'P', 'Garbo', (p) => p.font('Bold').fontSize(16).fillColor(colours.accent))
  pdf.moveDown(0.4)
  element(pdf, 'H1', title, (p) => p.font('Bold').fontSize(22).fillColor(colours.ink))
}

const pageNumbers = (pdf: Pdf, title: string) => {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // written below the margin, which would otherwise start another page
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - 34
    pdf.markContent('Artifact', { type: 'Pagination' })
    small(pdf).text(`${printable(title)} · pagina ${page - start + 1} di ${count}`, margin, y, {
      width,
      align: 'center',
    })
    pdf.endMarkedContent()
  }
}
