import type { TimelineDocument } from '../../application/audit/ports.ts'
import { body, colours, element, margin, type Pdf, small, titleBlock, writePdf } from '../pdf.ts'

/** The moments of a case on A4 pages. */
export const timelinePdf = ({ title, introduction, moments }: TimelineDocument): Promise<Uint8Array> =>
  writePdf(title, (pdf) => {
    titleBlock(pdf, title)
    for (const line of introduction) element(pdf, 'P', line, body)
    for (const moment of moments) writeMoment(pdf, moment)
  })

/** Room that the heading of a moment needs, so that none ends a page. */
const headingHeight = 70

const writeMoment = (pdf: Pdf, { title, subtitle, details }: TimelineDocument['moments'][number]): void => {
  if (pdf.y + headingHeight > pdf.page.height - margin) pdf.addPage()
  pdf.moveDown(0.9)
  element(pdf, 'H2', title, (p) => p.font('Bold').fontSize(13).fillColor(colours.accent))
  element(pdf, 'P', subtitle, small)
  for (const [name, text] of details) {
    pdf.moveDown(0.25)
    element(pdf, 'P', name, small)
    element(pdf, 'P', text, body)
  }
}
